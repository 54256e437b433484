//! `terrace lsp` as a client sees it: names, hovers, diagnostics, hints and completion.

use serde_json::{Value as Json, json};

use crate::lsp_client::{Client, URI, at, starts, texts};
use crate::lsp_typing::names;

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
    assert_eq!(labels, ["%z:", ": index", ": i1"]);
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
        let items = found["items"].as_array().expect("a list").iter();
        items.map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
    };
    let found = client.ask_at("completion", text, "addi %\n", 6);
    assert_eq!(labels(&found), ["%b", "%a"]);
    assert_eq!(found["items"][0]["detail"], "i32");
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

/// The severities of diagnostics with the first lines of their messages.
fn severities(problems: &[Json]) -> Vec<(u64, &str)> {
    let severity = |problem: &Json| problem["severity"].as_u64().expect("a number");
    problems.iter().map(|problem| (severity(problem), first_line(problem))).collect()
}

fn first_line(problem: &Json) -> &str {
    problem["message"].as_str().expect("a text").lines().next().unwrap_or("")
}

const ERROR: u64 = 1;
const HINT: u64 = 4;

#[test]
fn what_is_expected_is_no_error() {
    let mut client = Client::new();
    let expecting = "// RUN: mlir-opt %s -split-input-file -verify-diagnostics\n\
                     func.func @f(%a: i32) -> f32 {\n  \
                     // expected-note@-1 {{prior use here}}\n  \
                     // expected-error@+1 {{expects different type than prior uses}}\n  return %a : f32\n}\n\
                     // -----\n\
                     // expected-error@below {{custom op 'arith.none' is unknown}}\n\
                     arith.none\n\
                     // -----\n\
                     // expected-warning @+1 {{never}}\n\
                     func.func private @g()\n\
                     // -----\n\
                     func.func @h() -> i32\n";
    client.open(expecting);
    let problems = client.problems();
    assert_eq!(
        severities(&problems),
        [
            (HINT, "expected: use of value '%a' expects different type than prior uses: 'f32' vs 'i32'"),
            (HINT, "expected: custom op 'arith.none' is unknown"),
            (ERROR, "expected warning \"never\" was not produced"),
            (ERROR, "'func.func' op symbol declaration cannot have public visibility"),
        ]
    );
    // A pass may report what reading does not.
    let by_pass = "// RUN: mlir-opt %s -canonicalize -verify-diagnostics\n// expected-error {{never}}\n";
    client.change(json!({"text": by_pass}));
    let problems = client.problems();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0]["severity"], HINT);
    client.end();
}

#[test]
fn help_is_offered_as_edits() {
    let mut client = Client::new();
    let text = "func.func @f(%value: i32) -> i32 {\n  %sum = arith.adi %value, %value : i32\n  return %valu : i32\n}\n\
                func.func @g() {\n  call @ff() : () -> ()\n  return\n}\n";
    client.open(text);
    client.problems();
    let edits = |client: &mut Client, text: &str, place: &str| -> Vec<(String, String)> {
        let position = &at(text, place, 0)["position"];
        let params = json!({
            "textDocument": {"uri": URI}, "range": {"start": position, "end": position}, "context": {"diagnostics": []},
        });
        let actions = client.ask("textDocument/codeAction", params);
        let fixes = actions.as_array().expect("a list").iter().filter(|action| action["kind"] == "quickfix");
        let edits = fixes.flat_map(|action| {
            let edits = &action["edit"]["changes"][URI];
            let new = edits[0]["newText"].as_str().expect("a text").to_owned();
            texts(text, edits).into_iter().map(move |old| (old, new.clone()))
        });
        edits.collect()
    };
    let pair = |old: &str, new: &str| (old.to_owned(), new.to_owned());
    assert_eq!(edits(&mut client, text, "%sum"), [pair("arith.adi", "arith.addi")]);
    assert_eq!(edits(&mut client, text, "return %valu "), [pair("%valu", "%value")]);
    // With these, the verifier has the word.
    let text = text.replace("arith.adi", "arith.addi").replace("%valu ", "%sum ");
    client.change(json!({"text": text}));
    client.problems();
    assert_eq!(edits(&mut client, &text, "call @ff"), [pair("@ff", "@f")]);
    for (broken, place, old, new) in [
        ("func @f() {\n  return\n}\n", "func", "func", "func.func"),
        (
            "func.func @f(%a: f32) {\n  %b = arith.addi %a, %a : f32\n  return\n}\n",
            "%b",
            "arith.addi",
            "arith.addf",
        ),
        (
            "func.func @f(%a: i32) {\n  %b = arith.mulf %a, %a : i32\n  return\n}\n",
            "%b",
            "arith.mulf",
            "arith.muli",
        ),
        ("func.func @f(%a: i32) {\n  %a = arith.addi %a, %a : i32\n  return\n}\n", "%a =", "%a", "%a_1"),
        ("func.func private @f()\nfunc.func private @f() // 2\n", "@f() // 2", "f", "f_1"),
        ("func.func @f(%a: i32) {\n  %b = arith.addi %a, %a\n  return\n}\n", "%b", "", " : i32"),
        (
            "func.func @f(%a: f32, %m: memref<f32>) {\n  memref.store %a, %m[]\n  return\n}\n",
            "memref.s",
            "",
            " : memref<f32>",
        ),
        ("func.func @f(%a: f32, %b: i1) -> (f32, i1) {\n  return %a, %b\n}\n", "return", "", " : f32, i1"),
    ] {
        client.change(json!({"text": broken}));
        client.problems();
        let found = edits(&mut client, broken, place);
        assert_eq!(found, [pair(old, new)], "{broken}");
    }
    // In a file that verifies diagnostics, one may be expected.
    let text = format!("// RUN: mlir-opt %s -verify-diagnostics\n{text}");
    client.change(json!({"text": text}));
    let problems = client.problems();
    let comment = format!("  // expected-error @below {{{{{}}}}}\n", first_line(&problems[0]));
    assert_eq!(edits(&mut client, &text, "call @ff"), [pair("@ff", "@f"), pair("", &comment)]);
    client.change(json!({"text": text.replace("  call", &format!("{comment}  call"))}));
    assert_eq!(severities(&client.problems()), [(HINT, &*format!("expected: {}", first_line(&problems[0])))]);
    client.end();
}

