use super::*;
use crate::{
    linked::{Entry, LinkedTool},
    outcome::Answer,
    spec::Origin,
};
use toolkit_rules::{Held, Param, Schema, Scope};

pub(crate) fn param(name: &'static str, schema: Schema) -> Param {
    Param {
        name: Held::Static(name),
        schema,
        required: true,
        description: Held::Static(""),
        default: None,
        null_when_absent: false,
    }
}

/// A linked tool of this name, as an expansion of `#[tool]` makes them.
pub(crate) fn tool(name: &'static str, line: u32, params: Vec<Param>, entry: Entry) -> &'static LinkedTool {
    let stem = name.split("__").next().unwrap_or(name);
    let spec = ToolSpec {
        name: Held::Static(name),
        description: Held::Static("Do it."),
        wrapped: false,
        schema: toolkit_rules::input_schema(&params).into(),
        entry: toolkit_rules::entry(name, "Do it.", &params, Scope::Call).into(),
        params: params.into(),
        scope: Scope::Call,
        origin: Origin {
            file: format!("src/{stem}.rs").into(),
            stem: Held::Static(stem),
            package: Held::Static("app"),
            line,
            column: 1,
            place: 0,
        },
        bound: None,
    };
    Box::leak(Box::new(LinkedTool { spec: Box::leak(Box::new(spec)), entry }))
}

fn dispatcher(tools: Vec<&'static LinkedTool>, options: Options) -> Arc<Dispatcher> {
    Dispatcher::new(Registry::of(tools).expect("names differ"), options)
}

fn wait(dispatcher: &Arc<Dispatcher>, name: &str, arguments: &str, bound: Option<Duration>) -> Reply {
    let (sender, receiver) = mpsc::channel();
    let run = dispatcher.run("test");
    dispatcher.call(Request { name, arguments: Some(arguments), run, bound }, move |reply| {
        let _ = sender.send(reply);
    });
    receiver.recv_timeout(Duration::from_secs(10)).expect("every call is answered")
}

fn text(reply: Reply) -> String {
    match reply {
        Reply::UnknownTool(failure) => format!("unknown: {failure}"),
        Reply::Ended(Ended { outcome: Ok(answer), .. }) => answer.json,
        Reply::Ended(Ended { outcome: Err(failure), .. }) => failure.to_string(),
    }
}

fn standard() -> Vec<&'static LinkedTool> {
    vec![
        tool(
            "sum__add",
            1,
            vec![param("a", Schema::Integer(None)), param("b", Schema::Integer(None))],
            Entry::Function(|_, arguments| {
                let number = |at| arguments.get(at).and_then(|text| text.parse::<i64>().ok()).unwrap_or_default();
                Ok(Answer { json: (number(0) + number(1)).to_string() })
            }),
        ),
        tool("bad__panic", 1, vec![], Entry::Function(|_, _| panic!("out of {}", "luck"))),
        tool(
            "bad__spin",
            2,
            vec![],
            Entry::Function(|_, _| {
                loop {
                    std::hint::spin_loop();
                    thread::sleep(Duration::from_millis(5));
                }
            }),
        ),
        tool(
            "bad__block",
            3,
            vec![],
            Entry::AsyncFunction(|_, _| {
                Box::pin(async {
                    thread::sleep(Duration::from_secs(3600));
                    Ok(Answer { json: "null".to_owned() })
                })
            }),
        ),
        tool(
            "ok__later",
            1,
            vec![],
            Entry::AsyncFunction(|_, _| {
                Box::pin(async {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    Ok(Answer { json: "\"later\"".to_owned() })
                })
            }),
        ),
    ]
}

#[test]
fn a_call_is_checked_run_and_answered() {
    let d = dispatcher(standard(), Options::default());
    assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":"3"}"#, None)), "5");
    assert_eq!(text(wait(&d, "ok__later", "{}", None)), "\"later\"");
    assert_eq!(
        text(wait(&d, "sum__add", r#"{"a":"five","c":1}"#, None)),
        "TypeError: sum__add: \"a\" must be an integer, got the string \"five\"; \"c\" is not a parameter; there are \"a\", \"b\"; \"b\" is required and missing"
    );
    assert_eq!(
        text(wait(&d, "sum__ad", "{}", None)),
        "unknown: LookupError: unknown tool `sum__ad`, did you mean `sum__add`?"
    );
}

#[test]
fn a_panic_is_a_failed_call() {
    let d = dispatcher(standard(), Options::default());
    assert_eq!(text(wait(&d, "bad__panic", "{}", None)), "Panic: out of luck");
    assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None)), "5");
}

#[test]
fn the_bound_is_kept_whatever_the_tool_does_and_the_next_call_is_served() {
    let d = dispatcher(standard(), Options::default());
    for _ in 0..6 {
        for name in ["bad__spin", "bad__block"] {
            let begun = Instant::now();
            let bound = Duration::from_millis(200);
            assert_eq!(text(wait(&d, name, "{}", Some(bound))), "TimeoutError: tool call exceeded 0.2s");
            assert!(begun.elapsed() < bound + Duration::from_millis(100), "{name} took {:?}", begun.elapsed());
            assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None)), "5");
            assert_eq!(text(wait(&d, "ok__later", "{}", None)), "\"later\"");
        }
    }
}
