//! Every integer type in and out: both ends of its range arrive and come back whole, and what lies beyond is named.

use std::sync::{Arc, LazyLock, mpsc};
use toolkit::{Dispatcher, Options, Registry, Reply, Request, tool};

static DISPATCHER: LazyLock<Arc<Dispatcher>> =
    LazyLock::new(|| Dispatcher::new(Registry::linked().expect("the names differ"), Options::default()));

/// What the model reads: the result, or `<Type>: <message>`.
fn call(tool: &str, n: &str) -> String {
    let (sender, receiver) = mpsc::channel();
    let arguments = format!("{{\"n\":{n}}}");
    let request = Request { name: tool, arguments: Some(&arguments), run: DISPATCHER.new_run(""), bound: None };
    DISPATCHER.call(request, move |reply| drop(sender.send(reply)));
    match receiver.recv().expect("every call is answered") {
        Reply::UnknownTool(failure) => panic!("{failure}"),
        Reply::Ended(ended) => match ended.outcome {
            Ok(answer) => answer.text().into_owned(),
            Err(failure) => failure.to_string(),
        },
    }
}

/// A tool for each type that gives its argument back, and the numbers next to the ends of its range.
macro_rules! widths {
    ($($name:ident $type:ident $below:literal $above:literal;)*) => {
        $(
            /// Give it back, as it is and as it stands in a list.
            #[tool]
            fn $name(n: $type) -> ($type, Vec<$type>) {
                (n, vec![n])
            }
        )*

        /// Name, ends, and what lies beyond.
        fn ends() -> Vec<(&'static str, String, String, &'static str, &'static str)> {
            vec![$((concat!("widths__", stringify!($name)), $type::MIN.to_string(), $type::MAX.to_string(), $below, $above),)*]
        }
    };
}

widths! {
    signed_8 i8 "-129" "128";
    signed_16 i16 "-32769" "32768";
    signed_32 i32 "-2147483649" "2147483648";
    signed_64 i64 "-9223372036854775809" "9223372036854775808";
    signed_128 i128 "-170141183460469231731687303715884105729" "170141183460469231731687303715884105728";
    signed_size isize "-9223372036854775809" "9223372036854775808";
    unsigned_8 u8 "-1" "256";
    unsigned_16 u16 "-1" "65536";
    unsigned_32 u32 "-1" "4294967296";
    unsigned_64 u64 "-1" "18446744073709551616";
    unsigned_128 u128 "-1" "340282366920938463463374607431768211456";
    unsigned_size usize "-1" "18446744073709551616";
}

#[test]
fn both_ends_of_every_integer_type_arrive_and_come_back_whole() {
    for (tool, least, most, ..) in ends() {
        for n in ["0", "1", &least, &most] {
            assert_eq!(call(tool, n), format!("[{n},[{n}]]"), "{tool}");
            assert_eq!(call(tool, &format!("\"{n}\"")), format!("[{n},[{n}]]"), "{tool}, as a text");
            assert_eq!(call(tool, &format!("{n}.0")), format!("[{n},[{n}]]"), "{tool}, as a float");
        }
    }
}

#[test]
fn what_lies_beyond_an_end_is_named_with_the_range() {
    for (tool, least, most, below, above) in ends() {
        for n in [below, above] {
            let problem = format!("TypeError: {tool}: \"n\" must be an integer from {least} to {most}, got {n}");
            assert_eq!(call(tool, n), problem);
        }
        let text =
            format!("TypeError: {tool}: \"n\" must be an integer from {least} to {most}, got the string \"{above}\"");
        assert_eq!(call(tool, &format!("\"{above}\"")), text);
        assert_eq!(call(tool, "0.5"), format!("TypeError: {tool}: \"n\" must be an integer, got 0.5"));
    }
}

#[test]
fn a_wide_number_is_a_number_in_the_schema_and_its_range_is_not_told() {
    for (tool, ..) in ends() {
        let catalog = DISPATCHER.catalog();
        let listed = catalog.find(tool).expect("it is listed");
        assert_eq!(
            listed.spec().schema.to_string(),
            r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#
        );
    }
}
