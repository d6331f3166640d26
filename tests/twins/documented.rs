use toolkit::tool;

/// Describe parameters in the block that Python has, too.
///
/// The rest is for people.
///
/// Args:
///     area: Where to walk. One of:
///         - north: the hill side
///         - south: the river side
///     depth (int, optional): How many levels, as in
///         ratio: 1 level is 10 metres.
///
/// Returns:
///     area: no parameter here.
#[tool]
pub fn block(area: String, #[arg(default = 3)] depth: i64) -> String {
    format!("{area} {depth}")
}

/// Describe parameters in a list under a heading.
///
/// # Arguments
///
/// * `city` - Town to ask about.
/// * `hours` - How far ahead,
///   in hours.
///
/// # Errors
///
/// None.
#[tool]
pub fn list(city: String, hours: i64) -> String {
    format!("{city} {hours}")
}

/// Describe parameters where they stand.
#[tool]
pub fn beside(
    /// Town to ask about.
    city: String,
    #[doc = "How far ahead."] hours: i64,
) -> String {
    format!("{city} {hours}")
}
