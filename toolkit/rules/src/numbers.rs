//! How a number is written in a catalog: as Python's `json` writes it, in both languages.

/// The shortest digits that read back as `value`, in the form of Python's `repr`: `1.0`, `1e-07`, `1e+16`.
///
/// # Errors
///
/// `None` for NaN and infinities, which JSON cannot say.
#[must_use]
pub fn float(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    // Rust writes the shortest digits too, as `d.ddde-7`; only the layout differs.
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let digits = digits.replace('.', "");
    Some(if (-4..16).contains(&exponent) {
        let point = exponent + 1;
        if point <= 0 {
            format!("{sign}0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
        } else if digits.len() <= point as usize {
            format!("{sign}{digits}{}.0", "0".repeat(point as usize - digits.len()))
        } else {
            format!("{sign}{}.{}", &digits[..point as usize], &digits[point as usize..])
        }
    } else {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{first}{point}{rest}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    })
}

/// The sentence about a number that JSON cannot say, found at `place` in a result (`rates[2].low`; empty when it is the
/// whole result). Both languages' results are refused with it, as a `ValueError`.
#[must_use]
pub fn not_finite(value: f64, place: &str) -> String {
    let name = if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "infinity"
    } else {
        "-infinity"
    };
    let at = if place.is_empty() { String::new() } else { format!(" at `{place}`") };
    format!("the result holds {name}{at}, which JSON cannot say; return null or a text instead")
}

#[cfg(test)]
mod tests {
    use super::{float, not_finite};

    #[test]
    fn a_number_that_json_cannot_say_is_named_with_its_place() {
        let sentence = not_finite(f64::NEG_INFINITY, "rates[2].low");
        assert_eq!(
            sentence,
            "the result holds -infinity at `rates[2].low`, which JSON cannot say; return null or a text instead"
        );
        assert!(not_finite(f64::NAN, "").starts_with("the result holds NaN, which"));
    }

    #[test]
    fn floats_are_laid_out_as_python_lays_them_out() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (1.5, "1.5"),
            (-12.25, "-12.25"),
            (1e-7, "1e-07"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.2345e22, "1.2345e+22"),
            (123456789.125, "123456789.125"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(float(value).as_deref(), Some(text));
        }
        assert_eq!(float(f64::NAN), None);
        assert_eq!(float(f64::INFINITY), None);
    }
}
