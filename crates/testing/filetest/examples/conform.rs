//! Runs upstream's tests with an installed `mlir-opt`, to hold the runner itself against lit:
//! `conform TREE TOOL-DIRECTORY [FILTER..]`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use terrace_filetest::conform::{self, Replaced, Upstream};
use terrace_filetest::lit::{ExitStatus, Invocation, Tool};
use terrace_filetest::runner::RunOptions;

/// A program outside, as a tool.
struct Program(PathBuf);

impl Tool for Program {
    fn run(&self, inv: Invocation<'_>) -> ExitStatus {
        let mut command = Command::new(&self.0);
        command.args(inv.args).current_dir(inv.cwd).env_clear().envs(inv.env);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let Ok(mut child) = child else { return ExitStatus::Code(127) };
        let input = child.stdin.take();
        let output = std::thread::scope(|scope| {
            scope.spawn(|| input.map(|mut input| std::io::Write::write_all(&mut input, inv.stdin)));
            child.wait_with_output()
        });
        let Ok(output) = output else { return ExitStatus::Code(127) };
        inv.stdout.extend(output.stdout);
        inv.stderr.extend(output.stderr);
        output.status.code().map_or(ExitStatus::Crash, ExitStatus::Code)
    }
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [tree, bin, filters @ ..] = args.as_slice() else {
        return Err(std::io::Error::other("usage: conform TREE TOOL-DIRECTORY [FILTER..]"));
    };
    let work = std::env::temp_dir().join(format!("terrace-conform-{}", std::process::id()));
    let mut upstream = Upstream::new(Path::new(tree), &work);
    upstream.tool_dirs.push(bin.into());
    let tool: Arc<dyn Tool> = Arc::new(Program(Path::new(bin).join("mlir-opt")));
    let replaced: Replaced = BTreeMap::from([("mlir-opt".to_owned(), tool)]);
    let suffixes = vec![".mlir".to_owned(), ".ll".to_owned()];
    let options = RunOptions { filters: filters.to_vec(), suffixes, ..RunOptions::default() };
    let report = conform::run(&upstream, &replaced, &options)?;
    for (test, outcome) in report.counted.iter().filter(|(_, outcome)| !outcome.is_ok()) {
        println!("---- {test}: {}\n{}", outcome.label(), outcome.log());
    }
    for (test, reason) in &report.not_counted {
        println!("not counted\t{test}\t{reason:?}");
    }
    print!("{}", report.table());
    std::fs::remove_dir_all(work)
}
