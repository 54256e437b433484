//! FileCheck's behaviour, case by case; the same cases are compared with LLVM's program if it is installed.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use terrace_filetest::filecheck::{CheckOptions, FileCheck};

/// Arguments, check text, input, and the errors expected (each the end of an `error:` line's head, none: it passes).
type Case = (&'static str, &'static str, &'static str, &'static [&'static str]);

const CASES: &[Case] = &[
    // Plain, order, blanks.
    ("", "CHECK: a\nCHECK: b\n", "a\nb\n", &[]),
    ("", "CHECK: b\nCHECK: a\n", "a\nb\n", &["t:2:8: error: CHECK: expected string not found in input"]),
    ("", "CHECK: a   b\n", "a\tb\n", &[]),
    (
        "--strict-whitespace",
        "CHECK: a  b\n",
        "a b\n",
        &["t:1:8: error: CHECK: expected string not found in input"],
    ),
    ("", "CHECK: a \n", "a", &[]),
    ("", "xCHECK: a\nCHECK : b\nCHECK: c\n", "c\n", &[]),
    ("", "CHECK: x\r\nCHECK-NEXT: y\r\n", "x\r\ny\r\n", &[]),
    // -NEXT, -SAME, -EMPTY.
    ("", "CHECK: a\nCHECK-NEXT: b\n", "a\nb\n", &[]),
    (
        "",
        "CHECK: a\nCHECK-NEXT: c\n",
        "a\nb\nc\n",
        &["t:2:13: error: CHECK-NEXT: is not on the line after the previous match"],
    ),
    (
        "",
        "CHECK: a\nCHECK-NEXT: b\n",
        "a b\n",
        &["t:2:13: error: CHECK-NEXT: is on the same line as previous match"],
    ),
    ("", "CHECK: a\nCHECK-SAME: b\n", "a x b\n", &[]),
    (
        "",
        "CHECK: a\nCHECK-SAME: b\n",
        "a\nb\n",
        &["t:2:13: error: CHECK-SAME: is not on the same line as the previous match"],
    ),
    ("", "CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b\n", "a\n\nb\n", &[]),
    (
        "",
        "CHECK: a\nCHECK-EMPTY:\n",
        "a\nb\n\n",
        &["t:2:13: error: CHECK-EMPTY: is not on the line after the previous match"],
    ),
    (
        "",
        "CHECK: a\nCHECK-EMPTY:\n",
        "a\nb\n",
        &["t:2:13: error: CHECK-EMPTY: is not on the line after the previous match"],
    ),
    ("", "CHECK-NEXT: a\n", "a\n", &["t:1:1: error: found 'CHECK-NEXT' without previous 'CHECK: line"]),
    (
        "",
        "CHECK: a\nCHECK-EMPTY: b\n",
        "a\n",
        &["t:2:14: error: found non-empty check string for empty check with prefix 'CHECK:'"],
    ),
    ("", "CHECK:\n", "a\n", &["t:1:7: error: found empty check string with prefix 'CHECK:'"]),
    // -NOT.
    ("", "CHECK: a\nCHECK-NOT: x\nCHECK: b\n", "a\nb\nx\n", &[]),
    (
        "",
        "CHECK: a\nCHECK-NOT: x\nCHECK: b\n",
        "a\nx\nb\n",
        &["t:2:12: error: CHECK-NOT: excluded string found in input"],
    ),
    ("", "CHECK: a\nCHECK-NOT: x\n", "a\nx\n", &["t:2:12: error: CHECK-NOT: excluded string found in input"]),
    ("", "CHECK-NOT: x\n", "a\n", &[]),
    ("", "CHECK-NOT: [[U]]\nCHECK: a\n", "a\n", &["t:1:14: error: undefined variable: U"]),
    // -DAG.
    ("", "CHECK-DAG: b\nCHECK-DAG: a\nCHECK: c\n", "a\nb\nc\n", &[]),
    (
        "",
        "CHECK-DAG: a\nCHECK-DAG: a\n",
        "a\n",
        &["t:2:12: error: CHECK-DAG: expected string not found in input"],
    ),
    ("--allow-deprecated-dag-overlap", "CHECK-DAG: a\nCHECK-DAG: a\n", "a\n", &[]),
    (
        "",
        "CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b\n",
        "a\nx\nb\n",
        &["t:2:12: error: CHECK-NOT: excluded string found in input"],
    ),
    ("", "CHECK-DAG: [[X:[a-z]]] =\nCHECK-DAG: use [[X]]\n", "q =\nuse q\n", &[]),
    ("", "CHECK-DAG: ab\nCHECK-DAG: bc\n", "abc bc\n", &[]),
    // -COUNT.
    ("", "CHECK-COUNT-3: a\nCHECK: b\n", "a a a b\n", &[]),
    (
        "",
        "CHECK-COUNT-3: a\n",
        "a a\n",
        &["t:1:16: error: CHECK-COUNT: expected string not found in input (3 out of 3)"],
    ),
    (
        "",
        "CHECK-COUNT-0: a\n",
        "a\n",
        &["t:1:14: error: invalid count in -COUNT specification on prefix 'CHECK'"],
    ),
    // -LABEL.
    ("", "CHECK-LABEL: f\nCHECK: 1\nCHECK-LABEL: g\nCHECK: 2\n", "f\n1\ng\n2\n", &[]),
    (
        "",
        "CHECK-LABEL: f\nCHECK: 2\nCHECK-LABEL: g\nCHECK: 1\n",
        "f\n1\ng\n2\n",
        &[
            "t:2:8: error: CHECK: expected string not found in input",
            "t:4:8: error: CHECK: expected string not found in input",
        ],
    ),
    (
        "",
        "CHECK-LABEL: f\nCHECK-NOT: x\nCHECK-LABEL: g\n",
        "f\nx\ng\n",
        &["t:2:12: error: CHECK-NOT: excluded string found in input"],
    ),
    (
        "",
        "CHECK-LABEL: [[X:f]]\n",
        "f\n",
        &["t:1:1: error: found 'CHECK-LABEL:' with variable definition or use"],
    ),
    // Variables.
    ("", "CHECK: [[X:%[0-9]+]] = a\nCHECK: b [[X]]\n", "%1 = a\nb %1\n", &[]),
    (
        "",
        "CHECK: [[X:%[0-9]+]] = a\nCHECK: b [[X]]$\n",
        "%1 = a\nb %12\n",
        &["t:2:8: error: CHECK: expected string not found in input"],
    ),
    ("", "CHECK: [[X:[a-z]+]] [[X]]\n", "ab ac zz zz\n", &[]),
    (
        "--enable-var-scope",
        "CHECK: [[X:a]] [[$Y:b]]\nCHECK-LABEL: L\nCHECK: [[$Y]]\nCHECK: [[X]]\n",
        "a b\nL\nb\na\n",
        &["t:4:10: error: undefined variable: X"],
    ),
    ("-DV=a+b", "CHECK: [[V]]c\n", "a+bc\n", &[]),
    ("-D#N=3", "CHECK: [[#N+1]]\n", "4\n", &[]),
    ("", "CHECK: [[X\n", "a\n", &["t:1:8: error: Invalid substitution block, no ]] found"]),
    ("", "CHECK: [[a b]]\n", "a\n", &["t:1:11: error: unexpected whitespace"]),
    ("", "CHECK: [[1a]]\n", "a\n", &["t:1:10: error: invalid variable name"]),
    ("", "CHECK: {{a\n", "a\n", &["t:1:8: error: found start of regex string with no end '}}'"]),
    ("", "CHECK: {{a**}}\n", "a\n", &["t:1:10: error: invalid regex: repetition-operator operand invalid"]),
    // Regular expressions.
    ("", "CHECK: a{{b|c}}d\n", "acd\n", &[]),
    ("", "CHECK: {{^}}b\n", "ab\nb\n", &[]),
    ("", "CHECK: a\nCHECK-SAME: {{^}}b\n", "ab\n", &[]),
    ("", "CHECK: a{{$}}\n", "ab\na\n", &[]),
    ("", r"CHECK: {{\d}}", "1\n", &["t:1:8: error: CHECK: expected string not found in input"]),
    ("", "CHECK: a{{[[:space:]]+}}b\n", "a\n\n b\n", &[]),
    ("", "CHECK: a{{.*}}b\n", "a\nb\n", &["t:1:8: error: CHECK: expected string not found in input"]),
    ("", "CHECK{LITERAL}: [[1, 2], {{3}}]\n", "[[1, 2], {{3}}]\n", &[]),
    (
        "",
        "CHECK-DAG{LITERAL}: [[x]]\nCHECK-NOT{LITERAL}: {{y}}\n",
        "[[x]]\n{{y}}\n",
        &["t:2:21: error: CHECK-NOT{LITERAL}: excluded string found in input"],
    ),
    ("--ignore-case", "CHECK: AbC {{D+}}\n", "aBc dd\n", &[]),
    ("--match-full-lines", "CHECK: a\n", "ab\na\n", &[]),
    (
        "--match-full-lines",
        "CHECK: a\n",
        "ab\n",
        &["t:1:8: error: CHECK: expected string not found in input"],
    ),
    ("", "CHECK: [[A:%.]] [[B:%.]]\nCHECK: [[A]][[[B]], [[B]]]\n", "%1 %2\n%1[%2, %2]\n", &[]),
    ("", "CHECK: [[A:x]]\nCHECK: [[[[A]]]]\n", "x\n[[x]]\n", &[]),
    ("", "CHECK: [[[[A:x]]]]\n", "[[x]]\n", &[]),
    ("", "CHECK: a[[[\n", "a[[[\n", &["t:1:10: error: Invalid substitution block, no ]] found"]),
    ("", "CHECK: {{a{2}}}b\n", "a{2}b\n", &["t:1:10: error: invalid regex: braces not balanced"]),
    ("", "CHECK: {{(a{2})}}b{{}}}}\n", "aab}}\n", &["t:1:21: error: invalid regex: empty (sub)expression"]),
    ("", "CHECK: [[X:a]b]]\n", "ab\n", &["t:1:13: error: missing closing \"]\" for regex variable"]),
    ("", "CHECK: [[X:[^]]+]]\n", "ab\n", &["t:1:15: error: missing closing \"]\" for regex variable"]),
    ("", "CHECK: [[X:]]a\nCHECK: b[[X]]\n", "a\nb\n", &[]),
    ("", "CHECK: x{{a|ab}}{{c|bcd}}[[R:d*]]\nCHECK: <[[R]]>\n", "xabcdd\n<dd>\n", &[]),
    ("", "CHECK: {{(ab|a)(bcd|c)?}}-\n", "abcd-\n", &[]),
    ("", "CHECK: [[X:(a|b)+]]-[[X]]-[[Y:.]] [[Y]]\n", "ab-ab-c d ab-ab-c c\n", &[]),
    // Numbers.
    ("", "CHECK: r[[#X:]]\nCHECK: r[[#X+1]]\n", "r5\nr6\n", &[]),
    (
        "",
        "CHECK: r[[#X:]]\nCHECK: r[[#X+1]]\n",
        "r5\nr7\n",
        &["t:2:8: error: CHECK: expected string not found in input"],
    ),
    ("", "CHECK: 0x[[#%.8X,A:]]\nCHECK: [[#%d,sub(A,0xFF)]]\n", "0x000000FE\n-1\n", &[]),
    ("", "CHECK: [[#%#x,A:]] [[#%x,B:]]\nCHECK: [[#A+1]]\n", "0x1f 2\n0x20\n", &[]),
    (
        "",
        "CHECK: [[#%x,A:]] [[#B:]]\nCHECK: [[#A+B]]\n",
        "1 2\n3\n",
        &[
            "t:2:11: error: implicit format conflict between 'A' (%x) and 'B' (%u), need an explicit format specifier",
        ],
    ),
    ("", "CHECK: [[#%x,A:]] [[#B:]]\nCHECK: [[#%u,max(A,B)+(B-A)]]\n", "1 2\n3\n", &[]),
    ("", "\nCHECK: [[#@LINE]] [[@LINE+1]] [[@LINE-1]]\n", "2 3 1\n", &[]),
    ("", "CHECK: [[#A:12]]\nCHECK: [[#A]]\n", "12\n12\n", &[]),
    ("", "CHECK: [[#]]\n", "x7\n", &[]),
    ("", "CHECK: [[#U]]\n", "1\n", &["t:1:11: error: undefined variable: U"]),
    (
        "",
        "CHECK: [[#X:]] [[#X+1]]\n",
        "1 2\n",
        &["t:1:19: error: numeric variable 'X' defined earlier in the same CHECK directive"],
    ),
    ("", "CHECK: [[#1 * 2]]\n", "2\n", &["t:1:13: error: unsupported operation '*'"]),
    ("", "CHECK: [[#foo(1,2)]]\n", "2\n", &["t:1:11: error: call to undefined function 'foo'"]),
    // Prefixes.
    ("--check-prefix=A", "A: a\nCHECK: b\n", "a\n", &[]),
    ("--check-prefixes=A,AB", "AB: a\nA-NEXT: b\n", "a\nb\n", &[]),
    ("--check-prefixes=A,B", "A: a\n", "a\n", &["error: no check strings found with prefix 'B:'"]),
    ("--check-prefixes=A,B --allow-unused-prefixes", "A: a\n", "a\n", &[]),
    ("", "A: a\n", "a\n", &["error: no check strings found with prefix 'CHECK:'"]),
    ("", "COM: CHECK: b\nRUN: CHECK: c\nCHECK: a\n", "a\n", &[]),
    ("--comment-prefixes=X", "X: CHECK: b\nCHECK: a\n", "a\n", &[]),
    ("", "CHECK_NEXT: b\n", "a\n", &["t:1:1: error: misspelled directive 'CHECK_NEXT:'"]),
    ("", "CHECK-NOT-DAG: b\n", "a\n", &["t:1:7: error: unsupported -NOT combo on prefix 'CHECK'"]),
    // Other options.
    (
        "--implicit-check-not=x",
        "CHECK: a\nCHECK: b\n",
        "a\nx\nb\n",
        &["error: IMPLICIT-CHECK-NOT: excluded string found in input"],
    ),
    ("--implicit-check-not x", "CHECK: a\n", "a\n", &[]),
    ("", "CHECK: a\n", "", &["FileCheck error: '<stdin>' is empty."]),
    ("--allow-empty", "CHECK-NOT: a\n", "", &[]),
    ("-dump-input=always --color -v", "CHECK: a\n", "a\n", &[]),
];

fn run(args: &str, check: &str, input: &str) -> Result<(), Vec<String>> {
    let args: Vec<&str> = args.split_whitespace().collect();
    let parsed = CheckOptions::parse_args("", &args).map_err(|error| vec![error.to_string()])?;
    FileCheck::new(parsed.options).run(check.as_bytes(), "t", input.as_bytes()).map_err(|failures| {
        failures
            .iter()
            .map(|failure| failure.to_string().lines().next().unwrap_or_default().to_owned())
            .collect()
    })
}

#[test]
fn cases() {
    for (args, check, input, expected) in CASES {
        let errors = run(args, check, input).err().unwrap_or_default();
        let matches =
            errors.len() == expected.len() && errors.iter().zip(*expected).all(|(e, x)| e.ends_with(x));
        assert!(
            matches,
            "args {args:?}, check {check:?}, input {input:?}:\n  {errors:#?}\nexpected\n  {expected:#?}"
        );
    }
}

fn oracle() -> Option<PathBuf> {
    let path =
        std::env::var_os("FILECHECK").map_or_else(|| "/usr/lib/llvm-22/bin/FileCheck".into(), PathBuf::from);
    path.is_file().then_some(path)
}

fn run_oracle(oracle: &Path, dir: &Path, args: &str, check: &str, input: &str) -> Vec<String> {
    std::fs::write(dir.join("t"), check).unwrap();
    let mut child = Command::new(oracle)
        .args(args.split_whitespace())
        .arg("t")
        .current_dir(dir)
        .env_remove("FILECHECK_OPTS")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    if output.status.success() {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines()
        .take_while(|line| !line.starts_with("Input file: "))
        .filter(|line| line.contains("error: "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn cases_agree_with_llvm() {
    let Some(oracle) = oracle() else { return };
    let dir = std::env::temp_dir().join(format!("terrace-filecheck-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let mut problems = Vec::new();
    for (args, check, input, expected) in CASES {
        let errors = run_oracle(&oracle, &dir, args, check, input);
        let matches =
            errors.len() == expected.len() && errors.iter().zip(*expected).all(|(e, x)| e.ends_with(x));
        if !matches {
            problems.push(format!("args {args:?}, check {check:?}, input {input:?}:\n  {errors:#?}"));
        }
    }
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
