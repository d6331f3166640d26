//! What Rust tools return and how they fail, as callers see it in process: every kind of result, every kind of error,
//! results with a schema, and media.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    convert::Infallible,
    error::Error,
    fmt,
    sync::{Arc, LazyLock, mpsc},
};
use toolkit::{
    Answer, Audio, Content, Dispatcher, Ended, Failure, Form, Image, Json, Options, Registry, Reply, Request, Resource,
    Spill, ToolError, ToolType, tool,
};

static DISPATCHER: LazyLock<Arc<Dispatcher>> = LazyLock::new(|| dispatcher(Options::default()));

fn dispatcher(options: Options) -> Arc<Dispatcher> {
    Dispatcher::new(Registry::linked().expect("the names differ"), options)
}

fn ended(dispatcher: &Arc<Dispatcher>, tool: &str) -> Ended {
    let (sender, receiver) = mpsc::channel();
    let request =
        Request { name: &format!("results__{tool}"), arguments: None, run: dispatcher.new_run(""), bound: None };
    dispatcher.call(request, move |reply| drop(sender.send(reply)));
    match receiver.recv().expect("every call is answered") {
        Reply::UnknownTool(failure) => panic!("{failure}"),
        Reply::Ended(ended) => ended,
    }
}

/// What a model reads.
fn text(tool: &str) -> String {
    match ended(&DISPATCHER, tool).outcome {
        Ok(answer) => answer.text().into_owned(),
        Err(failure) => failure.to_string(),
    }
}

fn answer(tool: &str) -> Answer {
    ended(&DISPATCHER, tool).outcome.unwrap_or_else(|failure| panic!("{tool}: {failure}"))
}

/// Tools of one line: what each returns is the test.
macro_rules! tools {
    ($($name:ident() -> $result:ty { $body:expr })*) => {$(
        #[tool(description = "Return it.")]
        fn $name() -> $result {
            $body
        }
    )*};
}

tools! {
    unit() -> () { () }
    unit_or_text() -> Result<(), String> { Ok(()) }
    none() -> Option<u8> { None }
    some() -> Option<&'static str> { Some("a") }
    cow() -> Cow<'static, str> { Cow::Borrowed("a\n") }
    boxed_text() -> Box<str> { "a".into() }
    character() -> char { '"' }
    wide() -> (u128, i128) { (u128::MAX, i128::MIN) }
    single() -> [f32; 3] { [0.1, 1.0, 16_777_216.0] }
    double() -> f64 { 0.1 + 0.2 }
    bytes() -> Vec<u8> { vec![0, 255] }
    keyed() -> BTreeMap<i8, bool> { BTreeMap::from([(-1, true), (2, false)]) }
    value() -> Value { json!({"b": 1, "a": [null]}) }
    raw() -> Box<serde_json::value::RawValue> { serde_json::value::to_raw_value(&1.50).expect("JSON") }
    raw_on_lines() -> Box<serde_json::value::RawValue> { serde_json::from_str("{\r\n \"a\\n\": 1\n}").expect("JSON") }
    pointed() -> Arc<Box<[u8]>> { Arc::new(Box::new([1])) }
    infallible() -> Result<u8, Infallible> { Ok(1) }
    inner() -> Result<Result<u8, String>, String> { Ok(Err("no".into())) }
    handed_on() -> Answer { Answer::value("[1]") }
    handed_on_lines() -> Answer { Answer::value(" [\n1]\n") }
    handed_on_text() -> Answer { Answer::value("not \"so\"") }
    handed_on_block() -> Answer { Answer::content("[1]") }
    handed_on_or_not() -> Result<Answer, Failure> { Ok(Answer::content("[]")) }
}

/// Return what only says that it serialises.
#[tool]
fn opaque() -> impl Serialize {
    [1, 2]
}

/// Return it, or not.
#[tool]
async fn opaque_or_not() -> Result<impl Serialize, impl fmt::Display> {
    std::future::ready(Ok::<_, String>("a")).await
}

