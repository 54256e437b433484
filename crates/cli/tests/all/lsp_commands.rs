//! `terrace lsp` as a client sees it: commands, other files of the workspace, and other languages.

use std::path::{Path, PathBuf};
use std::process::Command;

use lsp_server::{Message, Request};
use serde_json::{Value as Json, json};

use crate::lsp_client::{Client, URI, at, starts, texts};

/// An empty folder of a test, with files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("a file");
    }
    folder
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

const RUN: &str = "\
// RUN: mlir-opt %s -canonicalize | FileCheck %s
// RUN: mlir-opt %s -convert-arith-to-llvm -convert-func-to-llvm | mlir-translate -mlir-to-llvmir
// RUN: cat %s
// RUN: mlir-opt %s -o f.mlir
func.func @f() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  return %two : i32
}
";

#[test]
fn run_lines_and_pipelines_are_run() {
    let mut client = Client::new();
    client.open(RUN);
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
    let titles: Vec<(u64, &str)> = lenses
        .as_array()
        .expect("a list")
        .iter()
        .map(|lens| {
            let line = lens["range"]["start"]["line"].as_u64().expect("a line");
            (line, lens["command"]["title"].as_str().expect("a title"))
        })
        .collect();
    let of_lines = [(0, "Run"), (0, "Reduce"), (1, "Run"), (1, "Reduce")];
    assert_eq!(titles, [&of_lines[..], &[(4, "Run the function")]].concat());
    let command = &lenses[0]["command"];
    let result =
        client.execute(command["command"].as_str().expect("a name"), command["arguments"][0].clone());
    let result = result.expect("a result");
    let text = result["text"].as_str().expect("a text");
    assert!(text.contains("arith.constant 2") && !text.contains("arith.addi"), "{text}");
    assert_eq!((&result["code"], &result["language"]), (&json!(0), &json!("mlir")));
    // The second line has two commands of this program.
    let result = client.execute("terrace.run", json!({"uri": URI, "run": 1})).expect("a result");
    let text = result["text"].as_str().expect("a text");
    assert!(text.contains("define i32 @f()"), "{text}");
    assert_eq!(result["language"], "llvm");
    let error = client.execute("terrace.run", json!({"uri": URI, "run": 2})).unwrap_err();
    assert_eq!(error, "the RUN line calls 'cat', which is not this program");
    let error = client.execute("terrace.run", json!({"uri": URI, "run": 3})).unwrap_err();
    assert_eq!(error, "'-o f.mlir' writes a file, which is not done from an editor");
    for pipeline in ["canonicalize", "--canonicalize", "builtin.module(func.func(canonicalize))"] {
        let result = client.execute("terrace.pipeline", json!({"uri": URI, "pipeline": pipeline}));
        let text = result.expect("a result")["text"].as_str().expect("a text").to_owned();
        assert!(text.contains("arith.constant 2") && !text.contains("arith.addi"), "{pipeline}: {text}");
    }
    let result =
        client.execute("terrace.pipeline", json!({"uri": URI, "pipeline": "none"})).expect("a result");
    assert_ne!(result["code"], 0);
    assert!(result["messages"].as_str().expect("a text").contains("'none'"), "{result}");
    assert_eq!(client.execute("terrace.none", json!({})).unwrap_err(), "there is no command 'terrace.none'");
    client.end();
}

#[test]
fn functions_and_scripts_are_run() {
    let mut client = Client::new();
    client.open(RUN);
    let result = client.execute("terrace.call", json!({"uri": URI, "function": "f"})).expect("a result");
    assert_eq!((&result["text"], &result["code"]), (&json!("2 : i32\n"), &json!(0)));
    let script = "module attributes {transform.with_named_sequence} {\n  \
                  func.func @payload() {\n    return\n  }\n  \
                  transform.named_sequence @__transform_main(%root: !transform.any_op) {\n    \
                  %f = transform.structured.match ops{[\"func.func\"]} in %root : (!transform.any_op) -> !transform.any_op\n    \
                  transform.yield\n  }\n}\n";
    client.change(json!({"text": script}));
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
    let commands = lenses.as_array().expect("a list").iter().map(|lens| &lens["command"]);
    let commands: Vec<&Json> = commands.collect();
    let titles: Vec<&Json> = commands.iter().map(|command| &command["title"]).collect();
    assert_eq!(titles, ["Run the function", "Trace the script"]);
    let result = client.execute("terrace.trace", commands[1]["arguments"][0].clone()).expect("a result");
    let text =
        result["text"].as_str().expect("a text").to_owned() + result["messages"].as_str().expect("a text");
    assert!(text.contains("transform.structured.match"), "{text}");
    client.end();
}

