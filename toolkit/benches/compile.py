#!/usr/bin/env python3
"""What tools cost to compile, beside the same tools written with rmcp's macros.

    python3 toolkit/benches/compile.py FOLDER [--tools 100] [--rounds 5] [--release] [--nothing] [--start 1000]

Writes five crates below FOLDER, builds what they depend on, and then measures in turns, so that whatever else the
machine does slows both alike:

    touch       the program of N tools rebuilt after its source was touched, in the dev profile
    --release   the same in the release profile
    --nothing   a library that only holds tools, built with all that it depends on
    --start     no build, but what a program of so many tools needs in process until its catalog is there

Prints the medians of wall and CPU seconds, and their ratios. Asserts nothing.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import time

TOOLKIT = pathlib.Path(__file__).resolve().parents[1]

OURS = '''
/// Add two numbers and put label {i} in front of the sum.
///
/// Args:
///     a: The first number.
///     b: The second number.
///     label: A label to put in front.
#[toolkit::tool]
pub fn tool_{i:04}(a: i64, b: i64, #[arg(default = "x")] label: String) -> String {{
    format!("{{label}}{{}}", a + b)
}}
'''

OURS_MAIN = '''
mod tools;

fn main() -> std::process::ExitCode {
    toolkit::main()
}
'''

START_MAIN = '''
mod tools;

fn main() {
    let began = std::time::Instant::now();
    let registry = toolkit::Registry::linked().expect("the names differ");
    let dispatcher = toolkit::Dispatcher::new(registry, toolkit::Options::default());
    let tools = dispatcher.catalog().tools().len();
    println!("{tools} {}", began.elapsed().as_secs_f64() * 1e3);
}
'''

THEIRS = '''
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments{i:04} {{
    /// The first number.
    pub a: i64,
    /// The second number.
    pub b: i64,
    /// A label to put in front.
    #[serde(default = "label")]
    pub label: String,
}}
'''

THEIRS_METHOD = '''
    #[rmcp::tool(description = "Add two numbers and put label {i} in front of the sum.")]
    fn tool_{i:04}(
        &self,
        rmcp::handler::server::wrapper::Parameters(Arguments{i:04} {{ a, b, label }}):
            rmcp::handler::server::wrapper::Parameters<Arguments{i:04}>,
    ) -> String {{
        format!("{{label}}{{}}", a + b)
    }}
'''

THEIRS_SERVER = '''
fn label() -> String {{
    "x".into()
}}

#[derive(Clone)]
pub struct Tools {{
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}}

#[rmcp::tool_router]
impl Tools {{
    pub fn new() -> Self {{
        Self {{ tool_router: Self::tool_router() }}
    }}
{methods}
}}

#[rmcp::tool_handler(router = self.tool_router)]
impl rmcp::ServerHandler for Tools {{
    fn get_info(&self) -> rmcp::model::ServerConfig {{
        rmcp::model::ServerConfig::new(rmcp::model::ServerCapabilities::builder().enable_tools().build())
    }}
}}
'''

THEIRS_MAIN = '''
use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};

mod tools;

#[tokio::main]
async fn main() {
    match std::env::args().nth(1) {
        None => {
            let service = tools::Tools::new().serve(rmcp::transport::stdio()).await.unwrap();
            service.waiting().await.unwrap();
        }
        Some(address) => {
            let service: StreamableHttpService<tools::Tools, LocalSessionManager> = StreamableHttpService::new(
                || Ok(tools::Tools::new()),
                Default::default(),
                StreamableHttpServerConfig::default(),
            );
            let listener = tokio::net::TcpListener::bind(address).await.unwrap();
            axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await.unwrap();
        }
    }
}
'''

RMCP = 'rmcp = { version = "=3.11.0", default-features = false, features = ['


def crate(folder, name, dependencies, files):
    """A crate of its own, with the versions that this workspace was tested with."""
    folder = folder / name
    (folder / "src").mkdir(parents=True, exist_ok=True)
    manifest = f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2024"\n\n[dependencies]\n{dependencies}\n[workspace]\n'
    (folder / "Cargo.toml").write_text(manifest)
    shutil.copy(TOOLKIT.parent / "Cargo.lock", folder / "Cargo.lock")
    for path, text in files.items():
        (folder / "src" / path).write_text(text)
    return folder


def crates(folder, tools):
    ours = "".join(OURS.format(i=i) for i in range(tools))
    theirs = "".join(THEIRS.format(i=i) for i in range(tools))
    theirs += THEIRS_SERVER.format(methods="".join(THEIRS_METHOD.format(i=i) for i in range(tools)))
    serde = 'serde = { version = "1", features = ["derive"] }\nschemars = "1"\n'
    program = f'{RMCP}"server", "macros", "transport-io", "transport-streamable-http-server"] }}\n{serde}'
    program += 'axum = { version = "0.8", default-features = false, features = ["http1", "tokio"] }\n'
    program += 'tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }\n'
    lean = f'toolkit = {{ path = "{TOOLKIT}", default-features = false }}\n'
    return {
        "program": (
            crate(folder, "ours", f'toolkit = {{ path = "{TOOLKIT}" }}\n', {"main.rs": OURS_MAIN, "tools.rs": ours}),
            crate(folder, "theirs", program, {"main.rs": THEIRS_MAIN, "tools.rs": theirs}),
        ),
        "library": (
            crate(folder, "ours-library", lean, {"lib.rs": ours}),
            crate(folder, "theirs-library", f'{RMCP}"server", "macros"] }}\n{serde}', {"lib.rs": theirs}),
        ),
    }


def build(folder, profile):
    """Wall and CPU seconds of one build."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = ["cargo", "build", "--quiet", "--profile", profile]
    subprocess.run(command, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rebuild(folder, profile):
    os.utime(folder / "src" / "tools.rs")
    return build(folder, profile)


def from_nothing(folder, profile):
    shutil.rmtree(folder / "target", ignore_errors=True)
    return build(folder, profile)


def start(folder, tools, rounds):
    """Milliseconds of a fresh process until all tools are offered."""
    ours = "".join(OURS.format(i=i) for i in range(tools))
    dependency = f'toolkit = {{ path = "{TOOLKIT}", default-features = false, features = ["dispatch"] }}\n'
    folder = crate(folder, "start", dependency, {"main.rs": START_MAIN, "tools.rs": ours})
    build(folder, "release")
    runs = [subprocess.check_output([folder / "target" / "release" / "start"], text=True).split() for _ in range(rounds)]
    assert all(int(count) == tools for count, _ in runs), runs
    print(f"start of {tools} tools: {statistics.median(float(took) for _, took in runs):.2f} ms", flush=True)


def measure(what, pair, once, profile, rounds):
    runs = [[once(folder, profile) for folder in pair] for _ in range(rounds)]
    (our_wall, our_cpu), (their_wall, their_cpu) = (
        tuple(statistics.median(run[side][kind] for run in runs) for kind in (0, 1)) for side in (0, 1)
    )
    print(
        f"{what:22} {our_wall:7.2f} {our_cpu:7.2f} | {their_wall:7.2f} {their_cpu:7.2f} |"
        f" {our_wall / their_wall:6.2f} {our_cpu / their_cpu:6.2f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tools", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--nothing", action="store_true")
    parser.add_argument("--start", type=int, metavar="TOOLS")
    options = parser.parse_args()
    os.environ.pop("CARGO_TARGET_DIR", None)
    pairs = crates(options.folder.resolve(), options.tools)
    print(f"{options.tools} tools, {options.rounds} rounds; seconds: wall, CPU")
    print(f"{'':22} {'ours':>15} | {'rmcp':>15} | {'ours/rmcp':>13}")
    for profile in ["dev", "release"] if options.release else ["dev"]:
        for folder in pairs["program"]:
            build(folder, profile)
        measure(f"touch, {profile}", pairs["program"], rebuild, profile, options.rounds)
    if options.nothing:
        for folder in pairs["library"]:
            build(folder, "dev")  # whatever is to be downloaded
        measure("library from nothing", pairs["library"], from_nothing, "dev", options.rounds)
    if options.start:
        start(options.folder.resolve(), options.start, 20)


if __name__ == "__main__":
    main()
