//! Long results: written whole to a file that the model is told of, and cut to their beginning and end.

use crate::outcome::Answer;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Mutex,
    time::{Duration, Instant, SystemTime},
};
use toolkit_rules::json_string;
use uuid::Uuid;

/// Which long results are written to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spill {
    /// Strings only; other JSON arrives whole.
    #[default]
    Strings,
    /// Any result, as its JSON text.
    All,
}

/// Characters (code points) that arrive whole.
const WHOLE: usize = 20_000;
const FIRST: usize = 4_000;
const LAST: usize = 1_000;
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// A result that was cut, and where it is whole.
pub(crate) struct Spilled {
    pub(crate) answer: Answer,
    pub(crate) path: PathBuf,
}

impl Spill {
    /// Whether the answer may be too long; cheap, and never `false` for one that is.
    pub(crate) fn concerns(self, answer: &Answer) -> bool {
        answer.json.len() > WHOLE && (self == Self::All || answer.json.starts_with('"'))
    }

    /// Writes a long answer to a file in the temporary directory; `None` when it is not long.
    pub(crate) fn write(self, answer: &Answer) -> io::Result<Option<Spilled>> {
        let text = match serde_json::from_str::<String>(&answer.json) {
            Ok(text) => text,
            Err(_) if self == Self::All => answer.json.clone(),
            Err(_) => return Ok(None),
        };
        let length = text.chars().count();
        if length <= WHOLE {
            return Ok(None);
        }
        let directory = std::env::temp_dir();
        let path = directory.join(format!("tool-{}.txt", Uuid::new_v4()));
        write_private(&path, text.as_bytes())?;
        sweep(&directory);
        let at = |n| text.char_indices().nth(n).map_or(text.len(), |(at, _)| at);
        let cut = [&text[..at(FIRST)], &text[at(length - LAST)..]].concat();
        Ok(Some(Spilled { answer: Answer { json: json_string(&cut) }, path }))
    }
}

fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file: File = options.open(path)?;
    file.write_all(bytes)
}

/// Removes our own files of more than a day ago, at most once an hour.
fn sweep(directory: &Path) {
    static LAST_SWEEP: Mutex<Option<Instant>> = Mutex::new(None);
    let now = Instant::now();
    match LAST_SWEEP.try_lock() {
        Ok(mut last) if last.is_none_or(|last| now - last >= SWEEP) => *last = Some(now),
        _ => return,
    }
    remove_old(directory, SystemTime::now());
}

fn remove_old(directory: &Path, now: SystemTime) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_ours)
            && let Ok(about) = entry.metadata()
            && about.is_file()
            && about.modified().is_ok_and(|then| now.duration_since(then).is_ok_and(|age| age > KEPT))
        {
            // Somebody else's file of such a name stays: the temporary directory lets only its owner remove it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_ours(name: &str) -> bool {
    let id = name.strip_prefix("tool-").and_then(|rest| rest.strip_suffix(".txt"));
    id.is_some_and(|id| id.len() == 36 && Uuid::try_parse(id).is_ok())
}
