//! `terrace lsp` as a client sees it: a process, and messages.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Message, Notification, Request};
use serde_json::{Value as Json, json};

const URI: &str = "file:///test.mlir";

/// A client of a server that it has started.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: i32,
    /// The last diagnostics of the file.
    diagnostics: Json,
    version: i32,
}

impl Client {
    fn new() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_terrace"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let mut client = Self { child, input, output, requests: 0, diagnostics: Json::Null, version: 0 };
        let result = client.ask("initialize", json!({"capabilities": {}}));
        assert_eq!(result["serverInfo"]["name"], "terrace");
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: impl Into<Message>) {
        let input = self.input.as_mut().expect("the server listens");
        message.into().write(input).and_then(|()| input.flush()).expect("the server listens");
    }

    fn tell(&mut self, method: &str, params: Json) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// The next message; diagnostics are kept.
    fn receive(&mut self) -> Message {
        let message = Message::read(&mut self.output).expect("a message").expect("the server lives");
        if let Message::Notification(Notification { method, params }) = &message {
            assert_eq!(method, "textDocument/publishDiagnostics");
            self.diagnostics = params.clone();
        }
        message
    }

    /// The result of a request, or its error.
    fn try_ask(&mut self, method: &str, params: Json) -> Result<Json, String> {
        self.requests += 1;
        let id = self.requests.into();
        self.send(Request { id, method: method.to_owned(), params });
        loop {
            if let Message::Response(response) = self.receive() {
                assert_eq!(response.id, self.requests.into());
                return match response.error {
                    None => Ok(response.result.unwrap_or(Json::Null)),
                    Some(error) => Err(error.message),
                };
            }
        }
    }

    fn ask(&mut self, method: &str, params: Json) -> Json {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Asks about the first place of a text in the file, which `skip` bytes follow.
    fn ask_at(&mut self, method: &str, text: &str, place: &str, skip: usize) -> Json {
        self.ask(&format!("textDocument/{method}"), at(text, place, skip))
    }

    fn open(&mut self, text: &str) {
        let document = json!({"uri": URI, "languageId": "mlir", "version": 0, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn change(&mut self, change: Json) {
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    /// The diagnostics of the present text.
    fn problems(&mut self) -> Vec<Json> {
        while self.diagnostics["version"] != self.version {
            self.receive();
        }
        self.diagnostics["diagnostics"].as_array().expect("a list").clone()
    }

    /// Ends the server.
    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Json::Null), Json::Null);
        self.tell("exit", Json::Null);
        self.input = None;
        assert!(self.child.wait().expect("the server ends").success());
    }
}

/// The parameters of a request about the first place of a text in the file, which `skip` bytes follow.
fn at(text: &str, place: &str, skip: usize) -> Json {
    let offset = text.find(place).unwrap_or_else(|| panic!("{place} is not there")) + skip;
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let character = text[start..offset].encode_utf16().count();
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character},
        "context": {"includeDeclaration": true}})
}

/// The texts at the ranges of locations or edits.
fn texts(text: &str, places: &Json) -> Vec<String> {
    let offset = |position: &Json| {
        let line = position["line"].as_u64().expect("a line") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let units: Vec<u16> = text[start..].lines().next().unwrap_or("").encode_utf16().collect();
        let column = position["character"].as_u64().expect("a column") as usize;
        start + String::from_utf16_lossy(&units[..column]).len()
    };
    let places = places.as_array().expect("a list").iter();
    places
        .map(|place| text[offset(&place["range"]["start"])..offset(&place["range"]["end"])].to_owned())
        .collect()
}