#[test]
fn a_result_is_the_text_it_is_or_compact_json() {
    for (tool, result) in [
        ("unit", "null"),
        ("unit_or_text", "null"),
        ("none", "null"),
        ("some", "a"),
        ("cow", "a\n"),
        ("boxed_text", "a"),
        ("character", "\""),
        ("wide", "[340282366920938463463374607431768211455,-170141183460469231731687303715884105728]"),
        ("single", "[0.1,1.0,16777216.0]"),
        ("double", "0.30000000000000004"),
        ("bytes", "[0,255]"),
        ("keyed", r#"{"-1":true,"2":false}"#),
        ("value", r#"{"b":1,"a":[null]}"#),
        ("raw", "1.5"),
        ("raw_on_lines", r#"{   "a\n": 1 }"#),
        ("pointed", "[1]"),
        ("infallible", "1"),
        ("inner", r#"{"Err":"no"}"#),
        ("opaque", "[1,2]"),
        ("opaque_or_not", "a"),
        ("handed_on", "[1]"),
        ("handed_on_lines", "[ 1]"),
        ("handed_on_text", "TypeError: the answer is not the JSON that it says: expected ident at line 1 column 2"),
        (
            "handed_on_block",
            "TypeError: the answer is not the JSON that it says: invalid type: integer `1`, expected a map at line 1 column 2",
        ),
        ("handed_on_or_not", "[]"),
    ] {
        assert_eq!(text(tool), result, "{tool}");
    }
    assert_eq!(answer("handed_on").form, Form::Plain);
    assert_eq!(answer("handed_on_or_not").form, Form::Content);
}

/// An error with a cause.
#[derive(Debug, thiserror::Error)]
enum LoadError {
    #[error("cannot load the notes")]
    Read(#[source] ReadError),
    #[error("cannot load the notes: {0}")]
    Told(#[from] ReadError),
    #[error(transparent)]
    As(Box<LoadError>),
}

#[derive(Debug, thiserror::Error)]
#[error("cannot read `a.md`")]
struct ReadError(#[source] fmt::Error);

fn read_error() -> ReadError {
    ReadError(fmt::Error)
}

/// An error that is no `Error`.
struct Sorry<T>(T);

impl<T: fmt::Display> fmt::Display for Sorry<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sorry, {}", self.0)
    }
}

/// An error whose words fail.
struct Mute;

impl fmt::Display for Mute {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("no words")
    }
}

/// An error that is its own cause.
#[derive(Debug)]
struct Circle;

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("round")
    }
}

impl Error for Circle {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self)
    }
}

impl toolkit::ErrorType for Circle {
    fn error_type(&self) -> Cow<'static, str> {
        "CircleError".into()
    }
}

fn context<T>(result: Result<T, impl Into<anyhow::Error>>) -> anyhow::Result<T> {
    anyhow::Context::context(result.map_err(Into::into), "cannot start")
}

tools! {
    typed() -> Result<(), LoadError> { Err(LoadError::Read(read_error())) }
    typed_told() -> Result<(), LoadError> { Err(read_error().into()) }
    typed_transparent() -> Result<(), LoadError> { Err(LoadError::As(Box::new(LoadError::Read(read_error())))) }
    typed_box() -> Result<(), Box<LoadError>> { Err(Box::new(LoadError::Read(read_error()))) }
    any() -> anyhow::Result<()> { context(Err(read_error())) }
    any_text() -> anyhow::Result<()> { anyhow::bail!("no `{}`", "a") }
    any_named() -> anyhow::Result<()> { context(Err(ToolError::new("ValueError", "`n` is 0"))) }
    any_failure() -> anyhow::Result<()> { context(Err(Failure::new("LookupError", "no such tool"))) }
    dynamic() -> Result<(), Box<dyn Error>> { Err(read_error().into()) }
    dynamic_sent() -> Result<(), Box<dyn Error + Send>> { Err(Box::new(read_error())) }
    dynamic_shared() -> Result<(), Box<dyn Error + Send + Sync>> { Err(read_error().into()) }
    dynamic_text() -> Result<(), Box<dyn Error + Send + Sync>> { Err("gone".into()) }
    dynamic_named() -> Result<(), Box<dyn Error>> { Err(ToolError::new("ValueError", "`n` is 0").into()) }
    counted() -> Result<(), Arc<dyn Error + Send + Sync>> { Err(Arc::new(read_error())) }
    failure() -> Result<(), Failure> { Err(Failure::new("ValueError", "not so")) }
    named_box() -> Result<(), Box<ToolError>> { Err(Box::new(ToolError::new("ValueError", "not so"))) }
    named_twice() -> Result<(), ToolError> { Err(ToolError::new("ValueError", "ValueError: not so")) }
    shown() -> Result<(), Sorry<u8>> { Err(Sorry(7)) }
    shown_box() -> Result<(), Box<dyn fmt::Display>> { Err(Box::new("hidden")) }
    borrowed() -> Result<(), &'static dyn Error> { Err(&Circle) }
    round() -> Result<(), Circle> { Err(Circle) }
    lines() -> Result<(), String> { Err("one\n  two".into()) }
    empty() -> Result<(), ToolError> { Err(ToolError::new("ValueError", "")) }
    mute() -> Result<(), Mute> { Err(Mute) }
    json_or_not() -> Result<Json<u8>, LoadError> { Err(LoadError::Read(read_error())) }
    never() -> ! { panic!("as it says") }
}

