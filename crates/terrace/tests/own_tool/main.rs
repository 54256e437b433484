//! A tool of one's own: it has its own name everywhere, its own version and its own commands. The tool of
//! `docs/build/own-tool.md` is this program, called again with a variable set.

#[allow(unreachable_pub)]
mod driver;
#[allow(unreachable_pub)]
mod tool;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use terrace::tools::commands::pages;
use terrace::tools::help::topic;
use terrace_filetest::harness::{self, Test};

/// The variable with which this program is one of the tools.
const AS_TOOL: &str = "OWN_TOOL";

const PROGRAM: &str = "func.func @main() -> i32 {\n  %c = arith.constant 3 : i32\n  return %c : i32\n}\n";

const CALLS: &str = "func.func private @seven() -> i32 {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.addi %c3, %c4 : i32
  return %0 : i32
}
func.func @main() -> i32 {
  %0 = call @seven() : () -> i32
  return %0 : i32
}
";

const AXIS: &str = "%x = builtin.unrealized_conversion_cast to i64
%a = axis.step %x
%b = axis.step %a
axis.use %b
";

/// Runs the tool `ops`; returns its exit code and what it writes, output first.
fn run(args: &[&str]) -> (Option<i32>, String) {
    run_tool("ops", args)
}

/// Runs the tool of this name.
fn run_tool(name: &str, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(std::env::current_exe().expect("the path of this program"));
    command.args(args).env(AS_TOOL, name).stdin(Stdio::null()).current_dir(directory());
    let ran = command.output().expect("this program runs");
    let text = String::from_utf8([ran.stdout, ran.stderr].concat()).expect("text");
    // The program is named by its path where it says how it was called.
    let own = std::env::current_exe().expect("a path");
    (ran.status.code(), text.replace(own.to_str().expect("text"), name).replace(&file_name(&own), name))
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

/// The directory of the programs.
fn directory() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("own_tool")
}

fn write_programs() {
    std::fs::create_dir_all(directory()).expect("a directory");
    std::fs::write(directory().join("p.mlir"), PROGRAM).expect("a file");
    std::fs::write(directory().join("calls.mlir"), CALLS).expect("a file");
    std::fs::write(directory().join("axis.mlir"), AXIS).expect("a file");
    std::fs::write(directory().join("broken.mlir"), "spirv.Undef\n").expect("a file");
}

fn assert_own_words(text: &str, what: &str) {
    let found = text.lines().find(|line| line.to_lowercase().contains("terrace"));
    assert_eq!(found, None, "{what}");
}

fn nothing_it_writes_has_another_name() {
    let setup = tool::tool();
    for page in pages(&setup) {
        for args in [&[page.name, "--help"][..], &["help", page.name], &["man", page.name]] {
            let (code, text) = run(args);
            assert_eq!(code, Some(0), "{args:?}: {text}");
            assert!(text.to_lowercase().contains("ops"), "{args:?}: {text}");
            assert_own_words(&text, &format!("{args:?}"));
        }
    }
    let others: [(&[&str], i32); 38] = [
        (&[], 2),
        (&["help"], 0),
        (&["--help"], 0),
        (&["version"], 0),
        (&["--version"], 0),
        (&["opt", "--version"], 0),
        (&["opt", "--help-hidden"], 0),
        (&["opt", "--list-passes"], 0),
        (&["opt", "--show-dialects"], 0),
        (&["opt", "nofile"], 1),
        (&["opt", "broken.mlir"], 1),
        (&["opt", "broken.mlir", "--diagnostic-format=rich"], 1),
        (&["opt", "--csee", "p.mlir"], 2),
        (&["opt", "--pass-pipeline=x", "p.mlir"], 2),
        (&["run", "--version"], 0),
        (&["run"], 2),
        (&["run", "--helpp"], 2),
        (&["run", "p.mlir", "--entry=f"], 1),
        (&["run", "p.mlir", "--entri=f"], 2),
        (&["explain", "--helpp"], 2),
        (&["explain", "nofile"], 1),
        (&["reduce"], 2),
        (&["reduce", "--x"], 2),
        (&["transform", "nofile"], 1),
        (&["transform", "--html"], 2),
        (&["transform", "p.mlir", "--split-input-file"], 2),
        (&["compile", "p.mlir"], 2),
        (&["compile", "--version"], 0),
        (&["compile", "-o", "x.o"], 2),
        (&["compile", "--print-pipeline"], 0),
        (&["translate", "p.mlir"], 2),
        (&["translate", "--import-wasm", "p.mlir"], 2),
        (&["bytecode"], 2),
        (&["bytecode", "p.mlir"], 1),
        (&["ripple-cc"], 1),
        (&["ripple-cc", "nofile.c"], 1),
        (&["conut"], 2),
        (&["help", "spirv.Undef"], 2),
    ];
    for (args, wanted) in others {
        let (code, text) = run(args);
        assert_eq!(code, Some(wanted), "{args:?}: {text}");
        assert!(!text.is_empty(), "{args:?}");
        assert_own_words(&text, &format!("{args:?}"));
    }
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert_own_words(&run(&["completion", shell]).1, shell);
    }
}