/// The starts of the ranges of locations: line and column.
fn starts(places: &Json) -> Vec<(u64, u64)> {
    let start = |place: &Json| {
        let start = &place["range"]["start"];
        (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a column"))
    };
    places.as_array().expect("a list").iter().map(start).collect()
}

const GOOD: &str = "\
#map = affine_map<(d0) -> (d0)>
func.func @twice(%x: i32) -> i32 {
  // Größe 𝄞
  %y = arith.addi %x, %x : i32
  cf.br ^end(%y : i32)
^end(%z: i32):
  return %z : i32
}
func.func @main(%c: index) -> i32 {
  %one = arith.constant 1 : i32
  %r = call @twice(%one) : (i32) -> i32
  %m = affine.apply #map(%c)
  %cmp = arith.cmpi eq, %r, %one : i32
  return %r : i32
}
";

#[test]
fn names_lead_to_definitions_and_uses() {
    let mut client = Client::new();
    client.open(GOOD);
    assert_eq!(client.problems(), Vec::<Json>::new());
    for (place, skip, definition, uses) in [
        ("%x, %x", 0, vec![(1, 17)], 3),
        ("^end(%y", 1, vec![(5, 0)], 2),
        ("%z : i32", 0, vec![(5, 5)], 2),
        ("@twice(%one", 3, vec![(1, 10)], 2),
        ("#map(%c", 2, vec![(0, 0)], 2),
        ("%r : i32", 1, vec![(10, 2)], 3),
    ] {
        let found = client.ask_at("definition", GOOD, place, skip);
        assert_eq!(starts(&found), definition, "{place}");
        let found = client.ask_at("references", GOOD, place, skip);
        let found = texts(GOOD, &found);
        assert_eq!(found.len(), uses, "{place}: {found:?}");
        let name = &found[0];
        assert!(found.iter().all(|other| other == name), "{place}: {found:?}");
        let marked = client.ask_at("documentHighlight", GOOD, place, skip);
        assert_eq!(texts(GOOD, &marked).len(), uses, "{place}");
    }
    client.end();
}

#[test]
fn hovers_show_types_headers_and_pages() {
    let mut client = Client::new();
    client.open(GOOD);
    for (place, skip, wanted) in [
        ("%y = ", 0, vec!["%y : i32", "result of `arith.addi`", "1 use"]),
        ("%z: i32", 1, vec!["%z : i32", "argument of a block of `func.func`", "1 use"]),
        ("@twice(%one", 2, vec!["func.func @twice(%x: i32) -> i32", "1 use"]),
        ("#map(%c", 1, vec!["#map = affine_map<(d0) -> (d0)>"]),
        ("arith.addi", 3, vec!["arith.addi:"]),
        ("call @twice", 2, vec!["func.call:"]),
    ] {
        let found = client.ask_at("hover", GOOD, place, skip);
        let text = found["contents"]["value"].as_str().expect("a text");
        assert!(wanted.iter().all(|part| text.contains(part)), "{place}: {text}");
    }
    assert_eq!(client.ask_at("hover", GOOD, "Größe", 2), Json::Null);
    client.end();
}

#[test]
fn outlines_folds_and_hints_are_those_of_the_ops() {
    let mut client = Client::new();
    let text =
        "module @outer {\n  func.func @inner() {\n    return\n  }\n  memref.global @data : memref<4xi8>\n}\n";
    client.open(text);
    let document = json!({"textDocument": {"uri": URI}});
    let outline = client.ask("textDocument/documentSymbol", document.clone());
    assert_eq!((&outline[0]["name"], &outline[0]["kind"]), (&json!("outer"), &json!(2)));
    let inner = &outline[0]["children"];
    assert_eq!((&inner[0]["name"], &inner[0]["kind"]), (&json!("inner"), &json!(12)));
    assert_eq!((&inner[1]["name"], &inner[1]["kind"]), (&json!("data"), &json!(13)));
    let folds = client.ask("textDocument/foldingRange", document);
    assert_eq!(folds, json!([{"startLine": 0, "endLine": 4}, {"startLine": 1, "endLine": 2}]));
    client.change(json!({"text": GOOD}));
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let hints = client.ask("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": whole}));
    let labels: Vec<&str> =
        hints.as_array().expect("a list").iter().filter_map(|hint| hint["label"].as_str()).collect();
    // The others say their types at their ends.
    assert_eq!(labels, [": index", ": i1"]);
    client.end();
}

#[test]
fn names_are_given_anew_unless_they_are_taken() {
    let mut client = Client::new();
    client.open(GOOD);
    let rename = |client: &mut Client, place: &str, name: &str| {
        let mut params = at(GOOD, place, 1);
        params["newName"] = json!(name);
        client.try_ask("textDocument/rename", params)
    };
    let edits = rename(&mut client, "%one", "two").expect("it is free");
    let edits = &edits["changes"][URI];
    assert_eq!(texts(GOOD, edits), ["%one", "%one", "%one"]);
    assert!(edits.as_array().expect("a list").iter().all(|edit| edit["newText"] == "%two"));
    // The name is free in another function.
    assert!(rename(&mut client, "%one", "x").is_ok());
    assert_eq!(rename(&mut client, "%one", "r").unwrap_err(), "'%r' is taken in line 11");
    assert_eq!(rename(&mut client, "%one", "a b").unwrap_err(), "'a b' is no name");
    assert_eq!(
        texts(GOOD, &rename(&mut client, "@twice", "@double").expect("free")["changes"][URI]).len(),
        2
    );
    client.end();
}

