//! What expansions of `#[tool]` and `assert_schema!` name, and nobody else. Nothing is decided here: these are other
//! rooms' items under names that no author has.

pub use crate::{
    assertion::assert_schema,
    committed::{Committed, assert_catalog},
    constant::{Constant, Json, List, Written},
    declared::Tool,
    tool_type::{Accepts, NoDefault, Parameter},
};

/// All that an expansion of `#[derive(ToolType)]` brings into its scope.
pub mod derive {
    pub use crate::{
        constant::{
            Constant as __Constant, Json as __Json, List as __List, Values as __Values, Written as __Written,
            written as __written,
        },
        derived::{
            asked_for as __asked_for, member as __member, member_or as __member_or, never_given as __never_given,
            one_of as __one_of, word as __word,
        },
        given::{ReadNothing as _, ReadParameter as _, typed as __typed},
        parts::{takes_no_items as __takes_no_items, takes_none as __takes_none},
        tool_type::{NoDefault as __NoDefault, Parameter as __Parameter, ToolType as __ToolType},
    };
    pub use serde::de::{
        Deserialize as __Deserialize, DeserializeOwned as __DeserializeOwned, Deserializer as __Deserializer,
    };
    pub use std::result::Result as __Result;
    pub use toolkit_rules::{
        Held as __Held, Literal as __Literal, Param as __Param, Schema as __Schema, const_text as __const_text,
    };
}

/// All that an expansion of `#[tool]` brings into its scope.
pub mod expansion {
    #[cfg(feature = "schemars")]
    pub use crate::foreign::AcceptsNull as _;
    pub use crate::{
        __flat, __here,
        constant::{Constant as __Constant, Json as __Json, List as __List, written as __written},
        constructed::{
            ConstructorArgument as __ConstructorArgument, failed as __failed, made as __made, unmade as __unmade,
        },
        declared::{Declared as __Declared, Here as __Here},
        foreign::{AcceptsValues as _, foreign as __foreign},
        given::{Given as __Given, ReadForeign as _, ReadNothing as _, ReadParameter as _, typed as __typed},
        linked::{
            Entry as __Entry, Group as __Group, by_default as __by_default, instance as __instance_of,
            linked_tool as __linked_tool,
        },
        parts::{
            Part as __Part, count as __count_of, flat as __flat_of, members as __members, members_fit as __members_fit,
            parameter as __parameter, parameter_as as __parameter_as, parameter_foreign as __parameter_foreign,
            parameter_or as __parameter_or, takes_no_items as __takes_no_items, takes_none as __takes_none,
        },
        result::{
            Answers as _, FailsToAnswer as _, FailsToSaySchema as _, FailsToSerialize as _, OutputOf as __OutputOf,
            SaysNothing as _, returned as __returned,
        },
        tool_type::Parameter as __Parameter,
    };
    pub use inventory::submit as __submit;
    pub use std::boxed::Box as __Box;
    pub use toolkit_rules::{Param as __Param, Scope as __Scope, const_text as __const_text};

    /// Using it is a compiler warning with this text.
    #[deprecated(note = "the model sees only the name of this tool; write a doc comment, or `description = \"..\"`")]
    pub const TOOL_WITHOUT_DESCRIPTION: () = ();

    /// Using it is a compiler warning with this text.
    #[deprecated(
        note = "the model sees the first line of the doc text only; end the sentence there, or write `description = \"..\"`"
    )]
    pub const FIRST_LINE_RUNS_ON: () = ();
}