fn topics_have_no_other_name() {
    let setup = tool::tool();
    let passes = setup.registry.passes().into_iter().map(|pass| pass.name);
    let pipelines = setup.registry.pipelines().into_iter().map(|pipeline| pipeline.name);
    let dialects = setup.dialects.iter().map(|dialect| dialect.name);
    let ops = setup.ops().map(|op| op.name);
    for name in passes.chain(pipelines).chain(dialects).chain(ops).chain(["spirv", "LoopLike"]) {
        assert_own_words(&topic(name, &setup).expect(name), name);
    }
}

fn its_command_is_listed_completed_and_comes_first() {
    assert_eq!(run(&["version"]), (Some(0), "ops 1.2.3\n".to_owned()));
    let (_, text) = run(&["help"]);
    assert!(text.starts_with("ops 1.2.3\n\nUsage: ops <command>"), "{text}");
    assert!(text.contains("Commands:\n  count       Counts the ops of a program\n"), "{text}");
    let (_, text) = run(&["completion", "--complete=fish", "--", "ops", "count", "--order="]);
    assert_eq!(text, "--order=name\t\n--order=number\t\n");
    assert_eq!(
        run(&["count", "p.mlir", "--dialect", "arith"]),
        (Some(0), "   1 arith.constant\n".to_owned())
    );
    let text = "   1 arith.constant\n   1 func.func\n   1 func.return\n";
    assert_eq!(run(&["count", "p.mlir", "--order=name"]), (Some(0), text.to_owned()));
    let text = "error: --order is one of name, number, not 'size'\n";
    assert_eq!(run(&["count", "p.mlir", "--order", "size"]), (Some(1), text.to_owned()));
    // A command of one's own comes before one of the same name.
    let own = terrace::tools::Command { name: "compile", doc: "Another one", run: |_, _| ExitCode::SUCCESS };
    let pages = pages(&tool::tool().commands(&[own]));
    let named: Vec<&str> = pages.iter().filter(|page| page.name == "compile").map(|page| page.doc).collect();
    assert_eq!(named, ["Another one"]);
}

fn the_page_shows_the_tool() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/build/own-tool.md")).expect("the page");
    for (file, source) in [("tool.rs", include_str!("tool.rs")), ("driver.rs", include_str!("driver.rs"))] {
        assert!(
            page.contains(source),
            "docs/build/own-tool.md is to show crates/terrace/tests/own_tool/{file}"
        );
    }
    // What the page shows of the commands is what they print.
    let mut shown = 0;
    for block in
        page.split("```text\n").skip(1).filter_map(|rest| rest.split_once("```").map(|(block, _)| block))
    {
        let (line, wanted) = block.split_once('\n').expect("a command and its output");
        let (tool, args) =
            line.strip_prefix("$ ").and_then(|line| line.split_once(' ')).expect("a call of a tool");
        let args: Vec<&str> = args.split(' ').collect();
        assert_eq!(run_tool(tool, &args).1.trim_end(), wanted.trim_end(), "{line}");
        shown += 1;
    }
    assert!(shown > 7, "{shown}");
}

fn its_pipeline_is_a_flag_and_a_name_in_pipelines() {
    let (code, text) = run(&["opt", "--help"]);
    assert!(code == Some(0) && text.contains("--tidy"), "{text}");
    let dumped = |args: &[&str]| {
        let all = [&["opt", "calls.mlir", "--dump-pass-pipeline", "-o", "out.mlir"], args].concat();
        let (code, text) = run(&all);
        assert_eq!(code, Some(0), "{text}");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let by_flag = dumped(&["--tidy"]);
    assert_eq!(by_flag, dumped(&["--pass-pipeline=builtin.module(tidy)"]));
    assert_eq!(by_flag, dumped(&["--pass-pipeline=builtin.module(tidy{inline=false})"]));
    let begins = "Pass Manager with 1 passes: builtin.module( func.func( canonicalize{ max-iterations=4 ";
    assert!(by_flag.starts_with(begins) && by_flag.ends_with("}, cse ) )"), "{by_flag}");
    let inlining = dumped(&["--tidy=inline"]);
    assert!(inlining.contains("builtin.module( inline{") && inlining.contains("symbol-dce"), "{inlining}");
    let (code, text) = run(&["opt", "calls.mlir", "--tidy=inlin"]);
    assert!(code == Some(2) && text.contains("no such option inlin in pipeline 'tidy'"), "{text}");
    let (code, text) = run(&["opt", "calls.mlir", "--tdy"]);
    assert!(code == Some(2) && text.contains("--tidy"), "{text}");
}

fn main() -> ExitCode {
    if let Some(name) = std::env::var_os(AS_TOOL) {
        return if name == "axis-opt" { driver::main() } else { tool::main() };
    }
    write_programs();
    harness::run(vec![
        Test::of("nothing_it_writes_has_another_name", nothing_it_writes_has_another_name),
        Test::of(
            "its_pipeline_is_a_flag_and_a_name_in_pipelines",
            its_pipeline_is_a_flag_and_a_name_in_pipelines,
        ),
        Test::of("topics_have_no_other_name", topics_have_no_other_name),
        Test::of(
            "its_command_is_listed_completed_and_comes_first",
            its_command_is_listed_completed_and_comes_first,
        ),
        Test::of("the_page_shows_the_tool", the_page_shows_the_tool),
    ])
}
