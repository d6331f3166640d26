//! What was found out about an item: owned facts beside the nodes they came from, for errors to point at. Judging
//! them is `check`'s, printing them `expand`'s; both ask here, so that they cannot disagree.

mod parameter;
mod tool;

pub use parameter::Parameter;
pub use tool::{Takes, Tool, lasting, with_self};

use crate::{
    args::ToolKeys,
    doc_text::DocText,
    errors::Errors,
    item::{Block, Function, Item},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Type, Visibility};
use toolkit_rules::docs;

/// One `#[tool]`.
pub struct Model<'a> {
    /// The path of the crate `toolkit`.
    pub krate: TokenStream,
    pub kind: Kind<'a>,
}

pub enum Kind<'a> {
    Function(Tool<'a>),
    Block(Group<'a>),
}

/// An impl block and its tools.
pub struct Group<'a> {
    pub block: &'a Block,
    pub keys: ToolKeys,
    pub doc: DocText,
    pub tools: Vec<Tool<'a>>,
    /// The function called `new`.
    pub constructor: Option<&'a Function>,
}

impl<'a> Model<'a> {
    /// Gathers the facts. Mistakes of spelling are added to `errors`; the rest waits for the checks.
    pub fn of(item: &'a Item, keys: TokenStream, errors: &mut Errors) -> Self {
        let keys = ToolKeys::read(keys, errors);
        let krate = match &keys.krate {
            Some(path) => path.value.to_token_stream(),
            None => quote!(::toolkit),
        };
        let kind = match item {
            Item::Function(function) => Kind::Function(Tool::of(function, None, keys, String::new(), errors)),
            Item::Block(block) => Kind::Block(Group::of(block, keys, errors)),
        };
        Self { krate, kind }
    }

    /// All tools of the item.
    pub fn tools(&self) -> &[Tool<'a>] {
        match &self.kind {
            Kind::Function(tool) => std::slice::from_ref(tool),
            Kind::Block(group) => &group.tools,
        }
    }
}

impl<'a> Group<'a> {
    fn of(block: &'a Block, keys: ToolKeys, errors: &mut Errors) -> Self {
        let doc = DocText::of(&block.attrs);
        let text = docs::whole(&doc.text);
        let ending = if text.is_empty() { text } else { format!("\n({text})") };
        let constructor = block.functions().find(|function| function.signature.ident == "new");
        let is_constructor = |function: &Function| constructor.is_some_and(|new| std::ptr::eq(new, function));
        let some_marked = block.functions().any(is_marked) || block.unfinished().any(|function| function.marked);
        let tools = block
            .functions()
            .filter(|function| !is_constructor(function))
            .filter(|function| if some_marked { is_marked(function) } else { is_public(function) })
            .map(|function| {
                let own = ToolKeys::of(&function.attrs, errors).unwrap_or_default();
                Tool::of(function, Some((block, &keys)), own, ending.clone(), errors)
            })
            .collect();
        Self { block, keys, doc, tools, constructor }
    }

    /// A type in the constructor's signature as the constants outside the block can write it.
    pub fn outer_type(&self, ty: &Type) -> TokenStream {
        self.constructor.map_or_else(TokenStream::new, |new| tool::outer_type(new, Some(self.block), ty))
    }

    /// Whether the instance lives as long as the run.
    pub fn lives_for_the_run(&self) -> bool {
        self.keys.scope.as_ref().is_some_and(|scope| scope.value.value() == "run")
    }
}

/// Whether a method carries a `#[tool]` of its own.
pub fn is_marked(function: &Function) -> bool {
    function.attrs.iter().any(crate::item::is_ours)
}

fn is_public(function: &Function) -> bool {
    matches!(function.visibility, Visibility::Public(_))
}
