//! `conform`: upstream's tests as the scoreboard.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use terrace::tools::process::Scratch;
use terrace_filetest::conform::{self, Record, Replaced, Upstream};
use terrace_filetest::lit::Tool;
use terrace_filetest::runner::{RunOptions, selected};
use terrace_test_opt::{OptTool, TranslateTool};

use crate::args::Args;

/// The file that keeps the passing tests, at the root of the repository.
const RECORD: &str = "conformance.json";

/// The stack of a test's thread: the size of a main thread's stack.
const STACK: usize = 8 << 20;

pub(crate) fn main(args: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(args, &["--llvm", "--tools"], &["--update", "--failures"])?;
    let tree = match args.value("--llvm") {
        Some(dir) => PathBuf::from(dir),
        None => default_tree().ok_or("no tests: give --llvm DIR or set TERRACE_UPSTREAM")?,
    };
    if !tree.join("mlir/test").is_dir() {
        return Err(format!("{}: there is no mlir/test", tree.display()).into());
    }
    let work = Scratch::new()?;
    let mut upstream = Upstream::new(&tree, work.path());
    // Tests that also call tools without a replacement count only where those are named.
    upstream.tool_dirs.extend(args.value("--tools").map(PathBuf::from));
    let tool: Arc<dyn Tool> = Arc::new(OptTool::in_place_of_upstream());
    let translate: Arc<dyn Tool> = Arc::new(TranslateTool::new("mlir-translate"));
    let replaced: Replaced =
        BTreeMap::from([("mlir-opt".to_owned(), tool), ("mlir-translate".to_owned(), translate)]);
    let suffixes = vec![".mlir".to_owned(), ".ll".to_owned()];
    let options =
        RunOptions { filters: args.rest.clone(), suffixes, stack_size: STACK, ..RunOptions::default() };
    let report = conform::run(&upstream, &replaced, &options)?;

    if args.flag("--failures") {
        for (test, outcome) in report.counted.iter().filter(|(_, outcome)| !outcome.is_ok()) {
            println!("---- {test}: {}\n{}", outcome.label(), outcome.log());
        }
    }
    print!("{}", report.table());

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(RECORD);
    let earlier = if path.exists() { Record::read(&path)? } else { Record::default() };
    let now = Record::from_report(&report);
    let changes = now.changes_since(&earlier, |test| selected(test, &args.rest));
    for test in &changes.won {
        println!("won: {test}");
    }
    for test in &changes.lost {
        println!("lost: {test}");
    }
    if args.flag("--update") {
        // Otherwise the record would depend on the installed tools.
        if args.value("--tools").is_some() {
            return Err("the record is made without --tools".into());
        }
        let mut updated = earlier;
        if args.rest.is_empty() {
            updated = now;
        } else {
            updated.merge(&report);
        }
        updated.write(&path)?;
        return Ok(true);
    }
    if changes.won.is_empty() && changes.lost.is_empty() {
        println!("as recorded in {RECORD}");
    }
    Ok(changes.lost.is_empty())
}

/// The default directory of upstream's tests, if the environment has one.
pub(crate) fn default_tree() -> Option<PathBuf> {
    if let Some(dir) = std::env::var_os("TERRACE_UPSTREAM") {
        return Some(dir.into());
    }
    std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/terrace/upstream"))
}
