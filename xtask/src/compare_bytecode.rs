//! `compare-bytecode`: files that are written here are read by mlir-opt, and its files here, and print as the text does.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::args::Args;

const READ: &[&str] = &["--allow-unregistered-dialect", "--mlir-print-debuginfo", "--mlir-print-local-scope"];

/// A part of a file, with its name.
struct Chunk {
    name: String,
    text: Vec<u8>,
}

/// The result of the comparison of a chunk in one version.
#[derive(Default)]
struct Verdict {
    /// Why it cannot be compared.
    skipped: Option<&'static str>,
    /// The same bytes, but for the producer.
    same_bytes: bool,
    /// The difference in the outputs for our file, and for theirs.
    ours: Option<String>,
    theirs: Option<String>,
}

/// Compares; whether everything that can be compared is the same.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--cand", "--peer", "--versions", "--every", "--show"], &["--list"])?;
    let cand = args.value("--cand").unwrap_or("target/debug/terrace-test-opt");
    let peer = args.value("--peer").unwrap_or("mlir-opt-22");
    let versions: Vec<u32> =
        args.value("--versions").unwrap_or("6").split(',').map(str::parse).collect::<Result<_, _>>()?;
    let every: usize = args.value("--every").unwrap_or("1").parse()?;
    let show: usize = args.value("--show").unwrap_or("20").parse()?;
    let mut chunks = Vec::new();
    for path in &args.rest {
        collect(Path::new(path), &mut chunks)?;
    }
    let chunks: Vec<Chunk> = chunks.into_iter().step_by(every.max(1)).collect();
    let mut all = true;
    for version in versions {
        let (next, verdicts) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(chunk) = chunks.get(at) else { return };
                        let verdict = judge(cand, peer, version, chunk);
                        if let Ok(mut verdicts) = verdicts.lock() {
                            verdicts.insert(at, verdict);
                        }
                    }
                });
            }
        });
        let verdicts = verdicts.into_inner()?;
        all &= report(version, &chunks, &verdicts, show, args.flag("--list"));
    }
    Ok(all)
}

fn report(
    version: u32,
    chunks: &[Chunk],
    verdicts: &BTreeMap<usize, Verdict>,
    show: usize,
    list: bool,
) -> bool {
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut compared, mut bytes, mut ours, mut theirs) = (0, 0, 0, 0);
    let mut causes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (&at, verdict) in verdicts {
        if let Some(why) = verdict.skipped {
            *skipped.entry(why).or_default() += 1;
            continue;
        }
        compared += 1;
        bytes += usize::from(verdict.same_bytes);
        ours += usize::from(verdict.ours.is_none());
        theirs += usize::from(verdict.theirs.is_none());
        for (side, cause) in [("ours", &verdict.ours), ("theirs", &verdict.theirs)] {
            if let Some(cause) = cause {
                causes.entry(format!("{side}: {cause}")).or_default().push(at);
            }
        }
        if list && !verdict.same_bytes {
            println!("other bytes: {}", chunks[at].name);
        }
    }
    println!("version {version}: {} chunks", chunks.len());
    for (why, count) in skipped {
        println!("  {count} not compared: {why}");
    }
    let percent =
        |count: usize| 100.0 * count as f64 / f64::from(u32::try_from(compared).unwrap_or(1).max(1));
    println!("  {compared} compared");
    println!("  {ours} written here print alike there ({:.2} %)", percent(ours));
    println!("  {theirs} written there print alike here ({:.2} %)", percent(theirs));
    println!("  {bytes} are the same bytes ({:.2} %)", percent(bytes));
    let mut causes: Vec<(String, Vec<usize>)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, at)| std::cmp::Reverse(at.len()));
    for (cause, at) in causes.iter().take(show) {
        println!("  {} x {cause}\n      {}", at.len(), chunks[at[0]].name);
    }
    ours == compared && theirs == compared
}

