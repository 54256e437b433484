//! The runner end to end: script lines, the shell, small tools, timeouts, updates and the scoreboard.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use terrace_filetest::conform::{self, NotCounted, Upstream};
use terrace_filetest::lit::{ExitStatus, Invocation, Suite, TestOutcome, Tool};
use terrace_filetest::runner::{self, RunOptions};
use terrace_filetest::update;

/// A directory that is removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("terrace-filetest-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn suite(&self) -> Suite {
        let mut suite =
            Suite { source_root: self.0.join("src"), exec_root: self.0.join("out"), ..Suite::default() };
        suite.features.insert("here".to_owned());
        suite.env.insert("PATH".to_owned(), std::env::var("PATH").unwrap());
        suite.tools.add("upper", |inv: Invocation<'_>| {
            inv.stdout.extend(inv.stdin.to_ascii_uppercase());
            inv.stderr.extend(b"note\n");
            ExitStatus::SUCCESS
        });
        suite.tools.add("panics", |_: Invocation<'_>| panic!("on purpose"));
        suite.tools.add("sleeps", |_: Invocation<'_>| {
            std::thread::sleep(Duration::from_secs(5));
            ExitStatus::SUCCESS
        });
        suite
    }

    fn run(&self, text: &str) -> TestOutcome {
        self.write("src/t.mlir", text);
        self.suite().run("t.mlir")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn scripts_that_pass() {
    let dir = Scratch::new("pass");
    for script in [
        "// RUN: true",
        "// RUN: not false && ! false",
        "// RUN: false || true ; true",
        "// RUN: echo a b | FileCheck %s\n// CHECK: a b",
        "// RUN: echo a \\\n// RUN:   b | FileCheck %s\n// CHECK: a b",
        "// DEFINE: %{y} = 1\n// DEFINE: %{x} = echo %{y}\n// RUN: %{x} | grep 1\n\
         // REDEFINE: %{y} = 2\n// RUN: %{x} | grep 2",
        "// RUN: %if here %{ true %} %else %{ false %}\n// RUN: %if gone %{ false %} %else %{ true %}",
        "// RUN: echo 100%% %(line+1) | grep '^100% 2$'",
        "// RUN: echo abc > %t && cat %t | upper 2>/dev/null | tr -d B | FileCheck %s\n// CHECK: AC",
        "// RUN: echo x | upper 2>&1 | FileCheck %s\n// CHECK: note\n// CHECK-NEXT: X",
        "// RUN: rm -rf %t && mkdir -p %t/a && cp %s %t/a/b && test -f %t/a/b && diff %s %t/a/b",
        "// RUN: printf 'b\\na\\nb\\n' | sort -u | count 2\n// RUN: printf 'x\\ny\\n' | head -n 1 | count 1",
        "// RUN: echo 'a.b.c' | sed 's/\\./-/g' | FileCheck %s\n// CHECK: a-b-c",
        "// RUN: env A=1 B=2 sh -c 'echo $A$B' | FileCheck %s\n// RUN: export C=4 && sh -c 'exit $C' || true\n// CHECK: 12",
        "// RUN: split-file %s %t && cat %t/two | FileCheck %s\n//--- one\n//--- two\n// CHECK: {{CHE}}",
        "// RUN: not --crash panics",
        "// REQUIRES: here && !gone\n// RUN: true",
        "// RUN: echo a > %t.1 ; echo b > %t.2 ; cat %t.* | count 2",
        "// RUN: true\n// END.\n// RUN: false",
    ] {
        assert_eq!(dir.run(script), TestOutcome::Pass, "{script}");
    }
}

#[test]
fn scripts_that_do_not_pass() {
    let dir = Scratch::new("fail");
    for (script, label, log) in [
        ("// RUN: false", "FAIL", "# command: false"),
        ("// RUN: false | true", "FAIL", "# command: false"),
        ("// RUN: panics", "FAIL", "panic: on purpose"),
        ("// RUN: not panics", "FAIL", "a crash"),
        ("// RUN: no-such-program-anywhere", "FAIL", "command not found"),
        (
            "// RUN: echo a | FileCheck %s\n// CHECK: b",
            "FAIL",
            "t.mlir:2:11: error: CHECK: expected string not found",
        ),
        ("// REQUIRES: gone\n// RUN: false", "UNSUPPORTED", "gone"),
        ("// UNSUPPORTED: here\n// RUN: false", "UNSUPPORTED", "here"),
        ("// XFAIL: *\n// RUN: false", "XFAIL", ""),
        ("// XFAIL: here\n// RUN: true", "XPASS", ""),
        ("nothing", "UNRESOLVED", "no 'RUN:' line"),
        ("// RUN: true \\", "UNRESOLVED", "unterminated"),
        ("// RUN: echo %T", "UNRESOLVED", "%T is no longer supported"),
        ("// RUN: sh -c 'kill -9 $$'", "FAIL", "a crash"),
    ] {
        let outcome = dir.run(script);
        assert_eq!(outcome.label(), label, "{script}: {outcome:?}");
        assert!(outcome.log().contains(log), "{script}: {outcome:?}");
    }
}

#[test]
fn a_suite_runs_in_parallel_and_in_time() {
    let dir = Scratch::new("suite");
    dir.write("src/a/good.mlir", "// RUN: true");
    dir.write("src/a/slow.mlir", "// RUN: sleeps");
    dir.write("src/b/slow-program.mlir", "// RUN: sleep 20");
    dir.write("src/b/Inputs/hidden.mlir", "// RUN: false");
    dir.write("src/b/notes.txt", "// RUN: false");
    let mut suite = dir.suite();
    suite.timeout = Some(Duration::from_millis(300));
    let options = RunOptions { jobs: 3, ..RunOptions::default() };
    let tests = runner::discover(&suite.source_root, &options).unwrap();
    assert_eq!(tests, ["a/good.mlir", "a/slow.mlir", "b/slow-program.mlir"]);
    let results = runner::run(&suite, &tests, &options);
    let labels: Vec<&str> = results.iter().map(|(_, outcome)| outcome.label()).collect();
    assert_eq!(labels, ["PASS", "TIMEOUT", "TIMEOUT"]);
    assert!(runner::summary(&results).ends_with("PASS 1, TIMEOUT 2\n"));
    assert!(runner::selected("a/good.mlir", &["a/*.mlir".to_owned()]));
    assert!(!runner::selected("a/good.mlir", &["b/".to_owned()]));
}

#[test]
fn checks_are_written_anew() {
    let dir = Scratch::new("update");
    let head = "// RUN: printf 'a\\n\\n[[b]]\\n' | FileCheck %s\n// AUTOGENERATED CHECKS\n";
    dir.write("src/t.mlir", &format!("{head}// CHECK: old\n"));
    let suite = dir.suite();
    assert!(matches!(suite.run("t.mlir"), TestOutcome::Fail(_)));
    assert_eq!(update::update(&suite, "t.mlir"), Ok(true));
    let text = std::fs::read_to_string(dir.0.join("src/t.mlir")).unwrap();
    let expected = "\n// CHECK: a\n// CHECK-EMPTY:\n// CHECK-NEXT: {{\\[\\[}}b]]\n";
    assert_eq!(text, format!("{head}{expected}"));
    assert_eq!(suite.run("t.mlir"), TestOutcome::Pass);
    assert_eq!(update::update(&suite, "t.mlir"), Ok(false));
}

#[test]
fn the_scoreboard_counts_what_says_something() {
    let dir = Scratch::new("conform");
    dir.write("mlir/test/IR/good.mlir", "// RUN: mlir-opt %s | FileCheck %s\n// CHECK: out");
    dir.write("mlir/test/IR/bad.mlir", "// RUN: mlir-opt %s | FileCheck %s\n// CHECK: other");
    dir.write("mlir/test/IR/trivial.mlir", "// RUN: not mlir-opt %s");
    dir.write("mlir/test/IR/unrelated.mlir", "// RUN: mlir-tblgen %s");
    dir.write("mlir/test/IR/both.mlir", "// RUN: mlir-opt %s | mlir-translate");
    let tool: Arc<dyn Tool> = Arc::new(|inv: Invocation<'_>| {
        inv.stdout.extend(b"out\n");
        ExitStatus::SUCCESS
    });
    let replaced = BTreeMap::from([("mlir-opt".to_owned(), tool)]);
    let upstream = Upstream::new(&dir.0, &dir.0.join("work"));
    let report = conform::run(&upstream, &replaced, &RunOptions::default()).unwrap();
    let counted: Vec<(&str, &str)> =
        report.counted.iter().map(|(test, o)| (test.as_str(), o.label())).collect();
    assert_eq!(counted, [("IR/bad.mlir", "FAIL"), ("IR/good.mlir", "PASS")]);
    let reasons: Vec<&NotCounted> = report.not_counted.iter().map(|(_, reason)| reason).collect();
    let no_tool = NotCounted::NoTool("mlir-translate".to_owned());
    assert_eq!(reasons, [&no_tool, &NotCounted::Trivial, &NotCounted::Unrelated]);
    assert_eq!(report.passing(), 1);
}