#[test]
fn work_is_cancelled_by_an_edit() {
    let mut client = Client::new();
    let ops: String = (0..5_000).map(|i| format!("  %v{i} = arith.addi %a, %a : i32\n")).collect();
    client.open(&format!("func.func @f(%a: i32) {{\n{ops}  return\n}}\n"));
    client.problems();
    let params = json!({"command": "terrace.pipeline", "arguments": [{"uri": URI, "pipeline": "canonicalize"}], "workDoneToken": "run"});
    client.send(Request { id: 77.into(), method: "workspace/executeCommand".to_owned(), params });
    client.change(json!({"text": RUN}));
    let mut progress = Vec::new();
    let error = loop {
        match client.receive() {
            Message::Response(response) => {
                assert_eq!(response.id, 77.into());
                break response.error.expect("an error");
            }
            Message::Notification(notice) if notice.method == "$/progress" => {
                assert_eq!(notice.params["token"], "run");
                progress.push(notice.params["value"]["kind"].clone());
            }
            _ => {}
        }
    };
    assert_eq!(progress, ["begin", "end"]);
    // ContentModified.
    assert_eq!((error.code, error.message.as_str()), (-32801, "the request was cancelled"));
    client.end();
}

#[test]
fn failures_are_reduced() {
    let mut client = Client::new();
    let text = "// RUN: mlir-opt %s -convert-func-to-llvm\nfunc.func @good(%a: i32) -> i32 {\n  return %a : i32\n}\n\
                func.func @bad(%a: i32) -> i32 {\n  %b = arith.addi %a, %a : i32\n  %c = arith.none\n  return %b : i32\n}\n";
    client.open(text);
    let result = client.execute("terrace.reduce", json!({"uri": URI, "run": 0})).expect("a result");
    let text = result["text"].as_str().expect("a text");
    assert!(text.contains("arith.none") && !text.contains("@good"), "{text}");
    // One error of two, by the action on it.
    let text = "func.func @f() -> i32 {\n  return\n}\nfunc.func @g() -> i64 {\n  return // 2\n}\n";
    client.change(json!({"text": text}));
    let position = &at(text, "return // 2", 1)["position"];
    let params = json!({
        "textDocument": {"uri": URI}, "range": {"start": position, "end": position}, "context": {"diagnostics": []},
    });
    let actions = client.ask("textDocument/codeAction", params);
    let command = &actions[0]["command"];
    assert_eq!(command["title"], "Reduce the file to this error");
    let result = client.execute("terrace.reduce", command["arguments"][0].clone()).expect("a result");
    let text = result["text"].as_str().expect("a text");
    assert!(text.contains("@g() -> i64") && !text.contains("@f"), "{text}");
    client.end();
}

/// The second insertion writes into the tensor that the third op reads: one of them needs a copy.
const COPIES: &str = "\
func.func @f(%t: tensor<8xf32>, %x: f32, %i: index) -> (tensor<8xf32>, f32) {
  %new = tensor.insert %x into %t[%i] : tensor<8xf32>
  %old = tensor.extract %t[%i] : tensor<8xf32>
  return %new, %old : tensor<8xf32>, f32
}
func.func @g(%t: tensor<8xf32>, %x: f32, %i: index) -> tensor<8xf32> {
  %new = tensor.insert %x into %t[%i] : tensor<8xf32>
  return %new : tensor<8xf32>
}
";

