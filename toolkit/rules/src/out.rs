//! A text writer that works in `const` context: what does not fit its buffer is counted, so that one function first
//! measures a text and then writes it.

/// Where rendering functions write. Start with an empty buffer to measure, then again with one of [`Out::len`] bytes.
pub struct Out<'a> {
    buffer: &'a mut [u8],
    len: usize,
}

impl<'a> Out<'a> {
    /// A writer that starts at the beginning of `buffer`.
    pub const fn new(buffer: &'a mut [u8]) -> Self {
        Self { buffer, len: 0 }
    }

    /// Bytes written or counted so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was written yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends one byte.
    pub const fn byte(&mut self, byte: u8) {
        if self.len < self.buffer.len() {
            self.buffer[self.len] = byte;
        }
        self.len += 1;
    }

    /// Appends a text as it is.
    pub const fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            self.byte(bytes[i]);
            i += 1;
        }
    }

    /// Appends a whole number in decimal digits.
    pub const fn integer(&mut self, value: i128) {
        if value < 0 {
            self.byte(b'-');
        }
        self.digits(value.unsigned_abs());
    }

    /// Appends the digits of a whole number.
    pub const fn digits(&mut self, mut value: u128) {
        let mut digits = [0u8; 39];
        let mut n = 0;
        loop {
            digits[n] = b'0' + (value % 10) as u8;
            n += 1;
            value /= 10;
            if value == 0 {
                break;
            }
        }
        while n > 0 {
            n -= 1;
            self.byte(digits[n]);
        }
    }

    /// Appends a text as a JSON string: quoted, with the escapes JSON asks for and no others.
    pub const fn json(&mut self, text: &str) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        self.byte(b'"');
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            match bytes[i] {
                b'"' => self.text("\\\""),
                b'\\' => self.text("\\\\"),
                b'\n' => self.text("\\n"),
                b'\r' => self.text("\\r"),
                b'\t' => self.text("\\t"),
                0x08 => self.text("\\b"),
                0x0c => self.text("\\f"),
                control @ 0..0x20 => {
                    self.text("\\u00");
                    self.byte(HEX[(control >> 4) as usize]);
                    self.byte(HEX[(control & 15) as usize]);
                }
                other => self.byte(other),
            }
            i += 1;
        }
        self.byte(b'"');
    }
}

/// Measures and writes: `write` is called twice.
pub(crate) fn rendered(write: impl Fn(&mut Out<'_>)) -> String {
    let mut measure = Out::new(&mut []);
    write(&mut measure);
    let mut buffer = vec![0; measure.len()];
    write(&mut Out::new(&mut buffer));
    String::from_utf8(buffer).expect("rendering copies whole characters")
}

/// Writes items between brackets, a comma between each two.
pub fn separated<T>(
    out: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(T, &mut String),
) {
    out.push(open);
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(close);
}

/// `text` as a JSON string.
#[must_use]
pub fn json_string(text: &str) -> String {
    rendered(|out| out.json(text))
}

/// Makes a `&'static str` constant of what a `const fn(&mut Out)` call writes.
///
/// `const_text!(|out| schema.write(out))` is measured and written by the compiler.
#[macro_export]
macro_rules! const_text {
    (|$out:ident| $write:expr) => {{
        const LEN: usize = {
            let mut measure = $crate::Out::new(&mut []);
            let $out = &mut measure;
            $write;
            measure.len()
        };
        const BYTES: [u8; LEN] = {
            let mut buffer = [0; LEN];
            let mut writer = $crate::Out::new(&mut buffer);
            let $out = &mut writer;
            $write;
            buffer
        };
        const TEXT: &str = match ::core::str::from_utf8(&BYTES) {
            ::core::result::Result::Ok(text) => text,
            ::core::result::Result::Err(_) => ::core::panic!("rendering copies whole characters"),
        };
        TEXT
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_strings_escape_what_json_asks_for_and_nothing_else() {
        for (text, json) in [
            ("", r#""""#),
            ("é🦀/<", r#""é🦀/<""#),
            ("a\"b\\c", r#""a\"b\\c""#),
            ("\n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f}", "\"\\n\\r\\t\\b\\f\\u0001\\u001f\u{7f}\""),
        ] {
            assert_eq!(json_string(text), json);
        }
    }

    #[test]
    fn integers_of_every_width_are_written_whole() {
        assert_eq!(rendered(|out| out.integer(i128::MIN)), i128::MIN.to_string());
        assert_eq!(rendered(|out| out.integer(0)), "0");
        assert_eq!(rendered(|out| out.digits(u128::MAX)), u128::MAX.to_string());
    }

    #[test]
    fn a_constant_is_measured_and_written_by_the_compiler() {
        const TEXT: &str = const_text!(|out| out.json("é\n"));
        assert_eq!(TEXT, "\"é\\n\"");
    }
}
