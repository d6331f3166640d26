//! What the README says is run: its commands with their output, its files as a project of one's own. Its Rust blocks
//! are doctests of this package.

#![cfg(feature = "python")]

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use toolkit_tests::Directory;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is there")
}

/// Where this very test was built: what the README's commands need is there already.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The fenced blocks of the README: what stands behind the fence, and the lines.
fn blocks() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("README.md")).expect("the README is there");
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some((info.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, body)), None) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

fn of(kind: &str) -> Vec<String> {
    blocks().into_iter().filter(|(info, _)| info == kind).map(|(_, body)| body).collect()
}

/// Runs the `$` lines of a console block and compares what they print; `...` stands for any text.
fn run_console(block: &str, folder: &Path) {
    let mut rest = block.lines().peekable();
    while let Some(line) = rest.next() {
        let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("not a command: {line}"));
        let mut wanted = String::new();
        while let Some(line) = rest.next_if(|line| !line.starts_with("$ ")) {
            wanted.push_str(line);
            wanted.push('\n');
        }
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", target())
            .output()
            .expect("sh runs");
        let got = String::from_utf8_lossy(&output.stdout);
        assert!(fits(&wanted, &got), "$ {command}\n{got}\nthe README says:\n{wanted}");
    }
}

fn fits(wanted: &str, got: &str) -> bool {
    let mut rest = got;
    let pieces: Vec<&str> = wanted.split("...").collect();
    for (at, piece) in pieces.iter().enumerate() {
        let piece = if at + 1 == pieces.len() { piece.trim_end() } else { piece };
        match rest.find(piece) {
            Some(0) => rest = &rest[piece.len()..],
            Some(found) if at > 0 => rest = &rest[found + piece.len()..],
            _ => return false,
        }
    }
    pieces.len() > 1 || rest.trim().is_empty()
}

#[test]
fn the_commands_print_what_the_readme_shows() {
    let consoles = of("console");
    assert!(consoles.len() > 1, "the README shows commands");
    for block in consoles {
        run_console(&block, &root());
    }
}

#[test]
fn the_first_command_shows_the_catalog_and_serves_it() {
    let command = of("sh").into_iter().next().expect("the README has a command");
    let mut server = Command::new("sh")
        .args(["-c", &command])
        .current_dir(root())
        .process_group(0)
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh runs");
    let mut lines = BufReader::new(server.stdout.take().expect("standard output is piped")).lines();
    let mut shown = String::new();
    for line in lines.by_ref().map_while(Result::ok) {
        let ready = line.contains("\"ready\":true");
        shown.push_str(&line);
        shown.push('\n');
        if ready {
            break;
        }
    }
    for tool in ["text__slug", "words__slug", "primes__count", "table__summarise"] {
        assert!(shown.contains(tool), "{tool} is not shown: {shown}");
    }
    let answer = post("127.0.0.1:8765", "/rpc", r#"{"op":"call","name":"tally__add","args":{"amount":2}}"#);
    // SAFETY: the group was made for this child and holds nothing else.
    unsafe { libc::kill(-i32::try_from(server.id()).expect("a process id"), libc::SIGTERM) };
    let until = Instant::now() + Duration::from_secs(5);
    while server.try_wait().expect("a child can be waited for").is_none() {
        assert!(Instant::now() < until, "the server ends on SIGTERM");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(answer.contains("\"result\":2"), "{answer}");
}

/// One request over a plain socket.
fn post(address: &str, path: &str, body: &str) -> String {
    use std::io::Write;
    let mut socket = std::net::TcpStream::connect(address).expect("the server listens");
    let length = body.len();
    write!(
        socket,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .expect("the request is sent");
    let mut answer = String::new();
    socket.read_to_string(&mut answer).expect("the server answers");
    answer
}

#[test]
fn the_test_command_is_the_one_that_is_run() {
    let command = of("sh").into_iter().nth(1).expect("the README has a second command");
    let script = fs::read_to_string(root().join(".ci/run")).expect("the script is there");
    assert!(script.contains(command.trim()), "`{}` is not what .ci/run runs", command.trim());
}

#[test]
fn the_project_of_the_readme_builds_and_runs() {
    let project = Directory::new("readme");
    // a file that comes twice goes on
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (info, body) in blocks() {
        if let Some((_, path)) = info.split_once(" file=") {
            files.entry(path.to_owned()).or_default().push_str(&body);
        }
    }
    for (path, text) in files {
        project.write(&path, text.replace("../toolkit/", &format!("{}/", root().display())));
    }
    // the versions that this workspace was tested with, built as they were built for it
    project.copy(&root().join("Cargo.lock"), "Cargo.lock");
    project.write(
        ".cargo/config.toml",
        "[profile.dev]\ndebug = \"line-tables-only\"\n\n[profile.dev.package.\"*\"]\ndebug = false\n",
    );
    let consoles = of("console project");
    assert!(!consoles.is_empty(), "the README runs its project");
    for block in consoles {
        run_console(&block, project.path());
    }
}
