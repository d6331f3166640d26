//! Frames: a length, a small head, and a body that is opaque here.
//!
//! ```text
//! length u32 (of what follows) | op u8 | flag u8 | split u16 | call u64 | key u64 | run u64 | body
//! ```
//!
//! Both sides are the same build of the same crate on one machine, so numbers are little-endian and a frame that does
//! not parse is a lost worker, never an answer.

use super::Wire;
use crate::{
    error::Failure,
    outcome::{Answer, Form},
};
use std::{io, os::fd::RawFd};

/// What a frame says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    /// To the worker: call the tool `key` for `run` with the arguments in the body.
    Call = 1,
    /// To the worker: end the call; the body is the message of the error raised in it.
    Cancel,
    /// To the worker: are you there?
    Ping,
    /// To the worker: load again what moved. The first one's body says what there is to be loaded at all.
    Refresh,
    /// To the worker: the run has ended.
    EndRun,
    /// To the worker: the run's instance of the stem in the body is not to be used again.
    DropInstance,
    /// From the worker: it is up; the body is its edition.
    Hello,
    /// From the worker: it cannot work; the body says why.
    Unfit,
    /// From the worker: the result in the body.
    Ok,
    /// From the worker: a failure; its type is the first `split` bytes of the body.
    Failed,
    /// From the worker: the key is of a part that has been loaded again since.
    Stale,
    /// From the worker: about to load the part in the body.
    Importing,
    /// From the worker: somebody reads. `flag` may have [`Op::HAS_LOOP`] and [`Op::ON_MAIN`].
    Pong,
    /// From the worker: a call could be made, the interpreter lock had.
    Attached,
    /// From the worker: the event loop turns.
    Looped,
    /// From the worker: the call that is about to be answered found a fresh instance; the body says why.
    Fresh,
    /// From the worker: which methods the file with the stem in the body has. `key` is the question's number.
    LookUp,
    /// From the worker: call a method on behalf of the call; the body is stem, method and arguments, a zero byte between
    /// each. `key` is the question's number.
    Ask,
    /// To the worker: what came of the question `key`: a JSON text, or with [`Op::FAILED`] a failure as in
    /// [`Op::Failed`].
    Told,
}

impl Op {
    /// In a [`Op::Pong`]: there is an event loop, so [`Op::Looped`] is to be expected.
    pub const HAS_LOOP: u8 = 1;
    /// In a [`Op::Pong`]: the main thread runs the call that was asked about.
    pub const ON_MAIN: u8 = 2;
    /// In a [`Op::Told`]: it failed.
    pub const FAILED: u8 = 1;
    /// In a [`Op::Ok`]: the result is content.
    pub const CONTENT: u8 = 1;

    const ALL: [Self; 19] = [
        Self::Call,
        Self::Cancel,
        Self::Ping,
        Self::Refresh,
        Self::EndRun,
        Self::DropInstance,
        Self::Hello,
        Self::Unfit,
        Self::Ok,
        Self::Failed,
        Self::Stale,
        Self::Importing,
        Self::Pong,
        Self::Attached,
        Self::Looped,
        Self::Fresh,
        Self::LookUp,
        Self::Ask,
        Self::Told,
    ];

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte).checked_sub(1)?).copied()
    }
}

const LENGTH: usize = 4;
const HEAD: usize = 32;

/// All of a frame but its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub op: Op,
    pub flag: u8,
    /// Where a body of two parts is split.
    pub split: u16,
    pub call: Wire,
    pub key: u64,
    pub run: u64,
}

impl Head {
    pub fn new(op: Op, call: Wire) -> Self {
        Self { op, flag: 0, split: 0, call, key: 0, run: 0 }
    }

