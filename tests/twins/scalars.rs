use toolkit::tool;

/// Take one of each scalar and say them in order.
///
/// Args:
///     text: Any text.
///     whole: A whole number.
///     real: Any number.
///     flag: Yes or no.
#[tool]
pub fn all(text: String, whole: i64, real: f64, flag: bool) -> String {
    format!("{text} {whole} {real:?} {}", if flag { "True" } else { "False" })
}

/// Give a text back.
#[tool]
pub fn same(text: &str) -> String {
    text.to_owned()
}

/// Add two whole numbers.
#[tool]
pub fn add(left: i64, right: i64) -> i64 {
    left + right
}

/// Divide two numbers.
#[tool]
pub fn half(n: f64) -> f64 {
    n / 2.0
}

/// Turn yes to no.
#[tool]
pub fn not_(flag: bool) -> bool {
    !flag
}

/// Do nothing.
#[tool]
pub fn nothing() {}
