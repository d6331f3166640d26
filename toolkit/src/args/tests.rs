use super::*;
use crate::spec::{Extras, Origin};
use toolkit_rules::{Held, IntRange, Literal, Schema, Scope};

fn param(name: &'static str, schema: Schema) -> Param {
    Param {
        name: Held::Static(name),
        schema,
        required: true,
        description: Held::Static(""),
        default: None,
        null_when_absent: false,
    }
}

fn optional(name: &'static str, schema: Schema) -> Param {
    Param { required: false, ..param(name, schema) }
}

fn nullable(schema: Schema) -> Schema {
    Schema::Nullable(schema.into())
}

fn array(schema: Schema) -> Schema {
    Schema::Array(Some(schema.into()))
}

fn map(schema: Schema) -> Schema {
    Schema::Object(Some(schema.into()))
}

fn text(text: &'static str) -> Literal {
    Literal::String(Held::Static(text))
}

fn spec(params: Vec<Param>) -> ToolSpec {
    ToolSpec {
        name: Held::Static("t__f"),
        description: Held::Static(""),
        wrapped: false,
        params: params.into(),
        scope: Scope::Call,
        schema: Held::Static(""),
        entry: Held::Static(""),
        origin: Origin {
            file: Held::Static("t.rs"),
            stem: Held::Static("t"),
            package: Held::Static(""),
            line: 1,
            column: 1,
            place: 0,
        },
        bound: None,
        extras: Extras::NONE,
    }
}

/// What arrives: the object's text, or what the caller reads.
fn arrives(params: &[Param], raw: &str, strict: bool) -> Result<String, String> {
    let spec = spec(params.to_vec());
    let arguments = check(&spec, Some(raw), strict).map_err(|failure| {
        let text = failure.to_string();
        text.strip_prefix("TypeError: t__f: ").unwrap_or(&text).to_owned()
    })?;
    // The places that a Rust tool reads are the values that a Python tool's parser finds.
    let whole: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&arguments.text.replace("\\ud800", "")).expect("what arrives is an object");
    let given = spec.params.iter().enumerate().filter_map(|(at, param)| Some((param, arguments.get(at)?)));
    let mut count = 0;
    for (param, value) in given {
        count += 1;
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&value.replace("\\ud800", "")).ok().as_ref(),
            whole.get(&*param.name),
            "{raw}"
        );
    }
    assert_eq!(count, whole.len(), "{raw}: nothing arrives that is no parameter");
    Ok(arguments.text)
}

/// Each schema with what is given, and what arrives or what is wrong with it.
fn table(rows: &[(Schema, &str, Result<&str, &str>)], strict: bool) {
    for (schema, given, wanted) in rows {
        let arrived = arrives(&[param("x", schema.clone())], &format!("{{\"x\":{given}}}"), strict);
        let wanted = match wanted {
            Ok(value) => Ok(format!("{{\"x\":{value}}}")),
            Err(problem) => Err(format!("\"x\"{problem}")),
        };
        assert_eq!(arrived, wanted, "{given} for {schema:?}");
    }
}