    fn bytes(&self) -> [u8; HEAD - LENGTH] {
        let mut bytes = [0; HEAD - LENGTH];
        (bytes[0], bytes[1]) = (self.op as u8, self.flag);
        bytes[2..4].copy_from_slice(&self.split.to_le_bytes());
        for (at, number) in [(4, self.call.number()), (12, self.key), (20, self.run)] {
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

/// A frame that is being written at the end of a buffer.
pub struct Frame {
    at: usize,
}

impl Frame {
    /// Writes the head; the body follows, and then [`Frame::end`].
    pub fn begin(out: &mut Vec<u8>, head: Head) -> Self {
        let at = out.len();
        out.extend_from_slice(&[0; LENGTH]);
        out.extend_from_slice(&head.bytes());
        Self { at }
    }

    /// Writes the length. A body of 4 GiB or more does not fit a frame and is taken back.
    pub fn end(self, out: &mut Vec<u8>) -> Result<(), usize> {
        let length = out.len() - self.at - LENGTH;
        match u32::try_from(length) {
            Ok(short) => {
                out[self.at..self.at + LENGTH].copy_from_slice(&short.to_le_bytes());
                Ok(())
            }
            Err(_) => {
                out.truncate(self.at);
                Err(length)
            }
        }
    }

    /// A whole frame.
    pub fn whole(head: Head, body: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEAD + body.len());
        let frame = Self::begin(&mut out, head);
        out.extend_from_slice(body);
        // what is sent whole is names and short texts; the length is checked where results are written
        let _ = frame.end(&mut out);
        out
    }

    /// Writes a call's answer.
    pub fn answer(call: Wire, answer: &Answer, out: &mut Vec<u8>) {
        let flag = if answer.form == Form::Content { Op::CONTENT } else { 0 };
        let frame = Self::begin(out, Head { flag, ..Head::new(Op::Ok, call) });
        out.extend_from_slice(answer.json.as_bytes());
        if let Err(length) = frame.end(out) {
            let message = format!("the result is {length} bytes long; return less than 4 GiB");
            Self::failure(call, "MemoryError", &message, out);
        }
    }

    /// Writes a call's failure.
    pub fn failure(call: Wire, kind: &str, message: &str, out: &mut Vec<u8>) {
        // a type's name of 64 KiB is cut: it is a name
        let kind = &kind[..kind.floor_char_boundary(usize::from(u16::MAX))];
        let split = u16::try_from(kind.len()).unwrap_or(u16::MAX);
        let frame = Self::begin(out, Head { split, ..Head::new(Op::Failed, call) });
        out.extend_from_slice(kind.as_bytes());
        out.extend_from_slice(message.as_bytes());
        if let Err(length) = frame.end(out) {
            Self::failure(call, kind, &format!("its message is {length} bytes long"), out);
        }
    }

    /// Gives a whole frame another head.
    pub fn address(whole: &mut [u8], head: Head) {
        whole[LENGTH..HEAD].copy_from_slice(&head.bytes());
    }
}

impl Failure {
    /// A failure as the other side wrote it.
    pub(crate) fn of_frame(head: Head, body: &[u8]) -> Self {
        let (kind, message) = body.split_at_checked(usize::from(head.split)).unwrap_or((b"RuntimeError", body));
        Self::new(String::from_utf8_lossy(kind).into_owned(), String::from_utf8_lossy(message))
    }
}

/// Where frames come in: many a read when many wait.
pub struct Frames {
    buffer: Vec<u8>,
    from: usize,
    to: usize,
}

impl Frames {
    const ROOM: usize = 64 * 1024;

    /// Ready to read.
    #[must_use]
    pub fn with_room() -> Self {
        Self { buffer: vec![0; Self::ROOM], from: 0, to: 0 }
    }

    /// Without room yet: a stand-in while the real ones are read from.
    pub fn empty() -> Self {
        Self { buffer: Vec::new(), from: 0, to: 0 }
    }

    /// The last read took all there was room for: there may be more.
    pub fn is_full(&self) -> bool {
        self.to == self.buffer.len()
    }

    /// The whole length of the frame that begins at `from`, once known.
    fn wanted(&self) -> Option<usize> {
        let length = self.buffer[self.from..self.to].first_chunk::<LENGTH>()?;
        Some(LENGTH + u32::from_le_bytes(*length) as usize)
    }

    /// The next whole frame, without reading.
    pub fn next_frame(&mut self) -> Option<io::Result<(Head, &[u8])>> {
        let length = self.wanted()?;
        if self.to - self.from < length {
            return None;
        }
        let frame = self.from..self.from + length;
        self.from += length;
        Some(parse(&self.buffer[frame]).ok_or_else(|| io::Error::other("not a frame")))
    }

    /// Reads once. `Ok(0)` is the end.
    pub fn fill(&mut self, socket: RawFd, wait: bool) -> io::Result<usize> {
        if self.from == self.to {
            (self.from, self.to) = (0, 0);
            if self.buffer.len() > 16 * Self::ROOM {
                self.buffer = vec![0; Self::ROOM];
            }
        } else if self.from > 0 {
            self.buffer.copy_within(self.from..self.to, 0);
            (self.from, self.to) = (0, self.to - self.from);
        }
        if let Some(wanted) = self.wanted()
            && self.buffer.len() < wanted
        {
            self.buffer.resize(wanted, 0);
        }
        let free = &mut self.buffer[self.to..];
        let flags = if wait { 0 } else { libc::MSG_DONTWAIT };
        // SAFETY: the pointer and the length are those of a live buffer that nobody else can reach.
        let got = unsafe { libc::recv(socket, free.as_mut_ptr().cast(), free.len(), flags) };
        let got = usize::try_from(got).map_err(|_| io::Error::last_os_error())?;
        self.to += got;
        Ok(got)
    }
}

fn parse(frame: &[u8]) -> Option<(Head, &[u8])> {
    let number = |at: usize| Some(u64::from_le_bytes(*frame.get(at..)?.first_chunk()?));
    let head = Head {
        op: Op::from_byte(*frame.get(4)?)?,
        flag: *frame.get(5)?,
        split: u16::from_le_bytes(*frame.get(6..)?.first_chunk()?),
        call: Wire::from_number(number(8)?),
        key: number(16)?,
        run: number(24)?,
    };
    Some((head, frame.get(HEAD..)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{io::Write, os::fd::AsRawFd};

    #[test]
    fn every_op_survives_its_byte() {
        for op in Op::ALL {
            assert_eq!(Op::from_byte(op as u8), Some(op));
        }
        assert_eq!(Op::from_byte(0), None);
        assert_eq!(Op::from_byte(u8::try_from(Op::ALL.len()).unwrap() + 1), None);
    }

    #[test]
    fn frames_come_out_as_they_went_in_however_they_are_cut() {
        let (a, b) = std::os::unix::net::UnixStream::pair().unwrap();
        let bodies: Vec<Vec<u8>> = [0, 1, 31, 70_000, 3, 200_000, 0].iter().map(|&n| vec![7; n]).collect();
        let wires: Vec<Wire> = (1..).map(|turn| Wire { slot: turn * 3, turn }).take(bodies.len()).collect();
        let sent: Vec<u8> = std::iter::zip(&bodies, &wires)
            .flat_map(|(body, &call)| {
                Frame::whole(Head { flag: 5, split: 9, key: 1 << 40, run: 77, ..Head::new(Op::Ok, call) }, body)
            })
            .collect();
        let writer = std::thread::spawn(move || {
            for piece in sent.chunks(4099) {
                (&a).write_all(piece).unwrap();
            }
        });
        let mut frames = Frames::with_room();
        for (body, call) in std::iter::zip(bodies, wires) {
            loop {
                if let Some(frame) = frames.next_frame() {
                    let (head, got) = frame.unwrap();
                    assert_eq!(
                        head,
                        Head { flag: 5, split: 9, key: 1 << 40, run: 77, ..Head::new(Op::Ok, call) },
                        "the head"
                    );
                    assert_eq!(got, body);
                    break;
                }
                assert!(frames.fill(b.as_raw_fd(), true).unwrap() > 0, "the stream ended early");
            }
        }
        writer.join().unwrap();
        assert_eq!(frames.fill(b.as_raw_fd(), true).unwrap(), 0);
    }

    #[test]
    fn bytes_that_are_no_frame_are_an_error() {
        for length in [0u32, 3, 27] {
            let mut frames = Frames::with_room();
            frames.buffer[..4].copy_from_slice(&length.to_le_bytes());
            frames.to = 4 + length as usize;
            assert!(frames.next_frame().expect("a whole frame").is_err(), "length {length}");
        }
    }
}