#[test]
fn known_values_and_arguments_of_blocks_are_hints() {
    let mut client = Client::new();
    let text = "func.func @f(%x: i32, %c: i1) -> i32 {\n  \
                %three = arith.constant 3 : i32\n  \
                %six = arith.addi %three, %three : i32\n  \
                %low = arith.remui %x, %six : i32\n  \
                cf.cond_br %c, ^end(%low : i32), ^end(%six : i32)\n\
                ^end(%result: i32):\n  \
                return %result : i32\n}\n";
    client.open(text);
    assert_eq!(client.problems(), Vec::<Json>::new());
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let hints =
        client.ask("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": whole.clone()}));
    let hints = hints.as_array().expect("a list");
    let shown: Vec<(u64, &str)> = hints
        .iter()
        .map(|hint| {
            (hint["position"]["line"].as_u64().expect("a line"), hint["label"].as_str().expect("a label"))
        })
        .collect();
    // 3 + 3 is 6; a remainder of 6 is at most 5; both ways, the argument is between 0 and 6.
    let wanted = [(2, "= 6"), (3, "in [0, 5]"), (4, "%result:"), (4, "%result:"), (5, "in [0, 6]")];
    assert_eq!(shown, wanted);
    let hover = client.ask_at("hover", text, "%low", 1);
    let hover = hover["contents"]["value"].as_str().expect("a text").to_owned();
    assert!(hover.contains("`%low` in [0, 5]"), "{hover}");
    let text = "func.func @f(%n: index) {\n  \
                %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c10 = arith.constant 10 : index\n  \
                scf.for %i = %c0 to %c10 step %c1 {\n  }\n  scf.for %j = %c0 to %n step %c1 {\n  }\n  return\n}\n";
    client.change(json!({"text": text}));
    let hints = client.ask("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": whole}));
    let labels: Vec<&Json> = hints.as_array().expect("a list").iter().map(|hint| &hint["label"]).collect();
    assert_eq!(labels, ["in [0, 9]", ">= 0"]);
    client.end();
}

#[test]
fn columns_are_in_the_unit_of_the_client() {
    let text = "func.func @\"\u{f6}\u{1d11e}\"(%x: i32) -> i32 {\n  return %x : i32\n}\n";
    // In bytes, the two characters of the name are 2 and 4; in units of 16 bits, 1 and 2.
    for (known, chosen, column) in [
        (json!(["utf-16", "utf-8"]), "utf-8", 20),
        (json!(["utf-16"]), "utf-16", 17),
        (json!([]), "utf-16", 17),
    ] {
        let capabilities = json!({"general": {"positionEncodings": known}});
        let (mut client, encoding) = Client::with(json!({"capabilities": capabilities}));
        assert_eq!(encoding, chosen);
        client.open(text);
        let found = client.ask_at("definition", text, "%x : i32", 1);
        assert_eq!(starts(&found), [(0, column)]);
        client.end();
    }
}