/// Collects the chunks of a file, or of all files with the extension `mlir` in a directory.
fn collect(path: &Path, chunks: &mut Vec<Chunk>) -> Result<(), Box<dyn Error>> {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        entries.sort();
        for entry in entries {
            if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "mlir") {
                collect(&entry, chunks)?;
            }
        }
        return Ok(());
    }
    let text = std::fs::read(path)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let parts = text.split("\n// -----");
    chunks.extend(parts.enumerate().map(|(number, part)| {
        // The rest of the marker's line is ignored.
        let part = if number == 0 { part } else { part.split_once('\n').map_or("", |(_, rest)| rest) };
        Chunk { name: format!("{}#{number}", path.display()), text: part.as_bytes().to_vec() }
    }));
    Ok(())
}

fn judge(cand: &str, peer: &str, version: u32, chunk: &Chunk) -> Verdict {
    let skipped = |why| Verdict { skipped: Some(why), ..Verdict::default() };
    let Ok(wanted) = run(cand, READ, &chunk.text) else {
        return skipped("terrace does not read the text");
    };
    let Ok(expected) = run(peer, READ, &chunk.text) else {
        return skipped("mlir-opt does not read the text");
    };
    let version = format!("--emit-bytecode-version={version}");
    let emit = ["--allow-unregistered-dialect", "--emit-bytecode", &version];
    let theirs = match run(peer, &emit, &chunk.text) {
        Ok(theirs) => theirs,
        Err(_) => return skipped("mlir-opt does not write the file"),
    };
    if wanted != expected {
        return skipped("the text prints otherwise");
    }
    let end = theirs.iter().skip(5).position(|&byte| byte == 0).map_or(0, |end| end + 5);
    let producer = String::from_utf8_lossy(theirs.get(5..end).unwrap_or_default()).into_owned();
    let producer = format!("--emit-bytecode-producer={producer}");
    let mut verdict = Verdict::default();
    match run(cand, &[&emit[..], &[&producer]].concat(), &chunk.text) {
        Err(error) => verdict.ours = Some(format!("not written: {error}")),
        Ok(ours) => {
            verdict.same_bytes = ours == theirs;
            if !verdict.same_bytes {
                verdict.ours = difference(run(peer, READ, &ours), &expected);
            }
        }
    }
    verdict.theirs = difference(run(cand, READ, &theirs), &expected);
    if verdict.ours.is_some() || verdict.theirs.is_some() {
        let strict = &READ[1..];
        if run(cand, strict, &chunk.text).is_err() && run(peer, strict, &chunk.text).is_ok() {
            return skipped("it has dialects that terrace lacks");
        }
        // Information that a file cannot represent is not a difference.
        match run(peer, READ, &theirs) {
            Ok(again) if again != expected => {
                verdict.theirs = difference(run(cand, READ, &theirs), &again);
                if verdict.ours.is_some() && !verdict.same_bytes {
                    let ours = run(cand, &[&emit[..], &[&producer]].concat(), &chunk.text);
                    verdict.ours = difference(ours.and_then(|ours| run(peer, READ, &ours)), &again);
                }
            }
            Ok(_) => {}
            Err(_) => return skipped("mlir-opt does not read its own file"),
        }
    }
    verdict
}

/// Describes the difference of a text from the expected one, if there is one.
fn difference(found: Result<Vec<u8>, String>, expected: &[u8]) -> Option<String> {
    let found = match found {
        Ok(found) if found == expected => return None,
        Ok(found) => found,
        Err(error) => return Some(error),
    };
    let (found, expected) = (String::from_utf8_lossy(&found), String::from_utf8_lossy(expected));
    let (mut found, mut expected) = (found.lines(), expected.lines());
    loop {
        match (found.next(), expected.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => return Some(format!("{:?} instead of {:?}", a.unwrap_or(""), b.unwrap_or(""))),
        }
    }
}

/// Runs a program on an input; returns its output, or the first line of its errors.
fn run(program: &str, args: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let fail = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let stdin = child.stdin.take();
    let done = std::thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            // A failed program stops reading; its error is reported.
            scope.spawn(move || drop(stdin.write_all(input)));
        }
        child.wait_with_output().map_err(fail)
    })?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let line = said.lines().find(|line| line.contains("error")).or_else(|| said.lines().next());
    Err(line.unwrap_or("it fails").to_owned())
}
