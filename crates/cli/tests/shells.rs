//! Completion in shells, manual pages as programs read them, and the language server in Neovim.

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

/// The plugin starts the server; Neovim has its diagnostic, and finds a definition after the error.
fn neovim_shows_diagnostics_and_finds_definitions() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("neovim");
    std::fs::create_dir_all(&dir).expect("a directory");
    let (file, script) = (dir.join("broken.mlir"), dir.join("check.lua"));
    let text = "func.func @f(%x: i32) -> i32 {\n  %y = arith.addi %x %x : i32\n  return %y : i32\n}\n";
    std::fs::write(&file, text).expect("a file");
    let bytecode = dir.join("good.mlirbc");
    let (source, bytecode) = (dir.join("good.mlir"), bytecode.display().to_string());
    std::fs::write(&source, "func.func private @of_bytecode()\n").expect("a file");
    let terrace = Path::new(env!("CARGO_BIN_EXE_terrace"));
    run(terrace, &["opt", "--emit-bytecode", &source.display().to_string(), "-o", &bytecode]);
    let lua = r#"
        vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 20)
        for _, found in ipairs(vim.diagnostic.get(0)) do
          io.write(found.lnum, ":", found.col, ": ", found.message, "\n")
        end
        local params = {
          textDocument = vim.lsp.util.make_text_document_params(),
          position = { line = 2, character = 10 },
        }
        for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/definition", params, 60000)) do
          local start = answer.result[1].range.start
          io.write("definition: ", start.line, ":", start.character, "\n")
        end
        local good = { "func.func @f() {", "  %one = arith.constant 1 : i32", "  return", "}" }
        vim.api.nvim_buf_set_lines(0, 0, -1, false, good)
        vim.cmd("TerracePipeline canonicalize")
        vim.wait(60000, function() return vim.b.terrace_command ~= nil end, 20)
        local function shown()
          for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
            io.write(line, "\n")
          end
        end
        shown()
        vim.cmd("edit " .. vim.fn.fnamemodify(vim.fn.bufname(1), ":p:h") .. "/good.mlirbc")
        shown()
        vim.cmd("qa!")
    "#;
    std::fs::write(&script, lua).expect("a script");
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/neovim/terrace.lua");
    let source = |path: &Path| format!("luafile {}", path.display());
    let nvim = find_program(&["nvim"]).expect("it was found");
    let args = ["--headless", "-u", "NONE", "-i", "NONE", "--cmd", &source(&plugin)];
    let shown = run(&nvim, &[&args[..], &[&file.display().to_string(), "-c", &source(&script)]].concat());
    let wanted = "1:20: expected ','\ndefinition: 1:2\nmodule {\n  func.func @f() {\n    return\n  }\n}";
    let of_bytecode = "module {\n  func.func private @of_bytecode()\n}";
    let shown: Vec<&str> = shown.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(shown.join("\n"), format!("{wanted}\n{of_bytecode}"));
}

/// Emacs starts the server by eglot, finds a definition, and shows the result of a pipeline.
fn emacs_finds_definitions_and_runs_pipelines() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emacs");
    std::fs::create_dir_all(&dir).expect("a directory");
    let (file, script) = (dir.join("good.mlir"), dir.join("check.el"));
    let text = "func.func @f(%x: i32) -> i32 {\n  %one = arith.constant 1 : i32\n  return %x : i32\n}\n";
    std::fs::write(&file, text).expect("a file");
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/emacs/terrace.el");
    let lisp = format!(
        r#"
        (setq terrace-program "{}")
        (load "{}" nil t)
        (find-file "{}")
        (apply #'eglot--connect (eglot--guess-contact))
        (search-forward "return %")
        (let* ((server (eglot--current-server-or-lose))
               (params (eglot--TextDocumentPositionParams))
               (found (aref (jsonrpc-request server :textDocument/definition params) 0))
               (start (plist-get (plist-get found :range) :start)))
          (princ (format "definition: %d:%d\n" (plist-get start :line) (plist-get start :character))))
        (terrace-pipeline "canonicalize")
        (with-current-buffer "*terrace.pipeline*"
          (princ (buffer-string)))
        (kill-emacs)
        "#,
        env!("CARGO_BIN_EXE_terrace"),
        plugin.display(),
        file.display(),
    );
    std::fs::write(&script, lisp).expect("a script");
    let emacs = find_program(&["emacs"]).expect("it was found");
    let shown = run(&emacs, &["--batch", "-l", &script.display().to_string()]);
    let wanted = "definition: 0:13\nmodule {\n  func.func @f(%x: i32) -> i32 {\n    return %x : i32\n  }\n}";
    // What Emacs says about itself comes after it.
    assert!(shown.starts_with(wanted), "{shown}");
}

/// The program of Emacs, which must have eglot.
fn emacs_with_eglot() -> Result<PathBuf, String> {
    let emacs = find_program(&["emacs"])?;
    let has_it = Command::new(&emacs).args(["--batch", "--eval", "(require 'eglot)"]).output();
    match has_it.is_ok_and(|ran| ran.status.success()) {
        true => Ok(emacs),
        false => Err("Emacs has no eglot".to_owned()),
    }
}

fn main() -> ExitCode {
    harness::run(vec![
        Test::of(
            "neovim_shows_diagnostics_and_finds_definitions",
            neovim_shows_diagnostics_and_finds_definitions,
        )
        .needs(find_program(&["nvim"])),
        Test::of("emacs_finds_definitions_and_runs_pipelines", emacs_finds_definitions_and_runs_pipelines)
            .needs(emacs_with_eglot()),
        Test::of("completion_in_bash", in_bash).needs(bash()),
        Test::of("completion_in_fish", in_fish).needs(find_program(&["fish"])),
        Test::of("completion_in_zsh", in_zsh).needs(find_program(&["zsh"])),
        Test::of("manuals_are_read_without_a_complaint", manuals_are_read_without_a_complaint)
            .needs(find_program(&["mandoc"])),
    ])
}