#[test]
fn selections_grow_by_words_and_ops() {
    let mut client = Client::new();
    client.open(GOOD);
    let position = &at(GOOD, "%x, %x", 1)["position"];
    let params = json!({"textDocument": {"uri": URI}, "positions": [position]});
    let ranges = client.ask("textDocument/selectionRange", params);
    let mut selection = &ranges[0];
    let mut found = Vec::new();
    while !selection.is_null() {
        found.push(selection.clone());
        selection = &selection["parent"];
    }
    let found = texts(GOOD, &found.into());
    assert_eq!(found[..2], ["%x", "%y = arith.addi %x, %x : i32"]);
    assert!(found[2].starts_with("func.func @twice") && found[2].ends_with("return %z : i32\n}"));
    assert_eq!(found[3..], [GOOD]);
    client.end();
}

#[test]
fn signatures_show_the_syntax_and_the_operand() {
    let mut client = Client::new();
    client.open(GOOD);
    let active = |client: &mut Client, place: &str, skip: usize| {
        let found = client.ask_at("signatureHelp", GOOD, place, skip);
        let signature = &found["signatures"][0];
        let label = signature["label"].as_str().expect("a label");
        assert!(label.starts_with("arith.addi "), "{label}");
        let parameter =
            &signature["parameters"][found["activeParameter"].as_u64().expect("a number") as usize];
        let [start, end] = [0, 1].map(|end| parameter["label"][end].as_u64().expect("a number") as usize);
        label[start..end].to_owned()
    };
    assert_eq!(active(&mut client, "arith.addi %x", 11), "$lhs");
    assert_eq!(active(&mut client, "arith.addi %x, ", 15), "$rhs");
    assert_eq!(client.ask_at("signatureHelp", GOOD, "func.func", 3), Json::Null);
    client.end();
}

#[test]
fn tokens_have_kinds() {
    let mut client = Client::new();
    let text = "func.func @f(%a: i32) -> i32 {\n  %c = arith.constant 7 : i32\n  return %a : i32\n}\n";
    client.open(text);
    let document = json!({"textDocument": {"uri": URI}});
    let tokens = client.ask("textDocument/semanticTokens/full", document);
    let numbers: Vec<u64> = tokens["data"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|number| number.as_u64().expect("a number"))
        .collect();
    // The kinds in the order of the legend: keyword, variable, parameter, function, type, macro, number, string, label.
    let wanted = [
        [0, 0, 9, 0, 0],  // func.func
        [0, 10, 2, 3, 1], // @f is defined
        [0, 3, 2, 2, 1],  // %a is defined
        [0, 4, 3, 4, 0],  // i32
        [0, 8, 3, 4, 0],  // i32
        [1, 2, 2, 1, 1],  // %c is defined
        [0, 5, 14, 0, 0], // arith.constant
        [0, 15, 1, 6, 0], // 7
        [0, 4, 3, 4, 0],  // i32
        [1, 2, 6, 0, 0],  // return
        [0, 7, 2, 2, 0],  // %a
        [0, 5, 3, 4, 0],  // i32
    ];
    assert_eq!(numbers, wanted.concat());
    let second = json!({"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": second});
    let tokens = client.ask("textDocument/semanticTokens/range", params);
    assert_eq!(tokens["data"].as_array().expect("a list").len(), 4 * 5);
    client.end();
}

