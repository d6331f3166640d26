//! Inputs drawn from public bug reports, run against the stock program from outside. `tests/cases/harness` judges.

#![cfg(feature = "python")]

use std::{path::Path, process::Command};

#[test]
fn every_case_comes_out_right() {
    let program = env!("CARGO_BIN_EXE_stock");
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/harness/run_cases.py");
    let output = Command::new("python3")
        .arg(harness)
        .args(["--set", "A,RA", "--server", &format!("{program} serve --stdio --timeout {{timeout}} {{tree}}")])
        .args(["--http", &format!("{program} serve --http 127.0.0.1:{{port}} --timeout {{timeout}} {{tree}}")])
        .args(["--errors", &format!("{program} check {{tree}}")])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3 runs");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let all = ["A", "RA"].map(|set| std::fs::read_dir(cases.join(set)).expect("the cases are there").count());
    assert!(text.contains(&format!("{} ok, 0 failed, 0 skipped", all[0] + all[1])), "all of them ran: {text}");
}
