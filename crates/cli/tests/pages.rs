//! The commands of README and of the book run as written, and have the output that the pages show.
//!
//! A fenced block with the language `console` has commands, after `$ `, and the output of each. In the output, a line `...`
//! is any number of lines, and `[..]` is any part of a line. A block `console PROGRAM` needs
//! a program, such as clang. A block whose language is
//! followed by a file's name is written to that file. The commands of a page run in one directory, in which are the
//! repository's `examples`. `TERRACE_UPDATE=1` writes the output to the pages where it differs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use terrace::tools::help::ABSENT;
use terrace::tools::native::toolchain::clang;
use terrace::tools::process::Scratch;
use terrace_filetest::harness::{self, Test, find_program};

/// A part of a page that is run.
enum Step {
    /// A block whose text is written to a file.
    File { name: String, text: String },
    /// A command and its output.
    Command { need: Option<String>, line: usize, command: String, output: Vec<String> },
}

/// Returns the files and commands of a page in order.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = (1..).zip(page.lines());
    while let Some((_, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
        match info.split_once(' ') {
            _ if info.split(' ').next() == Some("console") => {
                let need = info.split_once(' ').map(|(_, need)| need.to_owned());
                for (line, text) in block {
                    match (text.strip_prefix("$ "), steps.last_mut()) {
                        (Some(command), _) => {
                            let (need, command) = (need.clone(), command.to_owned());
                            steps.push(Step::Command { need, line, command, output: Vec::new() });
                        }
                        (None, Some(Step::Command { output, .. })) => output.push(text.to_owned()),
                        (None, _) => panic!("line {line}: output before a command"),
                    }
                }
            }
            Some((_, name)) if is_file(name) => {
                let text = block.iter().map(|(_, line)| format!("{line}\n")).collect();
                steps.push(Step::File { name: name.to_owned(), text });
            }
            _ => {}
        }
    }
    steps
}

/// Whether what follows the language of a block is the name of a file, such as `add.mlir`.
fn is_file(name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    name.contains('.') && !name.starts_with('-') && name.chars().all(is_of_name)
}

/// Whether lines match a pattern of lines.
fn matches(pattern: &[String], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]))
        }
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| matches_line(first, line) && matches(rest, lines))
        }
    }
}

/// Whether a line matches a pattern, in which `[..]` is any text.
fn matches_line(pattern: &str, line: &str) -> bool {
    match pattern.split_once("[..]") {
        None => pattern == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
            ends.into_iter().any(|at| matches_line(rest, &line[at..]))
        }),
    }
}

