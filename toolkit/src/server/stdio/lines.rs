//! Lines out of a stream: many a read, each at most as long as the bound, the rest of a longer one thrown away.

use std::io::{ErrorKind, Read, Result};

const CHUNK: usize = 64 << 10;

/// One line.
pub(super) enum Line<'a> {
    /// Without its end.
    Whole(&'a [u8]),
    /// It is past the bound and is not kept.
    TooLong,
}

/// Reads lines.
pub(super) struct Lines<R> {
    source: R,
    longest: usize,
    buffer: Vec<u8>,
    /// What was read and not yet given out.
    start: usize,
    end: usize,
    /// Up to here there is no line end.
    seen: usize,
    /// The line that is being read is too long, and has been refused.
    skipping: bool,
    over: bool,
}

impl<R: Read> Lines<R> {
    /// Lines of at most `longest` bytes.
    pub(super) fn new(source: R, longest: usize) -> Self {
        Self { source, longest, buffer: vec![0; CHUNK], start: 0, end: 0, seen: 0, skipping: false, over: false }
    }

    /// Reads once. False when the stream is over; what is left without an end is then a line too.
    pub(super) fn fill(&mut self) -> Result<bool> {
        if self.start == self.end {
            (self.start, self.end, self.seen) = (0, 0, 0);
            if self.buffer.len() > 16 * CHUNK {
                self.buffer.truncate(CHUNK);
                self.buffer.shrink_to_fit();
            }
        } else if self.end == self.buffer.len() && self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.seen -= self.start;
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let read = loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.end += read;
        self.over = read == 0;
        Ok(read > 0)
    }

    /// The next line of what was read.
    pub(super) fn next(&mut self) -> Option<Line<'_>> {
        loop {
            let found = memchr::memchr(b'\n', &self.buffer[self.seen..self.end]).map(|at| self.seen + at);
            let (line_end, next) = match found {
                Some(at) => (at, at + 1),
                None if self.over && self.start < self.end => (self.end, self.end),
                None => {
                    self.seen = self.end;
                    if self.end - self.start <= self.longest && !self.skipping {
                        return None;
                    }
                    self.start = self.end;
                    return (!std::mem::replace(&mut self.skipping, true)).then_some(Line::TooLong);
                }
            };
            let line = self.start..line_end;
            (self.start, self.seen) = (next, next);
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            return Some(if line.len() > self.longest { Line::TooLong } else { Line::Whole(&self.buffer[line]) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out its bytes a few at a time.
    struct Dribble<'a>(&'a [u8], usize);

    impl Read for Dribble<'_> {
        fn read(&mut self, out: &mut [u8]) -> Result<usize> {
            let n = self.1.min(self.0.len()).min(out.len());
            out[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn all(bytes: &[u8], step: usize, longest: usize) -> Vec<String> {
        let mut lines = Lines::new(Dribble(bytes, step), longest);
        let mut found = Vec::new();
        loop {
            let more = lines.fill().expect("memory can be read");
            while let Some(line) = lines.next() {
                found.push(match line {
                    Line::Whole(line) => String::from_utf8_lossy(line).into_owned(),
                    Line::TooLong => "<too long>".to_owned(),
                });
            }
            if !more {
                return found;
            }
        }
    }

    #[test]
    fn lines_come_whole_however_they_arrive() {
        for step in [1, 2, 3, 7, 100] {
            assert_eq!(all(b"one\n\ntwo\r\nthe last", step, 100), ["one", "", "two\r", "the last"], "step {step}");
        }
    }

    #[test]
    fn a_line_past_the_bound_is_refused_once_and_the_stream_goes_on() {
        for step in [1, 4, 5, 64, 1000] {
            let text = format!("a\n{}\nb\n{}", "x".repeat(30), "y".repeat(30));
            assert_eq!(all(text.as_bytes(), step, 10), ["a", "<too long>", "b", "<too long>"], "step {step}");
        }
    }

    #[test]
    fn a_line_longer_than_the_buffer_is_kept_whole() {
        let long = "z".repeat(5 * CHUNK + 3);
        let text = format!("first\n{long}\nlast\n");
        assert_eq!(all(text.as_bytes(), 10_000, usize::MAX), ["first", &long, "last"]);
    }
}