#[test]
fn what_may_be_written_is_offered() {
    let mut client = Client::new();
    let text = "func.func @f(%a: i32) {\n  %b = arith.addi %a, %a : i32\n  %c = arith.addi %\n  return\n}\n\
                func.func @g(%other: i32) {\n  ari\n  return\n}\n";
    client.open(text);
    let labels = |found: &Json| -> Vec<String> {
        let items = found.as_array().expect("a list").iter();
        items.map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
    };
    let found = client.ask_at("completion", text, "addi %\n", 6);
    assert_eq!(labels(&found), ["%b", "%a"]);
    assert_eq!(found[0]["detail"], "i32");
    let found = client.ask_at("completion", text, "ari\n", 3);
    let ops = labels(&found);
    assert!(ops.iter().any(|name| name == "arith.addi"), "{ops:?}");
    assert!(ops.iter().all(|name| name.starts_with("ari")), "{ops:?}");
    client.end();
}

#[test]
fn reading_goes_on_after_errors() {
    let mut client = Client::new();
    let broken = "func.func @before(%a: i32) -> i32 {\n  return %a : i32\n}\n\
                  func.func @broken(%a: i32) -> i32 {\n  %b = arith.addi %a %a : i32\n  %c = arith.muli %b, %a : i32\n  \
                  %d = arith.extsi %b : i8 to i32\n  return %c : i32\n}\n\
                  func.func @after(%a: i32) -> f32 {\n  return %a : i32\n}\n\
                  // -----\n\
                  func.func @last() {\n  \"unknown.op\"() : () -> ()\n  return %nothing : i32\n}\n";
    client.open(broken);
    let problems = client.problems();
    let shown: Vec<(u64, &str)> = problems
        .iter()
        .map(|problem| {
            let line = problem["range"]["start"]["line"].as_u64().expect("a line");
            (line, problem["message"].as_str().expect("a text").lines().next().unwrap_or(""))
        })
        .collect();
    assert_eq!(shown, [(4, "expected ','"), (15, "use of undeclared SSA value name")]);
    // The values around the error are known, that of the broken op too.
    let found = client.ask_at("definition", broken, "%b, %a", 1);
    assert_eq!(starts(&found), [(4, 2)]);
    let found = client.ask_at("references", broken, "%c : i32", 1);
    assert_eq!(starts(&found), [(5, 2), (7, 9)]);
    let outline = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
    let names: Vec<&Json> =
        outline.as_array().expect("a list").iter().map(|symbol| &symbol["name"]).collect();
    assert_eq!(names, ["before", "broken", "after", "last"]);
    // With the comma and the value, the verifier has the word.
    let comma = json!({"start": {"line": 4, "character": 20}, "end": {"line": 4, "character": 20}});
    client.change(json!({"range": comma, "text": ","}));
    client.problems();
    let problems = client.problems();
    let first = problems[0]["message"].as_str().expect("a text");
    assert!(first.starts_with("use of value '%b' expects different type than prior uses"), "{first}");
    assert_eq!(problems[0]["relatedInformation"][0]["message"], "prior use here");
    client.end();
}

#[test]
fn mistakes_of_clients_are_told() {
    let mut client = Client::new();
    let position = json!({"line": 0, "character": 0});
    let params = json!({"textDocument": {"uri": "file:///other.mlir"}, "position": position});
    let error = client.try_ask("textDocument/hover", params).unwrap_err();
    assert_eq!(error, "textDocument/hover: the file is not open");
    assert_eq!(
        client.try_ask("terrace/none", json!({})).unwrap_err(),
        "terrace/none: there is no such request"
    );
    client.open("");
    assert_eq!(client.problems(), Vec::<Json>::new());
    // Positions outside of the text are at its ends.
    let params = json!({"textDocument": {"uri": URI}, "position": {"line": 7, "character": 7}});
    assert_eq!(client.ask("textDocument/hover", params), Json::Null);
    client.end();
}

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
fn names(outline: &Json, found: &mut Vec<String>) {
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
