//! `terrace opt --batch`: the same outputs, messages and exit codes as one process for each line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A directory with programs: each third one has a syntax error, each fifth one does not verify.
fn directory(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    for number in 0..FILES {
        let body = match number {
            _ if number % 3 == 1 => "arith.constant {",
            _ if number % 5 == 1 => "%c = arith.constant true",
            _ => "%c = arith.constant 1 : i32",
        };
        let text = format!(
            "func.func @f{number}() -> i32 {{\n  {body}\n  %d = arith.constant 2 : i32\n  return %c : i32\n}}\n"
        );
        fs::write(dir.join(format!("{number}.mlir")), text).unwrap();
    }
    dir
}

const FILES: usize = 20;

/// The exit code and the streams of `terrace opt` in a directory.
fn opt(dir: &Path, args: &[&str], stdin: &str) -> (i32, String, String) {
    let list = dir.join("stdin");
    fs::write(&list, stdin).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_terrace"))
        .arg("opt")
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::from(fs::File::open(list).unwrap()))
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_batch_does_what_its_lines_do_alone() {
    let dir = directory("batch-alone");
    let (mut stdout, mut stderr) = (String::new(), String::new());
    for number in 0..FILES {
        let (code, out, said) = opt(&dir, &["--cse", &format!("{number}.mlir"), "--canonicalize"], "");
        stdout += &out;
        stderr += &said;
        if code != 0 {
            stderr += &format!("list.txt:{}: exit code {code}\n", number + 2);
        }
    }
    let lines: Vec<String> = (0..FILES).map(|number| format!("'{number}.mlir' --canonicalize\n")).collect();
    fs::write(dir.join("list.txt"), format!("# files\n{}\n", lines.concat())).unwrap();
    assert_eq!(opt(&dir, &["--batch=list.txt", "--cse"], ""), (1, stdout.clone(), stderr.clone()));
    assert_eq!(opt(&dir, &["--cse", "-batch", "list.txt"], ""), (1, stdout, stderr));
}

#[test]
fn outputs_go_to_files() {
    let dir = directory("batch-files");
    let lines: String = (0..FILES).map(|number| format!("{number}.mlir\n")).collect();
    let (code, out, said) = opt(&dir, &["--batch=-", "--canonicalize", "-o", "out/"], &lines);
    assert_eq!((code, out.as_str()), (1, ""));
    for number in 0..FILES {
        let fails = number % 3 == 1 || number % 5 == 1;
        assert_eq!(said.contains(&format!("<stdin>:{}: exit code 1\n", number + 1)), fails);
        let name = format!("{number}.mlir");
        let written = fs::read_to_string(dir.join("out").join(&name)).ok();
        let alone = (!fails).then(|| opt(&dir, &["--canonicalize", &name], "").1);
        assert_eq!(written, alone);
    }
}

#[test]
fn a_wrong_batch_is_told() {
    let dir = directory("batch-wrong");
    let cases = [
        ("0.mlir -o x\n\n2.mlir -o x", 1, "error: <stdin>:3: 'x' is the output of line 1, too\n"),
        ("0.mlir 'a", 1, "error: <stdin>:1: a quote is not closed\n"),
        ("--cse", 2, "error: a line of a batch needs the name of a file\n<stdin>:1: exit code 2\n"),
        ("-", 2, "error: a line of a batch needs the name of a file\n<stdin>:1: exit code 2\n"),
        ("0.mlir --batch=-", 2, "error: a line of a batch cannot be a batch\n<stdin>:1: exit code 2\n"),
        ("", 0, ""),
    ];
    for (lines, code, said) in cases {
        assert_eq!(opt(&dir, &["--batch=-"], lines), (code, String::new(), said.to_owned()), "{lines}");
    }
    assert!(!dir.join("x").exists());
    let (code, _, said) = opt(&dir, &["--batch=-", "0.mlir"], "");
    assert_eq!((code, said.as_str()), (2, "error: with --batch, '0.mlir' belongs in a line of the batch\n"));
    let (code, _, said) = opt(&dir, &["--batch=missing"], "");
    assert_eq!(
        (code, said.as_str()),
        (1, "error: cannot open input file 'missing': No such file or directory\n")
    );
    let (code, _, said) = opt(&dir, &["--batch=-"], "0.mlir --no-such-flag");
    assert!(
        code == 2 && said.contains("no-such-flag") && said.ends_with("<stdin>:1: exit code 2\n"),
        "{said}"
    );
}
