//! How a number is written in a catalog: as Python's `json` writes it, in both languages.

use crate::{Out, digits::Digits, out::rendered};

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
    // Rust writes the shortest digits too, as `d.ddde-7`.
    let text = format!("{:e}", value.abs());
    let (digits, exponent) = text.split_once('e')?;
    let point = exponent.parse::<i32>().ok()? + 1;
    let digits = digits.replace('.', "");
    Some(rendered(|out| lay_out(value.is_sign_negative(), digits.as_bytes(), point, out)))
}

/// Writes a constant as [`float`] does.
///
/// # Panics
///
/// While it compiles, when the number is NaN or an infinity.
#[track_caller]
pub const fn write_f64(value: f64, out: &mut Out<'_>) {
    assert!(value.is_finite(), "JSON has no NaN and no infinity; write a finite number");
    let digits = Digits::of_f64(value.abs());
    lay_out(value.is_sign_negative(), digits.text(), digits.point(), out);
}

/// Writes a constant with the shortest digits that read back as it.
///
/// # Panics
///
/// While it compiles, when the number is NaN or an infinity.
#[track_caller]
pub const fn write_f32(value: f32, out: &mut Out<'_>) {
    assert!(value.is_finite(), "JSON has no NaN and no infinity; write a finite number");
    let digits = Digits::of_f32(value.abs());
    lay_out(value.is_sign_negative(), digits.text(), digits.point(), out);
}

/// Writes `0.d1d2d3.. × 10^point`: with its point where that is near the digits, else with an exponent.
const fn lay_out(negative: bool, digits: &[u8], point: i32, out: &mut Out<'_>) {
    if negative {
        out.byte(b'-');
    }
    let len = digits.len() as i32;
    if -4 < point && point <= 16 {
        if point <= 0 {
            out.text("0.");
        }
        let mut at = if point < 0 { point } else { 0 };
        // one digit behind the point at least
        let end = if len > point { len } else { point + 1 };
        while at < end {
            if at == point && at > 0 {
                out.byte(b'.');
            }
            out.byte(if 0 <= at && at < len { digits[at as usize] } else { b'0' });
            at += 1;
        }
        return;
    }
    let mut at = 0;
    while at < digits.len() {
        if at == 1 {
            out.byte(b'.');
        }
        out.byte(digits[at]);
        at += 1;
    }
    let exponent = point - 1;
    out.text(if exponent < 0 { "e-" } else { "e+" });
    if exponent.unsigned_abs() < 10 {
        out.byte(b'0');
    }
    out.digits(exponent.unsigned_abs() as u128);
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
    use super::*;

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

    fn constant(value: f64) -> String {
        rendered(|out| write_f64(value, out))
    }

    #[test]
    fn the_compiler_finds_the_digits_that_the_program_finds() {
        let mut values = vec![
            0.0,
            -0.0,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            2.225_073_858_507_201e-308,
            9_007_199_254_740_991.0,
            9_007_199_254_740_993.0,
            1e22,
            1e23,
            123_456_789_012_345_680.0,
            0.1,
            0.3,
            2.0 / 3.0,
        ];
        values.extend((-1074..1024).map(|exponent| 2f64.powi(exponent)));
        values.extend((-323..309).map(|exponent| format!("1e{exponent}").parse::<f64>().unwrap_or_default()));
        // a walk over bit patterns
        let mut state: u64 = 7;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            values.push(f64::from_bits(state));
        }
        for value in values.into_iter().filter(|value| value.is_finite()) {
            assert_eq!(Some(constant(value)), float(value), "{value:e}");
        }
    }

    #[test]
    fn a_single_has_its_own_shortest_digits() {
        let mut state: u32 = 7;
        let walk = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from_bits(state)
        });
        let hard = [0.1, 16_777_216.0, f32::MAX, f32::MIN_POSITIVE, 1e-45, -3.4];
        for value in hard.into_iter().chain(walk.take(20_000)).filter(|value| value.is_finite()) {
            let text = rendered(|out| write_f32(value, out));
            // what the library says of a single is at home among doubles
            let double: f64 = format!("{value:e}").parse().unwrap_or(f64::NAN);
            assert_eq!(Some(text), float(double), "{value:e}");
        }
    }

    #[test]
    fn a_constant_is_written_while_it_compiles() {
        const TEXTS: [&str; 3] = [
            crate::const_text!(|out| write_f64(f64::MAX, out)),
            crate::const_text!(|out| write_f64(5e-324, out)),
            crate::const_text!(|out| write_f32(0.1, out)),
        ];
        assert_eq!(TEXTS, ["1.7976931348623157e+308", "5e-324", "0.1"]);
    }
}