#[test]
fn scalars_take_the_same_value_in_another_dress_and_nothing_else() {
    let byte = || Schema::Integer(Some(IntRange { min: 0, max: 255 }));
    let int = || Schema::Integer(None);
    let number = || Schema::Number { single: false };
    table(
        &[
            (int(), "5", Ok("5")),
            (int(), "5.0", Ok("5")),
            (int(), "1e3", Ok("1000")),
            (int(), "-0.0", Ok("0")),
            (int(), "-0", Ok("0")),
            (int(), r#""5""#, Ok("5")),
            (int(), r#""230.0""#, Ok("230")),
            (int(), r#""-7""#, Ok("-7")),
            (int(), "123456789012345678901234567890", Ok("123456789012345678901234567890")),
            (int(), "1e30", Ok("1000000000000000000000000000000")),
            (int(), "5.5", Err(" must be an integer, got 5.5")),
            (int(), "true", Err(" must be an integer, got true")),
            (int(), "null", Err(" must be an integer, got null")),
            (int(), r#""five""#, Err(r#" must be an integer, got the string "five""#)),
            (int(), r#""true""#, Err(r#" must be an integer, got the string "true""#)),
            (int(), r#"" 5""#, Err(r#" must be an integer, got the string " 5""#)),
            (int(), r#""""#, Err(r#" must be an integer, got the string """#)),
            (int(), "[5]", Err(" must be an integer, got the array [5]")),
            (int(), r#"{"n":5}"#, Err(r#" must be an integer, got the object {"n":5}"#)),
            (byte(), "255", Ok("255")),
            (byte(), "7.0", Ok("7")),
            (byte(), "256", Err(" must be an integer from 0 to 255, got 256")),
            (byte(), "-1", Err(" must be an integer from 0 to 255, got -1")),
            (byte(), "1e99", Err(" must be an integer from 0 to 255, got 1e99")),
            (number(), "2", Ok("2")),
            (number(), "2.50", Ok("2.50")),
            (number(), r#""2.5""#, Ok("2.5")),
            (number(), r#""NaN""#, Err(r#" must be a number, got the string "NaN""#)),
            (number(), "true", Err(" must be a number, got true")),
            (
                number(),
                "1e999",
                Err(" must be a number from -1.7976931348623157e308 to 1.7976931348623157e308, got 1e999"),
            ),
            (
                Schema::Number { single: true },
                "1e39",
                Err(" must be a number from -3.4028234663852886e38 to 3.4028234663852886e38, got 1e39"),
            ),
            (Schema::Boolean, "true", Ok("true")),
            (Schema::Boolean, r#""false""#, Ok("false")),
            (Schema::Boolean, "1", Err(" must be a boolean, got 1")),
            (Schema::Boolean, r#""yes""#, Err(r#" must be a boolean, got the string "yes""#)),
            (Schema::String, r#""5""#, Ok(r#""5""#)),
            (Schema::String, r#""{\"a\": 1}""#, Ok(r#""{\"a\": 1}""#)),
            (Schema::String, r#""null""#, Ok(r#""null""#)),
            (Schema::String, r#""\ud800""#, Ok(r#""\ud800""#)),
            (Schema::String, "5", Err(" must be a string, got 5")),
            (Schema::Char, r#""é""#, Ok(r#""é""#)),
            (Schema::Char, r#""\ud83e\udd80""#, Ok(r#""\ud83e\udd80""#)),
            (Schema::Char, r#""ab""#, Err(r#" must be a string of one character, got the string "ab""#)),
            (Schema::Char, r#""""#, Err(r#" must be a string of one character, got the string """#)),
        ],
        false,
    );
}

#[test]
fn ranges_hold_at_both_ends_of_every_width() {
    for (range, inside, outside) in [
        (IntRange { min: 0, max: u128::from(u64::MAX) }, "18446744073709551615", "18446744073709551616"),
        (IntRange { min: i128::from(i64::MIN), max: i64::MAX as u128 }, "-9223372036854775808", "-9223372036854775809"),
        (
            IntRange { min: 0, max: u128::MAX },
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456",
        ),
        (
            IntRange { min: i128::MIN, max: i128::MAX as u128 },
            "-170141183460469231731687303715884105728",
            "170141183460469231731687303715884105728",
        ),
        (IntRange { min: 1, max: 255 }, "1", "0"),
    ] {
        let params = [param("n", Schema::Integer(Some(range)))];
        assert_eq!(arrives(&params, &format!("{{\"n\":{inside}}}"), false), Ok(format!("{{\"n\":{inside}}}")));
        let IntRange { min, max } = range;
        assert_eq!(
            arrives(&params, &format!("{{\"n\":{outside}}}"), false),
            Err(format!("\"n\" must be an integer from {min} to {max}, got {outside}"))
        );
    }
}

#[test]
fn containers_are_looked_into_and_may_come_as_text() {
    let int = || Schema::Integer(None);
    table(
        &[
            (array(int()), "[1, 2]", Ok("[1, 2]")),
            (array(int()), "[1, 2.0, -3.0]", Ok("[1,2,-3]")),
            (array(int()), r#""[1, \"2\"]""#, Ok("[1,2]")),
            (array(int()), r#""[1, 2]""#, Ok("[1, 2]")),
            (array(int()), "1", Err(" must be an array, got 1")),
            (array(int()), r#""1, 2""#, Err(r#" must be an array, got the string "1, 2""#)),
            (array(int()), r#""[1, 2""#, Err(r#" must be an array, got the string "[1, 2""#)),
            (array(nullable(int())), r#"[null, "5"]"#, Ok("[null,5]")),
            (array(array(int())), r#"[[1], "[2]"]"#, Ok("[[1],[2]]")),
            (array(Schema::Char), r#"["a", "é"]"#, Ok(r#"["a", "é"]"#)),
            (map(Schema::Char), r#""{\"a\": \"b\"}""#, Ok(r#"{"a": "b"}"#)),
            (Schema::Array(None), r#"["1", {}, null, 1e30]"#, Ok(r#"["1", {}, null, 1e30]"#)),
            (array(Schema::Any), r#""[5]""#, Ok("[5]")),
            (Schema::Object(None), r#"{"n":"5","deep":["6"]}"#, Ok(r#"{"n":"5","deep":["6"]}"#)),
            (map(int()), r#"{"a":1,"b":"2"}"#, Ok(r#"{"a":1,"b":2}"#)),
            (map(int()), r#""{\"a\": 1}""#, Ok(r#"{"a": 1}"#)),
            (map(int()), "[]", Err(" must be an object, got the array []")),
        ],
        false,
    );
    for (schema, given, problem) in [
        (array(Schema::String), r#"["a", "b", 3]"#, r#""x[2]" must be a string, got 3"#),
        (array(Schema::Char), r#"["ab"]"#, r#""x[0]" must be a string of one character, got the string "ab""#),
        (array(int()), "[null]", r#""x[0]" must be an integer, got null"#),
        (map(int()), r#"{"n":"b"}"#, r#""x.n" must be an integer, got the string "b""#),
        (array(map(int())), r#"[{}, {"n": 1.5}]"#, r#""x[1].n" must be an integer, got 1.5"#),
    ] {
        assert_eq!(arrives(&[param("x", schema)], &format!("{{\"x\":{given}}}"), false), Err(problem.to_owned()));
    }
}

#[test]
fn structs_are_checked_like_a_call() {
    let point =
        Schema::Struct(vec![param("left", Schema::Integer(None)), optional("top", Schema::Integer(None))].into());
    let params = [param("at", point)];
    for (given, wanted) in [
        (r#"{"at":{"left":1}}"#, Ok(r#"{"at":{"left":1}}"#)),
        (r#"{"at":{"top":"2","left":1}}"#, Ok(r#"{"at":{"left":1,"top":2}}"#)),
        (r#"{"at":{"left":1,"top":null}}"#, Ok(r#"{"at":{"left":1}}"#)),
        (r#"{"at":{"lft":1}}"#, Err(r#""at.lft" is not a member, did you mean "left"?"#)),
        (r#"{"at":{}}"#, Err(r#""at.left" is required and missing"#)),
        (r#"{"at":{"left":1,"left":2}}"#, Err(r#""at.left" is given twice; give it once"#)),
        (r#"{"at":"{\"left\":1}"}"#, Ok(r#"{"at":{"left":1}}"#)),
        (r#"{"at":[1]}"#, Err(r#""at" must be an object, got the array [1]"#)),
    ] {
        assert_eq!(arrives(&params, given, false), wanted.map(str::to_owned).map_err(str::to_owned), "{given}");
    }
}

#[test]
fn a_default_inside_a_struct_is_filled_in_where_the_member_is_left_out() {
    let with_default =
        |name, default| Param { default: Some(Held::Static(default)), ..optional(name, Schema::Integer(None)) };
    let size = Schema::Struct(vec![with_default("width", "3"), optional("height", Schema::Integer(None))].into());
    let params = [param("sizes", array(size)), with_default("n", "4")];
    for (given, wanted) in [
        (r#"{"sizes":[{}]}"#, r#"{"sizes":[{"width":3}]}"#),
        (r#"{"sizes":[{"width":null,"height":null}]}"#, r#"{"sizes":[{"width":3}]}"#),
        (r#"{"sizes":[{"width":5},{"height":"2"}]}"#, r#"{"sizes":[{"width":5},{"width":3,"height":2}]}"#),
        (r#"{"sizes":[{"width":5}],"n":1}"#, r#"{"sizes":[{"width":5}],"n":1}"#),
    ] {
        assert_eq!(arrives(&params, given, false), Ok(wanted.to_owned()), "{given}");
    }
}

#[test]
fn the_word_that_was_meant_is_named() {
    let speed = || Schema::Enum(vec![text("fast"), text("slow"), Literal::Integer(5)].into());
    for (given, problem) in [
        (r#""fats""#, r#"the string "fats", did you mean "fast"?"#),
        (r#""SLOW""#, r#"the string "SLOW", did you mean "slow"?"#),
        (r#""s\u006cw""#, r#"the string "s\u006cw", did you mean "slow"?"#),
        (r#""quick""#, r#"the string "quick""#),
        ("6", "6"),
    ] {
        let wanted = Err(format!(r#""x" must be one of "fast", "slow", 5, got {problem}"#));
        assert_eq!(arrives(&[param("x", speed())], &format!("{{\"x\":{given}}}"), false), wanted, "{given}");
    }
}

#[test]
fn enums_take_their_values_as_written_first() {
    let mixed = || Schema::Enum(vec![text("5"), Literal::Integer(6), Literal::Boolean(true)].into());
    let problem = r#" must be one of "5", 6, true, got "#;
    for (given, wanted) in [
        (r#""5""#, Ok(r#""5""#)),
        ("6", Ok("6")),
        ("6.0", Ok("6")),
        (r#""6""#, Ok("6")),
        ("true", Ok("true")),
        (r#""true""#, Ok("true")),
        ("5", Err("5")),
        ("false", Err("false")),
        (r#""six""#, Err(r#"the string "six""#)),
        ("null", Err("null")),
    ] {
        let wanted = match wanted {
            Ok(value) => Ok(format!("{{\"x\":{value}}}")),
            Err(got) => Err(format!("\"x\"{problem}{got}")),
        };
        assert_eq!(arrives(&[param("x", mixed())], &format!("{{\"x\":{given}}}"), false), wanted, "{given}");
    }
}

#[test]
fn null_counts_as_not_given_where_nothing_is_required() {
    let plain = optional("n", Schema::Integer(None));
    let handed = Param { null_when_absent: true, ..optional("n", nullable(Schema::Integer(None))) };
    let required = param("n", nullable(Schema::Integer(None)));
    for (param, given, wanted) in [
        (&plain, r#"{"n":null}"#, Ok("{}")),
        (&plain, "{}", Ok("{}")),
        (&handed, "{}", Ok(r#"{"n":null}"#)),
        (&handed, r#"{"n":null}"#, Ok(r#"{"n":null}"#)),
        (&handed, r#"{"n":"3"}"#, Ok(r#"{"n":3}"#)),
        (&required, r#"{"n":null}"#, Ok(r#"{"n":null}"#)),
        (&required, "{}", Err(r#""n" is required and missing"#)),
    ] {
        let params = [param.clone()];
        assert_eq!(arrives(&params, given, false), wanted.map(str::to_owned).map_err(str::to_owned), "{given}");
    }
}

#[test]
fn strict_takes_no_other_dress() {
    let int = || Schema::Integer(None);
    table(
        &[
            (int(), "5", Ok("5")),
            (int(), "5.0", Err(" must be an integer, got 5.0")),
            (int(), r#""5""#, Err(r#" must be an integer, got the string "5""#)),
            (Schema::Boolean, r#""true""#, Err(r#" must be a boolean, got the string "true""#)),
            (Schema::Number { single: false }, "2", Ok("2")),
            (array(int()), r#""[1]""#, Err(r#" must be an array, got the string "[1]""#)),
            (Schema::Enum(vec![Literal::Integer(5)].into()), "5.0", Err(" must be one of 5, got 5.0")),
        ],
        true,
    );
    assert_eq!(
        arrives(&[optional("n", int())], r#"{"n":null}"#, true),
        Err(r#""n" must be an integer, got null"#.to_owned())
    );
    assert_eq!(arrives(&[optional("n", nullable(int()))], r#"{"n":null}"#, true), Ok("{}".to_owned()));
    assert_eq!(
        arrives(&[], r#""{}""#, true),
        Err(r#"the arguments must be an object, got the string "{}""#.to_owned())
    );
}

#[test]
fn all_problems_are_told_at_once_with_what_was_meant() {
    let params = [param("subject", Schema::String), param("body", Schema::String), param("n", Schema::Integer(None))];
    for (given, wanted) in [
        (
            r#"{"subject":1,"boddy":"x","n":"five"}"#,
            r#""subject" must be a string, got 1; "boddy" is not a parameter, did you mean "body"?; "n" must be an integer, got the string "five""#,
        ),
        (r#"{"n":1}"#, r#""subject" is required and missing; "body" is required and missing"#),
        (
            r#"{"subject":"","body":"","n":1,"zzzzzz":2}"#,
            r#""zzzzzz" is not a parameter; there are "subject", "body", "n""#,
        ),
        (r#"{"subject":"","body":"","n":1,"n":2}"#, r#""n" is given twice; give it once"#),
    ] {
        assert_eq!(arrives(&params, given, false), Err(wanted.to_owned()), "{given}");
    }
    assert_eq!(arrives(&[], r#"{"x":1}"#, false), Err(r#""x" is not a parameter; there are none"#.to_owned()));
}

#[test]
fn long_values_and_long_lists_of_problems_are_shortened() {
    let params = [param("tags", array(Schema::Integer(None)))];
    let given = format!("{{\"tags\":{}}}", serde_json::json!(vec!["é".repeat(1000); 50]));
    let problem = arrives(&params, &given, false).expect_err("they are strings");
    assert!(problem.starts_with(&format!("\"tags[0]\" must be an integer, got the string \"{}…", "é".repeat(59))));
    assert!(problem.ends_with("; and 30 more"), "{problem}");
    assert!(problem.len() < 20 * 250, "{}", problem.len());
}

#[test]
fn arguments_are_an_object_or_a_text_that_holds_one() {
    let params = [optional("n", Schema::Integer(None))];
    for (given, wanted) in [
        ("null", Ok("{}")),
        ("{}", Ok("{}")),
        (" { \"n\" : 5 } ", Ok("{ \"n\" : 5 }")),
        (r#""{\"n\": \"5\"}""#, Ok(r#"{"n":5}"#)),
        ("[1]", Err("the arguments must be an object, got the array [1]")),
        ("5", Err("the arguments must be an object, got 5")),
        (r#""n=5""#, Err(r#"the arguments must be an object, got the string "n=5""#)),
        ("", Err("the arguments must be an object, got an empty text")),
        (r#"{"n":5"#, Err("the arguments are not valid JSON: EOF while parsing an object at line 1 column 6")),
        (r#"{"n":NaN}"#, Err("the arguments are not valid JSON: expected value at line 1 column 6")),
    ] {
        assert_eq!(arrives(&params, given, false), wanted.map(str::to_owned).map_err(str::to_owned), "{given}");
    }
    let spec = spec(params.to_vec());
    assert_eq!(check(&spec, None, true).map(|arguments| arguments.text), Ok("{}".to_owned()));
}

#[test]
fn depth_costs_no_stack() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let params = [param("x", Schema::Array(None))];
    let given = format!("{{\"x\":{deep}}}");
    let arguments = check(&spec(params.to_vec()), Some(&given), false).expect("any list fits");
    assert_eq!(arguments.get(0), Some(deep.as_str()));
    let params = [param("x", array(Schema::Integer(None)))];
    assert!(arrives(&params, &given, false).is_err_and(|problem| problem.starts_with("\"x[0]\" must be an integer")));
}