/// Wait, and never return.
#[tool]
async fn never_later() -> ! {
    std::future::ready(()).await;
    panic!("as it says")
}

#[test]
fn a_failure_says_what_it_is_and_what_caused_it() {
    let cause = "cannot read `a.md`: an error occurred when formatting an argument";
    for (tool, result) in [
        ("typed", format!("LoadError: cannot load the notes: {cause}")),
        ("typed_told", format!("LoadError: cannot load the notes: {cause}")),
        ("typed_transparent", format!("LoadError: cannot load the notes: {cause}")),
        ("typed_box", format!("Error: cannot load the notes: {cause}")),
        ("any", format!("Error: cannot start: {cause}")),
        ("any_text", "Error: no `a`".into()),
        ("any_named", "ValueError: cannot start: `n` is 0".into()),
        ("any_failure", "LookupError: cannot start: no such tool".into()),
        ("dynamic", format!("Error: {cause}")),
        ("dynamic_sent", format!("Error: {cause}")),
        ("dynamic_shared", format!("Error: {cause}")),
        ("dynamic_text", "Error: gone".into()),
        ("dynamic_named", "ValueError: `n` is 0".into()),
        ("counted", format!("Error: {cause}")),
        ("failure", "ValueError: not so".into()),
        ("named_box", "ValueError: not so".into()),
        ("named_twice", "ValueError: not so".into()),
        ("shown", "Sorry: sorry, 7".into()),
        ("shown_box", "Error: hidden".into()),
        ("borrowed", "Error: round".into()),
        ("round", "CircleError: round".into()),
        ("lines", "Error: one\n  two".into()),
        ("empty", "ValueError: ".into()),
        ("mute", "Panic: no words".into()),
        ("json_or_not", format!("LoadError: cannot load the notes: {cause}")),
        ("never", "Panic: as it says".into()),
        ("never_later", "Panic: as it says".into()),
    ] {
        assert_eq!(text(tool), result, "{tool}");
    }
}

/// A place.
#[derive(Serialize, Deserialize, ToolType)]
struct Place {
    name: String,
    /// Metres.
    height: Option<f64>,
    near: Vec<Place2>,
}

/// Another place.
#[derive(Serialize, Deserialize, ToolType)]
struct Place2 {
    name: String,
}

/// A place whose name is written as something else.
#[derive(Deserialize, ToolType)]
struct Misnamed {
    name: String,
}

impl Serialize for Misnamed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        BTreeMap::from([("name", json!([self.name])), ("nmae", json!(1))]).serialize(serializer)
    }
}

fn place() -> Place {
    Place { name: "Ben Nevis".into(), height: None, near: vec![Place2 { name: "Carn Dearg".into() }] }
}

/// A place as it was written once.
#[deprecated(note = "write a `Place`")]
#[derive(Serialize)]
struct OldPlace(u8);

/// Find a place.
#[allow(deprecated, reason = "old callers read it")]
#[tool]
fn old_place() -> OldPlace {
    OldPlace(1)
}

macro_rules! list_of {
    ($type:ty) => { Json<Vec<$type>> };
}

/// List places.
#[tool]
fn listed() -> list_of!(u8) {
    Json(vec![1])
}

type Aliased<T> = Result<Json<T>, ToolError>;

tools! {
    object() -> Json<Place> { Json(place()) }
    object_or_not() -> Result<Json<Place>, String> { Ok(Json(place())) }
    aliased() -> Aliased<Vec<u8>> { Ok(Json(vec![1])) }
    any_object() -> anyhow::Result<Json<u8>> { Ok(Json(1)) }
    long_list() -> Json<Vec<String>> { Json(vec!["é".repeat(20_001)]) }
    long_text() -> Json<String> { Json("é".repeat(20_001)) }
    maybe() -> Json<Option<Place>> { Json(None) }
    misnamed() -> Json<Misnamed> { Json(Misnamed { name: "a".into() }) }
    not_finite() -> Json<f64> { Json(f64::NAN) }
    no_schema() -> Vec<u8> { Vec::new() }
}

/// A place of its own.
#[derive(Default, Serialize, Deserialize, ToolType)]
struct Map {
    scale: u32,
}

#[tool]
impl Map {
    /// Find a place.
    #[tool(name = "results__found")]
    pub async fn found<'a>(&self, #[arg(default = "a")] name: &'a str) -> Result<Json<Vec<String>>, &'a str> {
        std::future::ready(()).await;
        Ok(Json(vec![name.to_owned()]))
    }

    /// Copy the map.
    #[tool]
    pub fn copied(&self) -> Json<Self> {
        Json(Self { scale: self.scale })
    }
}