#[test]
fn checks_are_written_beside_each_function() {
    let dir = Scratch::new("beside");
    let marker = update::MARKER;
    let source = format!(
        "// RUN: terrace-opt %s | FileCheck %s\n{marker}\n\n\
         func.func @adds(%a: i32) {{\n}}\n\n// CHECK-LABEL: stale\nfunc.func @calls(%x: index) {{\n}}\n"
    );
    dir.write("src/t.mlir", &source);
    let mut suite = dir.suite();
    suite.tools.add("terrace-opt", |inv: Invocation<'_>| {
        inv.stdout.extend(
            b"#map = affine_map<(d0) -> (d0)>\nmodule {\n  func.func @adds(%arg0: i32) {\n    \
              %0:2 = a.b %arg0, %arg0 {m = #map, s = \"%0\"} : [[x\n    return %0#1\n  }\n  \
              func.func @calls(%arg0: index) {\n    return\n  }\n}\n",
        );
        ExitStatus::SUCCESS
    });
    assert_eq!(update::update(&suite, "t.mlir"), Ok(true));
    let text = std::fs::read_to_string(dir.0.join("src/t.mlir")).unwrap();
    let expected = format!(
        "// RUN: terrace-opt %s | FileCheck %s\n{marker}\n\n\
         // CHECK: #[[MAP:.*]] = affine_map<(d0) -> (d0)>\n\
         // CHECK-LABEL: func.func @adds(\n\
         // CHECK-SAME: %[[ARG0:.*]]: i32) {{\n\
         // CHECK-NEXT: %[[V0:.*]]:2 = a.b %[[ARG0]], %[[ARG0]] {{m = #[[MAP]], s = \"%0\"}} : {{{{\\[\\[}}}}x\n\
         // CHECK-NEXT: return %[[V0]]#1\n\
         // CHECK-NEXT: }}\n\
         func.func @adds(%a: i32) {{\n}}\n\n\
         // CHECK-LABEL: func.func @calls(\n\
         // CHECK-SAME: %[[ARG0:.*]]: index) {{\n\
         // CHECK-NEXT: return\n\
         // CHECK-NEXT: }}\n\
         func.func @calls(%x: index) {{\n}}\n"
    );
    assert_eq!(text, expected);
    assert_eq!(suite.run("t.mlir"), TestOutcome::Pass);
    assert_eq!(update::update(&suite, "t.mlir"), Ok(false));
}

