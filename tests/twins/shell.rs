use toolkit::tool;

/// A place that is remembered.
#[derive(Default)]
pub struct Shell {
    place: String,
}

/// The place is kept for the whole run.
#[tool(scope = "run")]
impl Shell {
    /// Change the place, for this call and every call after it.
    ///
    /// Args:
    ///     path: Where to go.
    pub fn cd(&mut self, path: String) -> String {
        self.place = path;
        self.place.clone()
    }

    /// Say where this is.
    pub async fn pwd(&self) -> String {
        self.place.clone()
    }

    /// Name the kind of shell.
    pub fn kind() -> String {
        "plain".to_owned()
    }
}