#[test]
fn bufferization_is_explained() {
    let mut client = Client::new();
    client.open(COPIES);
    assert_eq!(client.problems(), Vec::<Json>::new());
    let hover = client.ask_at("hover", COPIES, "%t[%i] : tensor<8xf32>\n  %old", 1);
    let hover = hover["contents"]["value"].as_str().expect("a text");
    for part in ["%t : tensor<8xf32>", "2 uses", "copy", "read"] {
        assert!(hover.contains(part), "{part}: {hover}");
    }
    let hover = client.ask_at("hover", COPIES, "%new : tensor<8xf32>\n}", 1);
    let hover = hover["contents"]["value"].as_str().expect("a text");
    assert!(hover.contains("bufferized in place"), "{hover}");
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
    assert_eq!(lenses.as_array().expect("a list").len(), 2);
    let mut explained = |number: usize| {
        let command = &lenses[number]["command"];
        assert_eq!(command["title"], "Explain bufferization");
        let result = client.execute("terrace.explain", command["arguments"][0].clone()).expect("a result");
        result["text"].as_str().expect("a text").to_owned()
    };
    assert!(explained(0).starts_with("line 2: "), "{}", explained(0));
    assert_eq!(explained(1), "bufferization allocates and copies nothing here\n");
    client.end();
}

const LIBRARY: &str = "\
module attributes {transform.with_named_sequence} {
  transform.named_sequence @lower(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
";

const SCRIPT: &str = "\
// RUN: mlir-opt %s -transform-preload-library='transform-library-paths=%p/library.mlir'
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @lower(%op: !transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%op: !transform.any_op) {
    transform.include @lower failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
}
";

#[test]
fn symbols_are_found_across_files() {
    let other = LIBRARY.replace("named_sequence @lower", "named_sequence @lower_it");
    let folder = folder(
        "lsp_workspace",
        &[("library.mlir", LIBRARY), ("other.mlir", &other), ("script.mlir", SCRIPT)],
    );
    let mut client = Client::in_folder(uri(&folder).into());
    let (library, script) = (uri(&folder.join("library.mlir")), uri(&folder.join("script.mlir")));
    client.open_at(&script, SCRIPT);
    let ask = |client: &mut Client, method: &str, text: &str, file: &str, place: &str| {
        let mut params = at(text, place, 2);
        params["textDocument"]["uri"] = json!(file);
        client.ask(&format!("textDocument/{method}"), params)
    };
    let found = ask(&mut client, "definition", SCRIPT, &script, "@lower failures");
    assert_eq!((found[0]["uri"].as_str(), starts(&found)), (Some(library.as_str()), vec![(1, 27)]));
    // The text of an open file is what the editor has.
    client.open_at(&library, &format!("\n{LIBRARY}"));
    let found = ask(&mut client, "definition", SCRIPT, &script, "@lower failures");
    assert_eq!(starts(&found), [(2, 27)]);
    let found = ask(&mut client, "references", &format!("\n{LIBRARY}"), &library, "@lower(");
    let files: Vec<bool> =
        found.as_array().expect("a list").iter().map(|place| place["uri"] == library.as_str()).collect();
    assert_eq!((files, starts(&found)), (vec![true, false, false], vec![(2, 27), (2, 35), (4, 22)]));
    let symbols = client.ask("workspace/symbol", json!({"query": "LOWER"}));
    let names: Vec<&Json> =
        symbols.as_array().expect("a list").iter().map(|symbol| &symbol["name"]).collect();
    assert_eq!(names, ["lower", "lower_it", "lower"]);
    assert_eq!(symbols[0]["containerName"], "transform.named_sequence");
    client.end();
}

const LLVM_IR: &str = "\
%pair = type { i32, i32 }
@count = global i32 0, align 4
declare void @other(ptr)

; add is %a and %b
define i32 @add(i32 %a, i32 %b) #0 {
entry:
  %sum = add i32 %a, %b
  br label %end

end:
  %p = getelementptr %pair, ptr @count, i32 0
  call void @other(ptr %p), !srcloc !0
  ret i32 %sum
}
define i32 @second(i32 %a) #0 {
  ret i32 %a
}
attributes #0 = { nounwind }
!0 = !{i32 7}
";