#[test]
fn checks_follow_what_has_the_numbers_of_lines() {
    let dir = Scratch::new("numbered");
    let head =
        format!("// RUN: terrace-opt < %s | FileCheck %s\n{}\n\nfunc.func @f() {{\n}}\n", update::MARKER);
    dir.write("src/t.mlir", &head);
    let mut suite = dir.suite();
    let root = suite.source_root.display().to_string();
    suite.tools.add("terrace-opt", move |inv: Invocation<'_>| {
        let source = String::from_utf8_lossy(inv.stdin).into_owned();
        let line = source.lines().position(|line| line.starts_with("func.func")).unwrap_or_default() + 1;
        let output = format!("func.func @f() {{\n  return loc(\"{root}/t.mlir\":{line})\n}}\n");
        inv.stdout.extend(output.into_bytes());
        ExitStatus::SUCCESS
    });
    assert_eq!(update::update(&suite, "t.mlir"), Ok(true));
    let text = std::fs::read_to_string(dir.0.join("src/t.mlir")).unwrap();
    let checks = "// CHECK-LABEL: func.func @f(\n// CHECK-SAME: ) {\n// CHECK-NEXT: return loc(\"{{.*}}/t.mlir\":4)\n// CHECK-NEXT: }\n";
    assert_eq!(text, format!("{head}\n{checks}"));
    assert_eq!(suite.run("t.mlir"), TestOutcome::Pass);
    assert_eq!(update::update(&suite, "t.mlir"), Ok(false));
}
