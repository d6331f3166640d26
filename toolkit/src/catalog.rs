//! What is offered now, as data: the tools in source order, what does not load, and the bytes that a list prints.
//!
//! A catalog never changes; whatever moves makes the next one. Nothing here calls a tool.

#[cfg(feature = "dispatch")]
mod unserved;

use crate::{
    error::Report,
    provider::{Listing, Offered},
    spec::{Origin, ToolSpec},
};
use std::collections::HashMap;
use toolkit_rules::names;

/// One tool of a catalog.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The tool as its provider offers it.
    pub offered: Offered,
    /// The provider, by its place in the registry.
    #[cfg_attr(not(feature = "dispatch"), expect(dead_code, reason = "only calls ask whose a tool is"))]
    pub(crate) source: usize,
}

impl Listed {
    /// The tool as data.
    #[must_use]
    pub fn spec(&self) -> &ToolSpec {
        &self.offered.spec
    }
}

/// Everything that is offered at one moment.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Counts the catalogs of one process that print differently, from 1.
    pub version: u64,
    /// What does not load or is withheld; its tools are not offered.
    pub errors: Vec<Report>,
    /// What is offered and will still surprise somebody.
    pub warnings: Vec<Report>,
    tools: Vec<Listed>,
    index: HashMap<Box<str>, usize>,
    entries_json: Box<str>,
}

impl Catalog {
    /// The catalog of these listings, one a provider. Where two tools have one name the later listing's is withheld
    /// and reported with both places.
    pub(crate) fn assemble(version: u64, listings: &[Listing]) -> Self {
        let mut catalog = Self { version, ..Self::default() };
        let mut owners: HashMap<&str, &Origin> = HashMap::new();
        for (source, listing) in listings.iter().enumerate() {
            catalog.errors.extend(listing.errors.iter().cloned());
            catalog.warnings.extend(listing.warnings.iter().cloned());
            for offered in &listing.tools {
                let spec = &offered.spec;
                match owners.get(&*spec.name) {
                    Some(owner) => catalog.errors.push(duplicate(&spec.name, owner, &spec.origin)),
                    None => {
                        owners.insert(&spec.name, &spec.origin);
                        catalog.warnings.extend(warnings(spec));
                        catalog.tools.push(Listed { offered: offered.clone(), source });
                    }
                }
            }
        }
        catalog.tools.sort_by(|a, b| a.spec().origin.order().cmp(&b.spec().origin.order()));
        catalog.index =
            catalog.tools.iter().enumerate().map(|(at, listed)| ((*listed.spec().name).into(), at)).collect();
        catalog.entries_json = catalog.render().into();
        catalog
    }

    fn render(&self) -> String {
        let mut text = String::from(r#"{"tools":["#);
        for (at, listed) in self.tools.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            text.push_str(&listed.spec().entry);
        }
        text.push_str(r#"],"errors":"#);
        text.push_str(&serde_json::to_string(&self.errors).unwrap_or_else(|_| "[]".to_owned()));
        text.push('}');
        text
    }

    /// The tools in source order.
    #[must_use]
    pub fn tools(&self) -> &[Listed] {
        &self.tools
    }

    /// The tool of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Listed> {
        self.index.get(name).map(|at| &self.tools[*at])
    }

    /// `{"tools":[..],"errors":[..]}`, made once.
    #[must_use]
    pub fn entries_json(&self) -> &str {
        &self.entries_json
    }
}

/// Two tools of one name: the place of the later, and in the text both.
pub(crate) fn duplicate(name: &str, first: &Origin, second: &Origin) -> Report {
    Report {
        file: second.file.to_string(),
        line: Some(second.line),
        message: format!("`{name}` is the name of two tools, at {first} and at {second}; rename one of them"),
    }
}

fn warnings(spec: &ToolSpec) -> Vec<Report> {
    let doc = if spec.origin.package.is_empty() { "docstring" } else { "doc comment" };
    let mut messages = Vec::new();
    messages.extend(names::portability(&spec.name));
    if spec.description.is_empty() {
        messages.push(format!("`{}` has no description, and models choose by it; give it a {doc}", spec.name));
    }
    if spec.wrapped {
        messages.push(format!(
            "the first sentence of `{}` runs on into a second line, which the model never sees; write it on one line",
            spec.name
        ));
    }
    let report = |message| Report { file: spec.origin.file.to_string(), line: Some(spec.origin.line), message };
    messages.into_iter().map(report).collect()
}
