//! The command as a shell calls it: what is asked in vain is said, and what could not be written is an error.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use terrace::tools::{FlagValue, commands, described, setup};

const PROGRAM: &str = "func.func @main() -> i32 {\n  %c = arith.constant 3 : i32\n  return %c : i32\n}\n";

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

fn terrace(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_terrace"));
    command.args(args).stdin(Stdio::null());
    command
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    let path = file("full.mlir", PROGRAM);
    let path = path.to_str().unwrap();
    let calls: [&[&str]; 9] = [
        &["run", path],
        &["run", "--help"],
        &["opt", path],
        &["opt", "--help"],
        &["opt", "--show-dialects"],
        &["reduce", path, "--prints=constant", "--quiet"],
        &["reduce", "--help"],
        &["help"],
        &["version"],
    ];
    for args in calls {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = terrace(args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let (code, _, said) = texts(&output);
        assert_eq!(
            (code, said.as_str()),
            (Some(1), "error: cannot write the output: No space left on device\n"),
            "{args:?}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_program_without_a_word() {
    let many = "vector.print str \"0123456789\"\n".repeat(20_000);
    let path = file("pipe.mlir", &format!("func.func @main() {{\n{many}return\n}}\n"));
    for command in ["run", "opt"] {
        let mut child = terrace(&[command, path.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let (code, _, said) = texts(&child.wait_with_output().unwrap());
        assert_eq!((code, said.as_str()), (Some(1), ""), "{command}");
    }
}

#[test]
fn every_wish_gets_an_answer() {
    let path = file("wishes.mlir", PROGRAM);
    let path = path.to_str().unwrap();
    // Arguments, the exit code, and what the answer has in it.
    let calls: [(&[&str], i32, &str); 11] = [
        (&["run", path, "--version"], 0, "terrace "),
        (&["run", path, "--help-hidden"], 0, "Usage: terrace run"),
        (&["run", path, "--html=x"], 2, "there is no option '--html'; see terrace run --help"),
        (&["run", path, "--list-passes=x"], 2, "list-passes"),
        (&["transform", path, &format!("--html={path}")], 1, "it is the input"),
        (&["explain", path, "--html"], 2, "--html needs a value"),
        (&["explain", path, "--options"], 2, "--options needs a value"),
        (&["explain", path, "--help-everything"], 2, "there is no option '--help-everything'"),
        (&["help", "run"], 0, "Usage: terrace run"),
        (&["help", "reduce"], 0, "Usage: terrace reduce"),
        (&["help", "explain"], 0, "Usage: terrace explain"),
    ];
    for (args, wanted, answer) in calls {
        let (code, out, said) = texts(&terrace(args).output().unwrap());
        assert_eq!(code, Some(wanted), "{args:?}: {out}{said}");
        assert!(format!("{out}{said}").contains(answer), "{args:?}: {out}{said}");
    }
}

#[test]
fn a_page_shows_the_source_that_came_from_the_standard_input() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stdin.html");
    let html = format!("--html={}", page.display());
    let mut child = terrace(&["explain", "-", &html]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(PROGRAM.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(page).unwrap().contains("arith.constant 3"));
}

#[test]
fn a_run_that_is_interrupted_leaves_the_output_file_as_it_was() {
    let kept = file("kept.out", "what was there");
    let fresh = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fresh.out");
    let _ = fs::remove_file(&fresh);
    for path in [&kept, &fresh] {
        // It waits for its input.
        let mut child =
            terrace(&["opt", "-", "-o", path.to_str().unwrap()]).stdin(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(fs::read_to_string(&kept).unwrap(), "what was there");
    assert!(!fresh.exists());
    // One that ends writes it, and one that fails leaves none.
    let good = file("good.mlir", PROGRAM);
    let (good, out) = (good.to_str().unwrap(), fresh.to_str().unwrap());
    assert!(terrace(&["opt", good, "-o", out]).status().unwrap().success());
    assert!(fs::read_to_string(&fresh).unwrap().contains("arith.constant 3"));
    let bad = file("bad.mlir", "func.func");
    let failed = terrace(&["opt", bad.to_str().unwrap(), "-o", out]).stderr(Stdio::null()).status().unwrap();
    assert_eq!((failed.code(), fresh.exists()), (Some(1), false));
}

#[test]
fn one_op_that_takes_too_long_ends_with_the_time_limit() {
    // A reduction over 2^34 elements that no array holds: the loops are one instruction for the machine's clock.
    let path = file(
        "long.mlir",
        "func.func @main(%a: tensor<3000x3000xf64>) -> tensor<3000x3000xf64> {
           %0 = linalg.matmul ins(%a, %a : tensor<3000x3000xf64>, tensor<3000x3000xf64>)
                              outs(%a : tensor<3000x3000xf64>) -> tensor<3000x3000xf64>
           return %0 : tensor<3000x3000xf64>
         }",
    );
    let args = ["run", path.to_str().unwrap(), "--arg=1.0", "--max-seconds=1"];
    let start = std::time::Instant::now();
    let (code, _, said) = texts(&terrace(&args).output().unwrap());
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("error: more than 1 seconds"), "{said}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Runs a command with a flag whose value is joined to it, and with the value as the next argument: the same happens.
fn is_read_in_both_forms(args: &[&str], flag: &str, value: &str) {
    let joined = format!("{flag}={value}");
    let with = |more: &[&str]| texts(&terrace(&[args, more].concat()).output().unwrap());
    let (one, other) = (with(&[&joined]), with(&[flag, value]));
    assert_eq!(one, other, "{args:?} {joined}");
    let said = &one.2;
    let refused = ["needs a value", "there is no option", "Unknown command line", "requires a value"];
    assert!(!refused.iter().any(|refused| said.contains(refused)), "{args:?} {joined}: {said}");
}

#[test]
fn values_follow_an_equals_sign_or_a_blank() {
    let path = file("forms.mlir", PROGRAM);
    let path = path.to_str().unwrap();
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("forms.ll");
    let out = out.to_str().unwrap();
    let mut count = 0;
    for page in commands::pages(&setup()) {
        let args: &[&str] = match page.name {
            "compile" => &["compile", path, "-o", out],
            "reduce" => &["reduce", path, "--fails"],
            "completion" => &["completion", "--complete=fish"],
            "man" => &["man", "no-such-command"],
            // It would serve until it is ended.
            "workbench" => &["workbench", "no-such-file"],
            // Their flags are clang's, which knows `=` alone.
            "ripple-cc" | "ripple-c++" => continue,
            name => &[name, path],
        };
        for flag in page.flags().filter(|flag| flag.requires_value()) {
            count += 1;
            let value = match flag.value {
                FlagValue::Input(_) if flag.name == "--arg" => "3",
                FlagValue::Input(_) | FlagValue::Output(_) | FlagValue::File(_) => out,
                FlagValue::Choice(names) => names[0],
                FlagValue::Passes(_) => "cse",
                FlagValue::PassOptions(..) => "allow-unknown-ops",
                _ => "1",
            };
            is_read_in_both_forms(args, flag.name, value);
        }
    }
    assert!(count > 25, "{count}");
}

#[test]
fn options_of_mlir_opt_that_need_a_value_take_the_next_argument() {
    let path = file("forms_of_opt.mlir", PROGRAM);
    let path = path.to_str().unwrap();
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("forms_of_opt.out");
    let mut count = 0;
    for option in described(false).into_iter().filter(|option| option.requires_value) {
        count += 1;
        let value = match option.choices.first() {
            Some((name, _)) => name,
            None if option.is_file => out.to_str().unwrap(),
            None if option.is_passes => "builtin.module(cse)",
            None => "1",
        };
        is_read_in_both_forms(&["opt", path], &option.name, value);
    }
    assert!(count > 20, "{count}");
}