#[test]
fn types_words_of_enums_and_passes_are_offered() {
    let mut client = Client::new();
    let text = "// RUN: mlir-opt %s --canon\n\
                // RUN: mlir-opt %s --pass-pipeline='builtin.module(cse,canonicalize{top\n\
                !pair = tuple<i32, i32>\n\
                func.func @f(%a: i32, %c: i1) {\n  \
                %first = arith.constant 1 : i32\n  cf.cond_br %c, ^left, ^right\n\
                ^left:\n  %far = arith.constant 2 : i32\n  cf.br ^right\n\
                ^right:\n  %near = arith.constant 3 : i32\n  \
                %s = arith.cmpi \n  %t = arith.addi %\n  %p = arith.constant 4 : \n  memref.alloc() {\n  return\n}\n";
    client.open(text);
    let mut offered = |place: &str, skip: usize| -> Vec<String> {
        let found = client.ask_at("completion", text, place, skip);
        let items = found["items"].as_array().expect("a list").iter();
        items.map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
    };
    // Of values, those that dominate come first: %far is in a block that may be passed by.
    assert_eq!(offered("addi %\n", 6), ["%s", "%near", "%first", "%c", "%a", "%far"]);
    let cases = offered("cmpi \n", 5);
    assert_eq!(cases, ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
    // Between the operands, no op begins.
    assert_eq!(offered("constant 1 : i32\n  cf", 9), [""; 0]);
    assert_eq!(offered("alloc() {\n", 9)[0], "alignment = ");
    let types = offered("4 : \n", 4);
    for ty in ["i32", "index", "!pair", "!llvm.ptr"] {
        assert!(types.iter().any(|name| name == ty), "{ty}: {types:?}");
    }
    assert!(offered("--canon\n", 7).contains(&"--canonicalize".to_owned()));
    let options = offered("{top\n", 4);
    assert!(options.iter().all(|word| word.starts_with("top-down")) && !options.is_empty(), "{options:?}");
    client.end();
}

#[test]
fn handles_of_scripts_say_what_they_stand_for() {
    let mut client = Client::new();
    let text = "module attributes {transform.with_named_sequence} {\n  \
                transform.named_sequence @__transform_main(%root: !transform.any_op) {\n    \
                %matmul = transform.structured.match ops{[\"linalg.matmul\"]} in %root : (!transform.any_op) -> !transform.op<\"linalg.matmul\">\n    \
                transform.yield\n  }\n}\n";
    client.open(text);
    assert_eq!(client.problems(), Vec::<Json>::new());
    for (place, wanted) in [
        ("%matmul", "a handle of ops `linalg.matmul`"),
        ("%root:", "a handle of ops of the payload, of any kind"),
    ] {
        let hover = client.ask_at("hover", text, place, 2);
        let hover = hover["contents"]["value"].as_str().expect("a text");
        assert!(hover.contains(wanted), "{hover}");
    }
    client.end();
}

#[test]
fn deep_files_and_long_lists_are_answered() {
    let mut client = Client::new();
    let deep = 3_000;
    let text: String =
        (0..deep).map(|level| format!("module @m{level} {{\n")).chain(["}".repeat(deep)]).collect();
    client.open(&text);
    assert_eq!(client.problems(), Vec::<Json>::new());
    let outline = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
    let mut found = Vec::new();
    names(&outline, &mut found);
    assert_eq!(found.len(), deep);
    let position = &at(&text, "@m2999", 1)["position"];
    let params = json!({"textDocument": {"uri": URI}, "positions": [position]});
    assert!(client.ask("textDocument/selectionRange", params)[0]["parent"].is_object());
    let ops: String = (0..1_000).map(|number| format!("  %v{number} = arith.constant 1 : i32\n")).collect();
    let text = format!("func.func @f() {{\n{ops}  %last = arith.addi %v\n  return\n}}\n");
    client.change(json!({"text": text}));
    let found = client.ask_at("completion", &text, "addi %v\n", 7);
    let labels = found["items"].as_array().expect("a list").iter().map(|item| item["label"].as_str());
    assert_eq!(
        (&found["isIncomplete"], labels.take(2).collect()),
        (&json!(true), vec![Some("%v999"), Some("%v998")])
    );
    client.end();
}

#[test]
fn pages_of_ops_have_syntax_and_an_example() {
    let mut client = Client::new();
    client.open(GOOD);
    let hover = client.ask_at("hover", GOOD, "arith.addi", 3);
    let hover = hover["contents"]["value"].as_str().expect("a text");
    // The generic form is that of mlir-opt.
    let generic =
        "%0 = \"arith.addi\"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32";
    for part in ["Syntax:", "Operands:", "Example:", generic] {
        assert!(hover.contains(part), "{hover}");
    }
    let text = "// RUN: mlir-opt %s --canonicalize -pass-pipeline='builtin.module(cse)'\n// cse\n";
    client.change(json!({"text": text}));
    for (place, page) in [("--canonicalize", "--canonicalize: "), ("cse)", "--cse: ")] {
        let hover = client.ask_at("hover", text, place, 2);
        let hover = hover["contents"]["value"].as_str().expect("a text");
        assert!(hover.contains(page), "{hover}");
    }
    assert_eq!(client.ask_at("hover", text, "cse\n", 1), Json::Null);
    client.end();
}
