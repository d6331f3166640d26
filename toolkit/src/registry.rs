//! Everything linked or opened: the union of the providers, in an order that the linker does not decide.
//!
//! It lists without any feature of the crate. Calling is the dispatcher's.

use crate::{
    catalog::{self, Catalog},
    error::{Error, Report},
    linked::{self, LinkedTool},
    provider::{Factory, Harness, Listing, Offered, Provider, Settings},
    spec::ToolSpec,
    states::States,
};
use std::{
    collections::HashMap,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// The tools of one program, and of one directory where there is one.
pub struct Registry {
    pub(crate) linked: Vec<&'static LinkedTool>,
    /// The linked tools as data, in the same order.
    specs: Vec<Arc<ToolSpec>>,
    pub(crate) providers: Vec<Arc<dyn Provider>>,
    #[cfg_attr(not(feature = "dispatch"), expect(dead_code, reason = "only calls ask for what the program put in"))]
    pub(crate) states: States,
}

impl Registry {
    /// The Rust tools that are linked into this program.
    ///
    /// # Errors
    ///
    /// When two of them have one name, or one file holds two tool impls; every such pair is named with both places. When
    /// the schema of a parameter that is marked `schemars` refers to itself.
    pub fn linked() -> Result<Self, Error> {
        Self::with(linked::linked(), States::default())
    }

    /// The linked tools, with what the program put in for them: all that they take.
    #[cfg(feature = "server")]
    pub(crate) fn holding(states: States) -> Result<Self, Error> {
        let tools = linked::linked();
        let mut reports = linked::lacking(&tools, &states);
        match Self::with(tools, states) {
            Ok(registry) if reports.is_empty() => Ok(registry),
            Ok(_) => Err(Error { reports }),
            Err(mut error) => {
                error.reports.append(&mut reports);
                Err(error)
            }
        }
    }

    /// The linked tools, and the files of a directory on top of them.
    ///
    /// # Errors
    ///
    /// Two linked tools of one name; a directory that cannot be read; files that no linked crate serves.
    pub fn open(directory: &Path, settings: &Settings) -> Result<Self, Error> {
        Self::linked()?.with_directory(directory, settings)
    }

    /// The files of a directory on top.
    pub(crate) fn with_directory(mut self, directory: &Path, settings: &Settings) -> Result<Self, Error> {
        for provider in crate::harness::open(directory, settings)? {
            self.provide(provider);
        }
        Ok(self)
    }

    pub(crate) fn with(mut tools: Vec<&'static LinkedTool>, states: States) -> Result<Self, Error> {
        tools.sort_by(|a, b| a.spec.origin.order().cmp(&b.spec.origin.order()));
        let mut owners: HashMap<&str, &LinkedTool> = HashMap::new();
        let mut reports = linked::second_impls(&tools);
        for tool in &tools {
            if let Some(owner) = owners.get(&*tool.spec.name) {
                reports.push(catalog::duplicate(&tool.spec.name, &owner.spec.origin, &tool.spec.origin));
            } else {
                owners.insert(&tool.spec.name, tool);
            }
        }
        let mut specs = Vec::with_capacity(tools.len());
        for tool in &tools {
            match tool.whole_spec() {
                Ok(spec) => specs.push(Arc::new(spec)),
                Err(mut wrong) => reports.append(&mut wrong),
            }
        }
        if reports.is_empty() {
            Ok(Self { linked: tools, specs, providers: Vec::new(), states })
        } else {
            Err(Error { reports })
        }
    }

    /// Adds a source of tools; where names collide, those that were there first stay.
    pub fn provide(&mut self, provider: Arc<dyn Provider>) {
        self.providers.push(provider);
    }

    /// Lists everything once. May block for as long as `bound`, whatever the sources do.
    #[must_use]
    pub fn catalog(&self, bound: Duration) -> Catalog {
        let until = Instant::now() + bound;
        let mut listings = vec![self.linked_listing(|tool| tool.spec.extras.isolated)];
        listings.extend(self.providers.iter().map(|provider| provider.list(until)));
        Catalog::assemble(1, &listings)
    }

    /// `isolated` says which tools run in a process of their own.
    pub(crate) fn linked_listing(&self, isolated: impl Fn(&LinkedTool) -> bool) -> Listing {
        let offered = |(key, spec): (usize, &Arc<ToolSpec>)| Offered { spec: Arc::clone(spec), key: key as u64 };
        // A library is compiled with the panic strategy of the program it ends up in.
        let aborts = cfg!(panic = "abort") && !self.linked.iter().all(|tool| isolated(tool));
        let warnings = aborts.then(|| Report {
            file: "Cargo.toml".to_owned(),
            line: None,
            message: "this program is built with `panic = \"abort\"`, so a panic of a Rust tool that is not isolated ends it; \
                      remove that from the profile, or isolate the tools (`#[tool(isolate)]`, `--isolate`)"
                .to_owned(),
        });
        Listing {
            tools: self.specs.iter().enumerate().map(offered).collect(),
            errors: Vec::new(),
            warnings: warnings.into_iter().collect(),
        }
    }
}

/// The factories that are linked into this program.
pub(crate) fn factories() -> impl Iterator<Item = &'static Factory> {
    inventory::iter::<Factory>.into_iter()
}

/// Of all linked factories, those that serve files of this directory.
pub(crate) fn claimants(harness: &Harness) -> impl Iterator<Item = (&'static Factory, Vec<String>)> {
    factories().filter_map(move |factory| {
        let files = (factory.claims)(harness);
        (!files.is_empty()).then_some((factory, files))
    })
}
