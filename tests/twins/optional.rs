use toolkit::tool;

/// Say how each argument arrived.
///
/// Args:
///     code: Always needed.
///     bay: A number, when there is one.
///     tags: Labels, when there are any.
///     note: A text with a default.
#[tool]
pub fn find(
    code: String,
    bay: Option<i64>,
    tags: Option<Vec<String>>,
    #[arg(default = "none")] note: String,
) -> (String, Option<i64>, Option<Vec<String>>, String) {
    (code, bay, tags, note)
}

/// Show every kind of default.
#[tool]
#[expect(clippy::too_many_arguments, reason = "one of each kind")]
pub fn defaults(
    #[arg(default = 3)] whole: i64,
    #[arg(default = -1)] negative: i64,
    #[arg(default = 1.0)] real: f64,
    #[arg(default = 1e-7)] small: f64,
    #[arg(default = true)] flag: bool,
    #[arg(default = "é \"quoted\"")] text: String,
    #[arg(default = [])] list: Vec<String>,
    #[arg(default = [1, 2])] numbers: Vec<i64>,
    #[arg(default = None)] none: Option<String>,
) -> bool {
    whole == 3
        && negative == -1
        && real == 1.0
        && small == 1e-7
        && flag
        && text == "é \"quoted\""
        && list.is_empty()
        && numbers == [1, 2]
        && none.is_none()
}