#[test]
fn llvm_ir_has_names_and_diagnostics() {
    let mut client = Client::new();
    let file = "file:///test.ll";
    client.open_at(file, LLVM_IR);
    let mut ask = |method: &str, place: &str, skip: usize| {
        let mut params = at(LLVM_IR, place, skip);
        params["textDocument"]["uri"] = json!(file);
        client.ask(&format!("textDocument/{method}"), params)
    };
    for (place, skip, definition, uses) in [
        ("%a, %b\n", 1, vec![(5, 20)], 2),
        ("%sum\n", 1, vec![(7, 2)], 2),
        ("%end\n", 1, vec![(10, 0)], 2),
        ("@other(ptr %p", 1, vec![(2, 13)], 2),
        ("@count, i32", 1, vec![(1, 0)], 2),
        ("#0 {\nentry", 1, vec![(18, 11)], 3),
        ("!0\n  ret", 1, vec![(19, 0)], 2),
        ("%pair, ptr", 1, vec![(0, 0)], 2),
    ] {
        assert_eq!(starts(&ask("definition", place, skip)), definition, "{place}");
        assert_eq!(ask("references", place, skip).as_array().expect("a list").len(), uses, "{place}");
    }
    let hover = ask("hover", "!0\n  ret", 1);
    assert!(hover["contents"]["value"].as_str().expect("a text").contains("!0 = !{i32 7}"), "{hover}");
    let outline = ask("documentSymbol", "%pair", 0);
    let names: Vec<&str> =
        outline.as_array().expect("a list").iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["count", "other", "add", "second"]);
    client.end();
    let mut client = Client::new();
    client.open_at(file, &LLVM_IR.replace("i32 %a, %b\n", "i32 %a, %c\n"));
    let published = loop {
        if let Message::Notification(notification) = client.receive() {
            break notification.params;
        }
    };
    let problem = &published["diagnostics"][0];
    assert_eq!(problem["message"], "use of undefined value");
    assert_eq!(problem["range"]["start"]["line"], 7);
    client.end();
}

#[test]
fn llvm_ir_is_typed_without_a_fault() {
    let mut client = Client::new();
    let file = "file:///test.ll";
    client.open_at(file, "");
    let text = LLVM_IR.replace("entry:", "\u{e9}ntr\u{e9}:").replace("; add", "\"@\u{1d11e}\" ; add");
    let ends: Vec<usize> = text.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    for (number, &end) in ends.iter().enumerate() {
        let document = json!({"uri": file, "version": number + 1});
        let change = json!({"text": text[..end]});
        client.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
        let document = json!({"textDocument": {"uri": file}});
        let outline = client.ask("textDocument/documentSymbol", document);
        let found = outline.as_array().expect("a list").len();
        assert!(found >= text[..end].matches("\ndefine i32 @add(").count(), "{}", &text[..end]);
    }
    client.end();
}

#[test]
fn bytecode_is_read_as_text() {
    let folder = folder("lsp_bytecode", &[("source.mlir", RUN)]);
    let file = folder.join("source.mlirbc");
    let made = Command::new(env!("CARGO_BIN_EXE_terrace"))
        .args(["opt", "--emit-bytecode", "-o"])
        .args([&file, &folder.join("source.mlir")])
        .status();
    assert!(made.expect("it runs").success());
    let mut client = Client::new();
    let result = client.execute("terrace.readBytecode", json!({"uri": uri(&file)})).expect("a result");
    assert!(result["text"].as_str().expect("a text").contains("func.func @f() -> i32"), "{result}");
    client.end();
}

#[test]
fn names_of_llvm_ir_are_given_anew() {
    let mut client = Client::new();
    let file = "file:///test.ll";
    client.open_at(file, LLVM_IR);
    let mut params = at(LLVM_IR, "%end\n", 1);
    params["textDocument"]["uri"] = json!(file);
    params["newName"] = json!("last");
    let edits = client.ask("textDocument/rename", params);
    let edits = &edits["changes"][file];
    let new: Vec<&str> =
        edits.as_array().expect("a list").iter().filter_map(|edit| edit["newText"].as_str()).collect();
    assert_eq!(
        (texts(LLVM_IR, edits), new),
        (vec!["end".to_owned(), "%end".to_owned()], vec!["last", "%last"])
    );
    client.end();
}
