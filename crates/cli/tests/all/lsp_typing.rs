//! `terrace lsp` as a client sees it while files are typed and deleted.

use serde_json::{Value as Json, json};

use crate::lsp_client::{Client, URI};

/// The files that are typed; `TERRACE_KEYSTROKES` is the number of keystrokes, of all of them together.
const TYPED: [&str; 3] = ["examples/hello.mlir", "examples/fc_relu.mlir", "examples/stencil.mlir"];

#[test]
fn files_are_typed_and_deleted_without_a_fault() {
    let most = std::env::var("TERRACE_KEYSTROKES").ok().and_then(|count| count.parse().ok()).unwrap_or(600);
    let mut client = Client::new();
    client.open("");
    let (mut states, mut whole) = (0, 0);
    for file in TYPED {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        let text = std::fs::read_to_string(path).expect("an example");
        let ends: Vec<usize> = text.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        let step = (2 * ends.len() * TYPED.len()).div_ceil(most).max(1);
        let forth: Vec<usize> = ends.iter().copied().step_by(step).collect();
        for (number, &end) in forth.iter().chain(forth.iter().rev()).enumerate() {
            let typed = &text[..end];
            client.change(json!({"text": typed}));
            let errors = client.problems().len();
            let outline = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
            let found = outline.as_array().expect("a list").len();
            // A function whose name is written has its symbol.
            let wanted = typed.matches("\nfunc.func @").count();
            states += 1;
            whole += usize::from(found >= wanted);
            if number % 10 == 0 {
                let lines = typed.matches('\n').count();
                let position = json!({"line": lines, "character": 2});
                let params = json!({"textDocument": {"uri": URI}, "position": position});
                client.ask("textDocument/hover", params.clone());
                client.ask("textDocument/completion", params);
            }
            if end == text.len() {
                assert_eq!(errors, 0, "{file}");
            }
        }
    }
    client.end();
    assert!(whole * 20 >= states * 19, "the symbols are found in {whole} of {states} states");
}

/// Good files, of which lines are typed.
const EDITED: [&str; 10] = [
    "examples/fc_relu.mlir",
    "examples/hello.mlir",
    "examples/stencil.mlir",
    "tests/dialects/func.mlir",
    "tests/dialects/index.mlir",
    "tests/passes/control-flow-sink.mlir",
    "tests/passes/cse.mlir",
    "tests/passes/folds-in-any-driver.mlir",
    "tests/passes/inline.mlir",
    "tests/passes/symbol-privatize.mlir",
];

/// The names in an outline, sorted.
pub(crate) fn names(outline: &Json, found: &mut Vec<String>) {
    for symbol in outline.as_array().expect("a list") {
        found.push(symbol["name"].as_str().expect("a name").to_owned());
        names(&symbol["children"], found);
    }
}

#[test]
fn lines_that_are_typed_hide_no_other_symbols() {
    let mut client = Client::new();
    client.open("");
    let (mut states, mut whole) = (0, 0);
    for file in EDITED {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        let text = std::fs::read_to_string(path).expect("a file");
        let lines: Vec<&str> = text.lines().collect();
        let outline = |client: &mut Client| {
            let mut found = Vec::new();
            names(
                &client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}})),
                &mut found,
            );
            found
        };
        client.change(json!({"text": text}));
        assert_eq!(client.problems(), Vec::<Json>::new(), "{file}");
        let all = outline(&mut client);
        // Some lines, each up to a third of it and to two thirds.
        for (number, line) in lines.iter().enumerate().step_by(lines.len().div_ceil(12)) {
            for third in [1, 2] {
                let part: String = line.chars().take(line.chars().count() * third / 3).collect();
                let edited = [&lines[..number], &[part.as_str()], &lines[number + 1..]].concat().join("\n");
                client.change(json!({"text": edited}));
                let found = outline(&mut client);
                let own = |name: &&String| line.contains(&format!("@{name}"));
                states += 1;
                whole += usize::from(all.iter().filter(|name| !own(name)).all(|name| found.contains(name)));
            }
        }
    }
    client.end();
    assert!(states > 150 && whole * 20 >= states * 19, "{whole} of {states} states have all other symbols");
}
