//! Long results: written whole to a file that the model is told of, and cut to their beginning and end.

use crate::outcome::{Answer, Form};
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
        answer.json.len() > WHOLE && answer.form == Form::Plain && (self == Self::All || answer.json.starts_with('"'))
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
        Ok(Some(Spilled { answer: Answer::value(json_string(&cut)), path }))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Answer {
        Answer::value(json_string(&"é".repeat(length)))
    }

    #[test]
    fn a_string_is_cut_past_twenty_thousand_characters_and_kept_whole_for_its_owner_alone() {
        assert!(Spill::Strings.write(&text(WHOLE)).unwrap().is_none());
        let spilled = Spill::Strings.write(&text(WHOLE + 1)).unwrap().expect("one character more is too long");
        assert_eq!(spilled.answer, text(FIRST + LAST));
        assert_eq!(fs::read_to_string(&spilled.path).unwrap(), "é".repeat(WHOLE + 1));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&spilled.path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::remove_file(spilled.path).unwrap();
    }

    #[test]
    fn other_json_arrives_whole_unless_all_of_it_is_to_be_cut() {
        let list = Answer::value(format!("[{}0]", "0,".repeat(WHOLE)));
        assert!(!Spill::Strings.concerns(&list));
        assert!(Spill::All.concerns(&list) && !Spill::All.concerns(&Answer::content(&*list.json)));
        assert!(Spill::Strings.write(&list).unwrap().is_none());
        let spilled = Spill::All.write(&list).unwrap().expect("it is long");
        assert_eq!(fs::read_to_string(&spilled.path).unwrap(), list.json);
        assert_eq!(spilled.answer.text().chars().count(), FIRST + LAST);
        fs::remove_file(spilled.path).unwrap();
    }

    #[test]
    fn our_files_go_after_a_day_and_nobody_elses() {
        let directory = std::env::temp_dir().join(format!("toolkit-spill-{}", Uuid::new_v4()));
        fs::create_dir(&directory).unwrap();
        let now = SystemTime::now();
        let write = |name: &str, age: Duration| {
            let file = File::create(directory.join(name)).unwrap();
            file.set_modified(now - age).unwrap();
        };
        let ours = || format!("tool-{}.txt", Uuid::new_v4());
        let (old, young) = (ours(), ours());
        write(&old, KEPT + Duration::from_secs(60));
        write(&young, KEPT - Duration::from_secs(60));
        write("tool-box.txt", KEPT * 2);
        write("notes.txt", KEPT * 2);
        remove_old(&directory, now);
        let left = |name: &str| directory.join(name).exists();
        assert!(!left(&old));
        assert!(left(&young) && left("tool-box.txt") && left("notes.txt"));
        fs::remove_dir_all(directory).unwrap();
    }
}