#[test]
fn a_schema_is_said_where_the_result_is_json_of_a_type_that_has_one() {
    let catalog = DISPATCHER.catalog();
    let output = |tool: &str| {
        let listed = catalog.find(&format!("results__{tool}")).unwrap_or_else(|| panic!("{tool} is listed"));
        listed.spec().extras.output.as_deref().map(toolkit::rules::schema::output_text)
    };
    let place = concat!(
        r#"{"type":"object","properties":{"name":{"type":"string"},"#,
        r#""height":{"anyOf":[{"type":"number"},{"type":"null"}],"description":"Metres."},"#,
        r#""near":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}},"#,
        r#""required":["name","near"]}"#
    );
    for (tool, schema) in [
        ("object", Some(place)),
        ("object_or_not", Some(place)),
        ("aliased", Some(r#"{"type":"array","items":{"type":"integer"}}"#)),
        ("any_object", Some(r#"{"type":"integer"}"#)),
        ("json_or_not", Some(r#"{"type":"integer"}"#)),
        ("found", Some(r#"{"type":"array","items":{"type":"string"}}"#)),
        ("listed", Some(r#"{"type":"array","items":{"type":"integer"}}"#)),
        ("copied", Some(r#"{"type":"object","properties":{"scale":{"type":"integer"}},"required":["scale"]}"#)),
        ("old_place", None),
        ("no_schema", None),
        ("any", None),
        ("never", None),
        ("cow", None),
    ] {
        assert_eq!(output(tool).as_deref(), schema, "{tool}");
    }
}

#[test]
fn a_result_with_a_schema_is_held_against_it_and_arrives_whole() {
    let all = dispatcher(Options::default().spill(Spill::All));
    for (tool, result) in [
        ("object", r#"{"name":"Ben Nevis","height":null,"near":[{"name":"Carn Dearg"}]}"#.to_owned()),
        ("aliased", "[1]".to_owned()),
        ("found", r#"["a"]"#.to_owned()),
        ("maybe", "null".to_owned()),
        ("long_list", format!(r#"["{}"]"#, "é".repeat(20_001))),
        ("long_text", "é".repeat(20_001)),
    ] {
        let ended = ended(&all, tool);
        assert!(!ended.truncated, "{tool}");
        assert_eq!(ended.outcome.expect("it went well").text(), result, "{tool}");
    }
    all.stop();
    assert_eq!(
        text("misnamed"),
        "TypeError: results__misnamed: the result is not what its schema says, \"result.name\" must be a string, got the array [\"a\"]; \"result.nmae\" is not a member, did you mean \"name\"?; let `Serialize` and `ToolType` say the same"
    );
    assert!(text("not_finite").starts_with("ValueError: the result holds NaN, "));
}

tools! {
    picture() -> Image { Image::png([1, 2, 3]) }
    sound() -> Result<Audio, String> { Ok(Audio::mp3([0])) }
    page() -> Resource { Resource::text("file:///a.md", "# A") }
    part() -> Content { "a".into() }
    mixed() -> Result<Vec<Content>, ToolError> { Ok(vec!["a".into(), Image::jpeg([]).into()]) }
    pictures() -> Vec<Image> { vec![Image::png([1]), Image::png([2])] }
    nothing_to_see() -> Vec<Content> { Vec::new() }
    misspelled() -> Image { Image::new("jpg", []) }
}

#[test]
fn media_are_blocks_that_say_what_they_are() {
    for (tool, json) in [
        ("picture", r#"{"type":"image","data":"AQID","mimeType":"image/png"}"#),
        ("sound", r#"{"type":"audio","data":"AA==","mimeType":"audio/mpeg"}"#),
        ("page", r##"{"type":"resource","resource":{"uri":"file:///a.md","text":"# A"}}"##),
        ("part", r#"{"type":"text","text":"a"}"#),
        ("mixed", r#"[{"type":"text","text":"a"},{"type":"image","data":"","mimeType":"image/jpeg"}]"#),
        (
            "pictures",
            r#"[{"type":"image","data":"AQ==","mimeType":"image/png"},{"type":"image","data":"Ag==","mimeType":"image/png"}]"#,
        ),
        ("nothing_to_see", "[]"),
    ] {
        assert_eq!(answer(tool), Answer::content(json), "{tool}");
    }
    assert_eq!(text("misspelled"), "ValueError: `jpg` is no media type of image data; write one as `image/png`");
}
