//! `compare-llvm-ir`: LLVM IR that is imported and exported again is valid, and `llvm-diff` finds that nothing has changed.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrace::tools::process::Scratch;

use crate::args::Args;

/// A text of LLVM IR, or a program that clang compiles to one.
struct Input {
    file: PathBuf,
    flags: Vec<String>,
}

impl Input {
    fn is_text(&self) -> bool {
        self.file.extension().is_some_and(|extension| extension == "ll")
    }

    fn name(&self) -> String {
        format!("{} {}", self.file.display(), self.flags.join(" ")).trim_end().to_owned()
    }
}

/// The result of the comparison of a text.
enum Verdict {
    Same,
    /// clang does not compile the program.
    NotCompiled,
    /// `llvm-diff` finds differences between the text and itself.
    DiffersFromItself,
    /// A defect, in words.
    Wrong(String),
}

/// Compares; whether every text that can be compared is the same.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--cand", "--flags", "--llvm", "--show"], &[])?;
    let cand = args.value("--cand").unwrap_or("target/release/terrace");
    let llvm = args.value("--llvm").unwrap_or("22");
    let show: usize = args.value("--show").unwrap_or("20").parse()?;
    let flags: Vec<Vec<String>> = args
        .value("--flags")
        .unwrap_or("-O0;-O2;-O0 -g;-O2 -g")
        .split(';')
        .map(|set| set.split_whitespace().map(str::to_owned).collect())
        .collect();
    let mut inputs = Vec::new();
    for path in &args.rest {
        collect(Path::new(path), &flags, &mut inputs)?;
    }
    let directory = Scratch::new()?;
    let (next, verdicts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(at) else { return };
                    let verdict = judge(input, &directory.file(&at.to_string()), cand, llvm);
                    if let Ok(mut verdicts) = verdicts.lock() {
                        verdicts.push((at, verdict));
                    }
                }
            });
        }
    });
    let mut verdicts = verdicts.into_inner()?;
    verdicts.sort_by_key(|(at, _)| *at);
    let (mut same, mut not_compiled, mut incomparable, mut wrong) = (0, 0, 0, 0);
    for (at, verdict) in &verdicts {
        match verdict {
            Verdict::Same => same += 1,
            Verdict::NotCompiled => not_compiled += 1,
            Verdict::DiffersFromItself => incomparable += 1,
            Verdict::Wrong(why) => {
                wrong += 1;
                if wrong <= show {
                    println!("{}: {why}", inputs[*at].name());
                }
            }
        }
    }
    println!(
        "{same} the same, {wrong} wrong; {incomparable} differ from themselves, {not_compiled} are not compiled"
    );
    Ok(wrong == 0 && same > 0)
}

/// Collects texts and programs, those of directories too.
fn collect(path: &Path, flags: &[Vec<String>], inputs: &mut Vec<Input>) -> Result<(), Box<dyn Error>> {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| collect(entry, flags, inputs));
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("ll") => inputs.push(Input { file: path.to_owned(), flags: Vec::new() }),
        Some("c" | "cc" | "cpp" | "cxx") => {
            inputs.extend(flags.iter().map(|set| Input { file: path.to_owned(), flags: set.clone() }));
        }
        _ => {}
    }
    Ok(())
}

fn judge(input: &Input, stem: &Path, cand: &str, llvm: &str) -> Verdict {
    let path = |extension: &str| stem.with_extension(extension).to_string_lossy().into_owned();
    let (original, module, again) = (path("ll"), path("mlir"), path("again.ll"));
    let file = input.file.to_string_lossy();
    if !input.is_text() {
        // Unoptimized output of clang is most of what users import.
        let flags: Vec<&str> = input.flags.iter().map(String::as_str).collect();
        let emit = ["-w", "-S", "-emit-llvm", &file, "-o", &original];
        if run(&format!("clang-{llvm}"), &[&flags[..], &emit].concat()).is_err() {
            return Verdict::NotCompiled;
        }
    } else if std::fs::copy(&input.file, &original).is_err() {
        return Verdict::NotCompiled;
    }
    let steps = [
        run(cand, &["translate", "--import-llvm", &original, "-o", &module]),
        run(cand, &["translate", "--mlir-to-llvmir", &module, "-o", &again]),
        run(&format!("opt-{llvm}"), &["-passes=verify", "-disable-output", &again]),
    ];
    let verdict = match steps.into_iter().find_map(Result::err) {
        Some(why) => Verdict::Wrong(why),
        None => match run(&format!("llvm-diff-{llvm}"), &[&original, &again]) {
            Ok(()) => Verdict::Same,
            Err(_) if run(&format!("llvm-diff-{llvm}"), &[&original, &original]).is_err() => {
                Verdict::DiffersFromItself
            }
            Err(why) => Verdict::Wrong(why),
        },
    };
    for file in [original, module, again] {
        let _ = std::fs::remove_file(file);
    }
    verdict
}

/// Runs a program; fails with the first line of its output.
fn run(program: &str, args: &[&str]) -> Result<(), String> {
    let done = Command::new(program).args(args).output().map_err(|error| format!("{program}: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let line = said.lines().find(|line| line.contains("error")).or_else(|| said.lines().next());
    Err(format!("{program}: {}", line.unwrap_or("it fails")))
}