/// Runs the commands of a page, without those that need what is not in `available`.
fn run(root: &Path, path: &Path, available: &[&str]) -> Result<(), String> {
    let page = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let directory = scratch.path();
    #[cfg(unix)]
    std::os::unix::fs::symlink(root.join("examples"), directory.join("examples"))
        .map_err(|error| error.to_string())?;
    let tool = Path::new(env!("CARGO_BIN_EXE_terrace")).parent().map(PathBuf::from).unwrap_or_default();
    let path_variable = std::env::join_paths(
        [tool].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .map_err(|error| error.to_string())?;
    let (mut problems, mut updates) = (Vec::new(), Vec::new());
    for step in steps(&page) {
        let (need, line, command, output) = match step {
            Step::File { name, text } => {
                fs::write(directory.join(&name), text).map_err(|error| format!("{name}: {error}"))?;
                continue;
            }
            Step::Command { need, line, command, output } => (need, line, command, output),
        };
        if need.is_some_and(|need| !available.contains(&need.as_str())) {
            continue;
        }
        let program =
            ["cargo run --release -- ", "cargo run -- "].iter().find_map(|cargo| command.strip_prefix(cargo));
        let text = program.map_or_else(|| command.clone(), |args| format!("terrace {args}"));
        let run = std::process::Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {text}")])
            .current_dir(directory)
            .env("PATH", &path_variable)
            .env_remove("NO_COLOR")
            .output()
            .map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&run.stdout);
        let lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
        if !matches(&output, &lines) {
            problems.push(format!("line {line}: {command}\nprints:\n{printed}"));
            updates.push((line, output.len(), lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>()));
        } else if output.is_empty() && !run.status.success() {
            problems.push(format!("line {line}: {command}\nfails: {}", run.status));
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    if std::env::var_os("TERRACE_UPDATE").is_some() {
        let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
        for (line, length, output) in updates.into_iter().rev() {
            lines.splice(line..line + length, output);
        }
        fs::write(path, lines.join("\n") + "\n").map_err(|error| error.to_string())?;
        return Ok(());
    }
    Err(problems.join("\n"))
}

/// Adds the pages below a directory.
fn collect(directory: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the pages") {
        let path = entry.expect("a page").path();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

fn the_patterns_of_pages() {
    let pattern = ["a [..] c".to_owned(), "...".to_owned(), "z".to_owned()];
    assert!(matches(&pattern, &["a b c", "z"]));
    assert!(matches(&pattern, &["a  c", "x", "y", "z"]));
    assert!(!matches(&pattern, &["a b d", "z"]));
    assert!(!matches(&pattern, &["a b c", "z", "y"]));
    assert!(matches_line("[..]s to run", "1.2 s to run"));
}

/// The dialects that a program lists, without those for tests.
fn dialects_of(program: &str, args: &[&str]) -> Vec<String> {
    let output = std::process::Command::new(program).args(args).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text.trim().strip_prefix("Available Dialects:").expect("a list of dialects").split(',');
    names.map(|name| name.trim().to_owned()).filter(|name| !name.starts_with("test")).collect()
}

/// The page lists exactly the dialects that mlir-opt has and terrace has not.
fn absent_dialects_are_listed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/start/coming-from-mlir-opt.md");
    let page = fs::read_to_string(page).expect("the page");
    let list =
        page.split("front ends:").nth(1).and_then(|rest| rest.split(". Their ops").next()).expect("the list");
    let listed: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let ours = dialects_of(env!("CARGO_BIN_EXE_terrace"), &["opt", "--show-dialects"]);
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(readme).expect("README");
    assert!(readme.contains(&format!("{} dialects", ours.len())), "{} dialects", ours.len());
    let mut absent = dialects_of("mlir-opt-22", &["--show-dialects"]);
    absent.retain(|name| !ours.contains(name));
    assert_eq!(listed, absent);
    let mut pages: Vec<&str> = ABSENT.iter().map(|(name, _)| *name).collect();
    pages.retain(|name| !name.starts_with("test"));
    pages.sort_unstable();
    assert_eq!(pages, absent);
}

fn main() -> ExitCode {
    let mut tests = vec![
        Test::of("the_patterns_of_pages", the_patterns_of_pages),
        Test::of("absent_dialects_are_listed", absent_dialects_are_listed)
            .needs(find_program(&["mlir-opt-22"])),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository");
    let mut pages = vec![root.join("README.md")];
    collect(&root.join("docs"), &mut pages);
    collect(&root.join("examples"), &mut pages);
    pages.sort();
    for path in pages {
        let text = fs::read_to_string(&path).expect("a page");
        let name = path.strip_prefix(&root).expect("a path").display().to_string();
        let steps = steps(&text);
        let mut needs: Vec<String> = Vec::new();
        let mut others = 0;
        for step in &steps {
            match step {
                Step::Command { need: Some(need), .. } => needs.push(need.clone()),
                Step::Command { need: None, .. } => others += 1,
                Step::File { .. } => {}
            }
        }
        let unix = if cfg!(unix) { Ok(()) } else { Err("there is no shell of Unix".to_owned()) };
        if others > 0 {
            let (root, path) = (root.clone(), path.clone());
            tests.push(Test::new(&name, move || Ok(run(&root, &path, &[])?)).needs(unix.clone()));
        }
        needs.sort();
        needs.dedup();
        for need in needs {
            let met = match need.as_str() {
                "clang" => clang().map(drop),
                program => {
                    let beside = Path::new(env!("CARGO_BIN_EXE_terrace")).with_file_name(program);
                    if beside.exists() { Ok(()) } else { find_program(&[program]).map(drop) }
                }
            };
            let (root, path, name) = (root.clone(), path.clone(), format!("{name} with {need}"));
            tests.push(
                Test::new(&name, move || Ok(run(&root, &path, &[&need])?)).needs(unix.clone()).needs(met),
            );
        }
    }
    harness::run(tests)
}
