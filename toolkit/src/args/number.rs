//! Numbers as text: whether one is whole, and its digits then. No float is asked, so that no digit is lost.

use std::borrow::Cow;

/// A whole number's digits are not written out beyond this many.
const MOST_DIGITS: usize = 4_300;

/// The plain digits of a JSON number that is whole: `5.0` and `0.5e1` are `5`, `-0.0` is `0`. `None` when it is not
/// whole or absurdly long.
pub(super) fn whole(number: &str) -> Option<Cow<'_, str>> {
    let (negative, unsigned) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    if unsigned.bytes().all(|b| b.is_ascii_digit()) {
        return Some(if negative && unsigned == "0" { Cow::Borrowed("0") } else { Cow::Borrowed(number) });
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [before, after].concat();
    let kept = digits.trim_end_matches('0').len();
    if kept == 0 {
        return Some(Cow::Borrowed("0"));
    }
    // An exponent that no i64 holds is far out of reach in either direction.
    let exponent: i64 = exponent.map_or(Ok(0), str::parse).ok()?;
    let point = usize::try_from(i64::try_from(before.len()).ok()?.checked_add(exponent)?).ok()?;
    if point < kept || point > MOST_DIGITS {
        return None;
    }
    let mut plain = digits;
    plain.truncate(point);
    plain.extend(std::iter::repeat_n('0', point - plain.len()));
    let plain = plain.trim_start_matches('0');
    Some(Cow::Owned(format!("{}{plain}", if negative { "-" } else { "" })))
}

/// Whether a text is one JSON number and nothing else.
pub(super) fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
        && serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_is_told_from_a_fraction_without_a_float() {
        for (number, digits) in [
            ("5", Some("5")),
            ("-5", Some("-5")),
            ("-0", Some("0")),
            ("5.0", Some("5")),
            ("-3.00", Some("-3")),
            ("-0.0", Some("0")),
            ("0e99999999999999999999", Some("0")),
            ("1e3", Some("1000")),
            ("1E+3", Some("1000")),
            ("1.5e1", Some("15")),
            ("0.5e1", Some("5")),
            ("1200e-2", Some("12")),
            ("123456789012345678901234567890", Some("123456789012345678901234567890")),
            ("123456789012345678901234567890.0", Some("123456789012345678901234567890")),
            ("5.5", None),
            ("1e-3", None),
            ("1201e-2", None),
            ("1e99999", None),
            ("1e-99999999999999999999", None),
            ("9007199254740993.5", None),
        ] {
            assert_eq!(whole(number).as_deref(), digits, "{number}");
        }
    }

    #[test]
    fn a_number_in_a_text_is_nothing_but_a_number() {
        for (text, number) in [
            ("5", true),
            ("-1.5e3", true),
            (" 5", false),
            ("5 ", false),
            ("+5", false),
            ("007", false),
            ("NaN", false),
            ("", false),
            ("0x10", false),
        ] {
            assert_eq!(is_number(text), number, "{text:?}");
        }
    }
}
