//! Completion in shells, and manual pages as programs read them.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use terrace_filetest::harness::{self, Test, find_program};

/// A pair of the typed text and the first offer of the shell, without blanks at the ends.
const LINES: [(&str, &str); 9] = [
    ("terrace ru", "run"),
    ("terrace opt --canonical", "--canonicalize"),
    ("terrace-opt --canonical", "--canonicalize"),
    ("terrace-translate --mlir-to", "--mlir-to-llvmir"),
    ("terrace run x.mlir --index-bits=", "--index-bits=32"),
    ("terrace compile --emit o", "obj"),
    ("terrace opt --one-shot-bufferize=analysis-h", "--one-shot-bufferize=analysis-heuristic="),
    ("terrace help arith.addu", "arith.addui_extended"),
    ("terrace opt src/mai", "src/main.rs"),
];

/// A directory with the programs by their names, first in `PATH`.
fn path() -> String {
    let dir = Path::new(env!("CARGO_BIN_EXE_terrace")).parent().expect("a directory");
    format!("{}:{}", dir.display(), std::env::var("PATH").unwrap_or_default())
}

/// Runs a program in the directory of this package; returns what it writes, messages after output.
fn run(program: &Path, args: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(args).env("PATH", path()).current_dir(env!("CARGO_MANIFEST_DIR"));
    let ran = command.output().expect("the program is installed");
    String::from_utf8([ran.stdout, ran.stderr].concat()).expect("text")
}

/// Asks a shell about each line: `ask` is a script for one line.
fn check(shell: &Path, flags: &[&str], ask: impl Fn(&str) -> String, adapt: impl Fn(&str, &str) -> String) {
    for (line, wanted) in LINES {
        let script = ask(line);
        let args: Vec<&str> = flags.iter().copied().chain([script.as_str()]).collect();
        let text = run(shell, &args);
        assert_eq!(text.lines().next().unwrap_or_default().trim_end(), adapt(line, wanted), "{line}: {text}");
    }
}

/// bash replaces what follows the last `=` alone.
fn in_bash() {
    let ask = |line: &str| {
        format!(
            "source <(terrace completion bash); complete -p terrace-opt > /dev/null || exit; COMP_LINE='{line}'
             COMP_POINT=${{#COMP_LINE}}; read -ra COMP_WORDS <<< \"$COMP_LINE\"; COMP_CWORD=1; _terrace
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        )
    };
    let adapt = |line: &str, wanted: &str| match wanted.split_once('=') {
        Some((_, value)) if line.contains('=') => value.to_owned(),
        _ => wanted.to_owned(),
    };
    check(&bash().expect("it was found"), &["--norc", "-c"], ask, adapt);
}

fn in_fish() {
    let ask = |line: &str| {
        format!("terrace completion fish | source; complete -C '{line}' | string split -f1 \\t | head -n 1")
    };
    check(&find_program(&["fish"]).expect("it was found"), &["-N", "-c"], ask, |_, wanted| wanted.to_owned());
}

/// The functions of zsh's completion are replaced by ones that print.
fn in_zsh() {
    let ask = |line: &str| {
        format!(
            "compdef() {{ :; }}; source <(terrace completion zsh)
             compadd() {{ print -rl -- ${{(P)@[-1]}}; }}
             words=(${{=:-{line}}}); CURRENT=$#words; PREFIX=$words[-1]; _terrace"
        )
    };
    check(&find_program(&["zsh"]).expect("it was found"), &["-f", "-c"], ask, |_, wanted| wanted.to_owned());
}

fn bash() -> Result<PathBuf, String> {
    find_program(&["bash"])
}

fn manuals_are_read_without_a_complaint() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let dir_text = dir.to_str().expect("a path of text");
    assert_eq!(run(Path::new(env!("CARGO_BIN_EXE_terrace")), &["man", "--dir", dir_text]), "");
    let mut count = 0;
    for entry in std::fs::read_dir(&dir).expect("the directory").map(Result::unwrap) {
        count += 1;
        let page = entry.path();
        let page = page.to_str().expect("a path of text");
        let mandoc = find_program(&["mandoc"]).expect("it was found");
        let complaints = run(&mandoc, &["-T", "lint", "-W", "warning", page]);
        let complaints: Vec<&str> =
            complaints.lines().filter(|line| !line.contains("missing date")).collect();
        assert_eq!(complaints, [""; 0]);
        let text = run(&mandoc, &["-T", "ascii", page]);
        assert!(text.starts_with("TERRACE"), "{text}");
    }
    assert!(count > 12, "{count}");
}

fn main() -> ExitCode {
    harness::run(vec![
        Test::of("completion_in_bash", in_bash).needs(bash()),
        Test::of("completion_in_fish", in_fish).needs(find_program(&["fish"])),
        Test::of("completion_in_zsh", in_zsh).needs(find_program(&["zsh"])),
        Test::of("manuals_are_read_without_a_complaint", manuals_are_read_without_a_complaint)
            .needs(find_program(&["mandoc"])),
    ])
}
