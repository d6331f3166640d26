//! What a signature can hold beside plain parameters: the context in every form, structs whose members are the
//! parameters, and constructors that take or fail.

use serde::Deserialize;
use toolkit::{Context, ToolError, ToolType, tool};

fn lasts(ctx: &Context) -> bool {
    !ctx.remaining().is_zero() && ctx.run_id() == ctx.clone().run_id()
}

/// Take the context between the arguments.
#[tool]
pub fn between(first: &str, ctx: &Context, #[arg(default = 2)] second: u8) -> String {
    format!("{first} {second} {}", lasts(ctx))
}

/// Take the context alone.
#[tool]
pub fn alone(_ctx: Context) -> bool {
    true
}

/// Take the context and wait.
#[tool]
async fn waiting<'a>(ctx: &'a Context, text: &'a str, other: &'a str) -> String {
    std::future::ready(()).await;
    format!("{text}{other} {}", lasts(ctx))
}

/// Where to look.
#[derive(Deserialize, ToolType)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The first line.
    first_line: u32,
    /// How many.
    #[serde(default)]
    #[tool_type(default = 0)]
    most: u32,
    label: Option<String>,
}

/// Take members for parameters.
#[tool]
pub fn members(
    path: &str,
    #[cfg(any())] none: Missing,
    ctx: &Context,
    #[arg(flatten)] place: Place,
    last: bool,
) -> String {
    let Place { first_line, most, label } = place;
    format!("{path} {first_line} {most} {label:?} {last} {}", !lasts(ctx))
}

const LIMIT: u8 = u8::MAX - 1;
const WORDS: [&str; 2] = ["a", "b\""];

/// A way to turn.
#[derive(Clone, Debug, Deserialize, ToolType)]
pub enum Turn {
    Left,
    Right,
}

/// Take what the compiler looks up.
#[tool]
#[expect(clippy::too_many_arguments, reason = "one of each kind")]
pub fn looked_up(
    #[arg(default = LIMIT)] byte: u8,
    #[arg(default = -i64::MAX - 1)] low: i64,
    #[arg(default = concat!("a", 1))] text: Option<&str>,
    #[arg(default = !cfg!(test))] flag: bool,
    #[arg(default = char::MAX)] one: char,
    #[arg(default = &WORDS)] words: Vec<String>,
    #[arg(default = [[LIMIT, 2], [], [u8::MIN]])] deep: Vec<Vec<u8>>,
    #[arg(default = [Turn::Left, Turn::Right])] turns: Vec<Turn>,
    #[arg(default = [0; 2])] twice: Vec<u8>,
    #[arg(default = f64::EPSILON)] step: f64,
    #[arg(default = [std::f32::consts::PI, -0.5])] turn: Vec<f32>,
) -> String {
    format!("{byte} {low} {text:?} {flag} {one:?} {words:?} {deep:?} {turns:?} {twice:?} {step:e} {turn:?}")
}

/// Counts from somewhere.
pub struct Counter {
    from: u64,
}

#[tool(scope = "run")]
impl Counter {
    fn new(ctx: &Context) -> Result<Self, ToolError> {
        if !lasts(ctx) {
            return Err(ToolError::new("TimeoutError", "too late"));
        }
        Ok(Self { from: 10 })
    }

    /// Count.
    pub fn count(&mut self, ctx: &Context, by: u64) -> u64 {
        self.from += by + u64::from(!lasts(ctx));
        self.from
    }

    /// Count later.
    pub async fn count_later(&mut self, by: u64, ctx: Context) -> u64 {
        std::future::ready(()).await;
        self.from += by + u64::from(!lasts(&ctx));
        self.from
    }

    const STEP: u64 = 5;

    /// Count by a step.
    pub fn step(&mut self, #[arg(default = Self::STEP)] by: u64) -> u64 {
        self.from += by;
        self.from
    }

    /// See who asks, of no instance.
    pub fn known(ctx: &Context) -> bool {
        lasts(ctx)
    }
}
