//! `terrace serve` as a program sees it: a session over the process by JSON-RPC, as an MCP server, and damaged input.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value as Json, json};

/// A client of a server that it has started.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: u64,
}

impl Client {
    /// A client of a server in an empty directory of a test.
    fn new(name: &str) -> (Self, PathBuf) {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(dir.join("inner")).expect("a directory");
        let mut child = Command::new(env!("CARGO_BIN_EXE_terrace"))
            .args(["serve", "--stdio"])
            .current_dir(dir.join("inner"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("an output"));
        (Self { child, input, output, requests: 0 }, dir)
    }

    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the server listens");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).expect("the server listens");
    }

    fn receive(&mut self) -> Json {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn request(&mut self, method: &str, params: Json) -> Json {
        self.requests += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params});
        self.send(request.to_string().as_bytes());
        let answer = self.receive();
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(self.requests)), "{answer}");
        answer
    }

    fn ask(&mut self, method: &str, params: Json) -> Json {
        let answer = self.request(method, params);
        answer.get("result").unwrap_or_else(|| panic!("{method}: {answer}")).clone()
    }

    /// The code and the message of the error.
    fn refused(&mut self, method: &str, params: Json) -> (i64, String) {
        let answer = self.request(method, params);
        assert!(answer.get("result").is_none(), "{answer}");
        let error = &answer["error"];
        (error["code"].as_i64().expect("a code"), error["message"].as_str().expect("a message").to_owned())
    }

    /// Ends the input; the server ends without a further line.
    fn end(mut self) {
        self.input = None;
        let mut rest = String::new();
        self.output.read_line(&mut rest).expect("the end");
        assert_eq!(rest, "");
        assert!(self.child.wait().expect("the server ends").success());
    }
}

const SUM: &str = "\
// A comment.
func.func @main(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.addi %one, %two : i32
  %sum = arith.addi %three, %a : i32
  return %sum : i32
}
func.func private @other()
";

const COPY: &str = "\
func.func @both(%t: tensor<8xf32>, %x: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0 : index
  %new = tensor.insert %x into %t[%zero] : tensor<8xf32>
  return %t, %new : tensor<8xf32>, tensor<8xf32>
}
";

#[test]
fn a_session_is_driven_by_requests() {
    let (mut client, _) = Client::new("session");
    let opened = client.ask("open", json!({"text": SUM}));
    assert_eq!((&opened["session"], &opened["step"]), (&json!("main"), &json!(0)));
    assert_eq!(opened["diagnostics"], json!([]));
    let symbol =
        |name: &str, line: u64| json!({"name": name, "op": "func.func", "line": line, "children": []});
    assert_eq!(opened["outline"], json!([symbol("main", 2), symbol("other", 9)]));

    // Three ops are one constant.
    let result = client.ask("pipeline", json!({"passes": "canonicalize"}));
    assert_eq!((&result["step"], &result["changed"]), (&json!(1), &json!(true)));
    let text = result["text"].as_str().expect("a text").to_owned();
    assert!(text.contains("arith.constant 3 : i32") && !text.contains("%one"), "{text}");
    let again = client.ask("pipeline", json!({"passes": "builtin.module(func.func(canonicalize,cse))"}));
    assert_eq!((&again["step"], &again["changed"]), (&json!(2), &json!(false)));
    assert_eq!(again["text"], text);

    let diff = client.ask("diff", json!({"from": 0, "to": 1}));
    // Two constants and two additions are a constant and an addition; the names are kept.
    assert_eq!((&diff["removed"], &diff["added"]), (&json!(4), &json!(2)));
    let lines: Vec<&str> = diff["diff"].as_str().expect("a text").lines().collect();
    assert_eq!(
        lines[..5],
        ["--- step 0", "+++ step 1", "@@ -1,9 +1,7 @@", " module {", "   func.func @main(%a: i32) -> i32 {"]
    );
    assert!(lines.contains(&"-    %one = arith.constant 1 : i32"), "{lines:?}");
    assert_eq!(client.ask("diff", json!({}))["diff"], "");

    let found = client.ask("query", json!({"name": "arith"}));
    assert_eq!(found["count"], 2);
    assert_eq!(found["ops"][0], json!({"name": "arith.addi", "count": 1, "lines": [4]}));
    assert_eq!(client.ask("query", json!({"name": "func.return"}))["count"], 1);
    assert_eq!(client.ask("query", json!({"name": "ari"})), json!({"count": 0, "ops": []}));

    let result = client.ask("run", json!({"arguments": ["4"]}));
    assert_eq!(result["results"], json!(["7 : i32"]));
    let passes = |steps: &Json| -> Vec<String> {
        let steps = steps["steps"].as_array().expect("a list").iter();
        steps.map(|step| step["passes"].as_str().expect("passes").to_owned()).collect()
    };
    let steps = client.ask("steps", json!({}));
    assert_eq!(passes(&steps), ["", "canonicalize", "builtin.module(func.func(canonicalize,cse))"]);
    client.ask("back", json!({}));
    let back = client.ask("back", json!({}));
    assert_eq!((&back["step"], &back["text"]), (&json!(0), &json!(SUM)));
    assert_eq!(client.refused("back", json!({})), (-32000, "the session is at its first step".to_owned()));
    assert_eq!(client.ask("query", json!({"name": "arith"}))["count"], 4);

    // Another session leaves this one as it is.
    client.ask("open", json!({"session": "copy", "text": COPY}));
    let reports = client.ask("explain", json!({"session": "copy"}));
    let report = &reports["reports"][0];
    assert_eq!((report["line"].as_u64(), reports["reports"].as_array().map(Vec::len)), (Some(3), Some(1)));
    assert!(report["message"].as_str().expect("a message").contains("%t"), "{report}");
    assert_eq!(client.ask("explain", json!({}))["reports"], json!([]));
    client.ask("close", json!({"session": "copy"}));
    let message = "there is no session 'copy': open a text first".to_owned();
    assert_eq!(client.refused("explain", json!({"session": "copy"})), (-32000, message));
    client.end();
}

#[test]
fn what_is_wrong_is_said() {
    let (mut client, _) = Client::new("wrong");
    assert_eq!(client.refused("run", json!({})).1, "there is no session 'main': open a text first");
    let broken = "func.func @f(%a: i32) -> i32 {\n  %b = arith.addi %a, %c : i32\n  return %b : i32\n}\n";
    let opened = client.ask("open", json!({"text": broken}));
    let diagnostic = &opened["diagnostics"][0];
    assert_eq!(diagnostic["message"], "use of undeclared SSA value name");
    assert_eq!(diagnostic["location"]["start"], json!({"line": 2, "column": 23}));
    assert_eq!(opened["outline"][0]["name"], "f");
    let error = &client.request("pipeline", json!({"passes": "cse"}))["error"];
    assert_eq!(error["message"], "the pipeline failed: line 2: use of undeclared SSA value name");
    assert_eq!(error["data"]["diagnostics"][0]["location"]["start"]["line"], 2);
    let message = "it cannot be bufferized: line 2: use of undeclared SSA value name".to_owned();
    assert_eq!(client.refused("explain", json!({})), (-32000, message));

    let load = "func.func @main() -> f32 {\n  %i = arith.constant 4 : index\n  \
                %m = memref.alloc() : memref<4xf32>\n  %n = memref.load %m[%i] : memref<4xf32>\n  return %n : f32\n}\n";
    client.ask("open", json!({"text": load}));
    let message = "the run failed: line 4: index 4 is outside of dimension 0 of size 4".to_owned();
    assert_eq!(client.refused("run", json!({})), (-32000, message));
    let error = client.refused("pipeline", json!({"passes": "none"})).1;
    assert!(error.contains("'none' does not refer to a registered pass"), "{error}");
    for (method, params, code, message) in [
        ("diff", json!({}), -32000, "the first step has none before it"),
        ("diff", json!({"from": 0, "to": 9}), -32000, "there is no step 9: the current one is 0"),
        ("pipeline", json!({}), -32602, "pipeline: the argument 'passes' is missing"),
        ("pipeline", json!({"passes": " "}), -32602, "there is no pipeline"),
        ("pipeline", json!({"passes": 1}), -32602, "pipeline: 'passes' is a string"),
        (
            "pipeline",
            json!({"passes": "--cse -o x"}),
            -32602,
            "pipeline: passes are written without dashes, as in --pass-pipeline: canonicalize,cse",
        ),
        (
            "pipeline",
            json!({"pases": "cse"}),
            -32602,
            "pipeline: there is no argument 'pases'; did you mean 'passes'?",
        ),
        (
            "query",
            json!({"dialect": "arith"}),
            -32602,
            "query: there is no argument 'dialect', but 'session', 'step', 'name'",
        ),
        ("diff", json!({"from": -1}), -32602, "diff: 'from' is a number from 0 on"),
        ("run", json!({"arguments": [1]}), -32602, "run: 'arguments' is a list of strings"),
        ("steps", json!([]), -32602, "steps: the arguments are an object, with a member for each"),
        ("open", json!({}), -32602, "open: either 'text' or 'file' is needed"),
        ("open", json!({"text": "", "file": ""}), -32602, "open: either 'text' or 'file' is needed"),
        ("pipelin", json!({}), -32601, "there is no method 'pipelin'; did you mean 'pipeline'?"),
        ("tools/call", json!({"name": "step"}), -32602, "there is no tool 'step'; did you mean 'steps'?"),
        ("tools/call", json!([]), -32602, "tools/call: 'name' is the name of a tool"),
    ] {
        assert_eq!(client.refused(method, params), (code, message.to_owned()), "{method}");
    }
    client.end();
}

#[test]
fn files_outside_are_not_read() {
    let (mut client, dir) = Client::new("files");
    std::fs::write(dir.join("inner/sum.mlir"), SUM).expect("a file");
    std::fs::write(dir.join("secret.mlir"), SUM).expect("a file");
    assert_eq!(client.ask("open", json!({"file": "sum.mlir"}))["outline"][0]["name"], "main");
    let whole = dir.join("inner/sum.mlir");
    client.ask("open", json!({"file": whole}));
    let secret = dir.join("secret.mlir").display().to_string();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, dir.join("inner/link.mlir")).expect("a link");
    let outside = ["../secret.mlir", "../nothing.mlir", "x/../../secret.mlir", &secret, "/nothing"];
    let linked = ["link.mlir"];
    for file in outside.iter().chain(linked.iter().filter(|_| cfg!(unix))) {
        let message = format!("'{file}' is outside of the working directory: files there are not read");
        assert_eq!(client.refused("open", json!({"file": file})), (-32000, message));
    }
    assert!(
        client.refused("open", json!({"file": "nothing.mlir"})).1.starts_with("cannot read 'nothing.mlir': ")
    );
    assert_eq!(client.refused("open", json!({"file": "."})).1, "cannot read '.': it is not a file");
    let message = "'../a.npy' is outside of the working directory: files there are not read";
    assert_eq!(client.refused("run", json!({"arguments": ["../a.npy"]})).1, message);
    let refused = |name: &str| format!("passes read and write no files here, and not '{name}'");
    let passes = [
        ("snapshot-op-locations{filename=x}", "x"),
        ("snapshot-op-locations", ""),
        ("view-op-graph{svg=x.svg}", "x.svg"),
        ("transform-preload-library{transform-library-paths=../secret.mlir}", "../secret.mlir"),
    ];
    for (passes, name) in passes {
        let message = client.refused("pipeline", json!({"passes": passes})).1;
        assert!(message.ends_with(&refused(name)), "{message}");
    }
    // Neither do scripts run such passes.
    for pass in ["cse", "snapshot-op-locations", "snapshot\\2Dop-locations"] {
        let error = (pass != "cse").then(|| refused(""));
        let script = format!(
            "module attributes {{transform.with_named_sequence}} {{\n  \
             transform.named_sequence @__transform_main(%root: !transform.any_op) {{\n    \
             %f = transform.structured.match ops{{[\"func.func\"]}} in %root : (!transform.any_op) -> !transform.any_op\n    \
             %0 = transform.apply_registered_pass \"{pass}\" to %f : (!transform.any_op) -> !transform.any_op\n    \
             transform.yield\n  }}\n  func.func private @f()\n}}\n"
        );
        client.ask("open", json!({"text": script}));
        let answer = client.request("pipeline", json!({"passes": "transform-interpreter"}));
        let message = answer["error"]["message"].as_str();
        assert_eq!(message.is_some(), error.is_some(), "{answer}");
        assert!(error.is_none_or(|error| answer.to_string().contains(&error)), "{answer}");
    }
    client.end();
}

#[test]
fn verbs_are_the_tools_of_an_mcp_server() {
    let (mut client, _) = Client::new("mcp");
    let capabilities = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let started = client.ask("initialize", capabilities);
    assert_eq!(started["protocolVersion"], "2025-06-18");
    assert_eq!(started["serverInfo"]["name"], "terrace");
    assert!(started["capabilities"]["tools"].is_object());
    // Of a version that is not known, the newest one is offered.
    assert_eq!(
        client.ask("initialize", json!({"protocolVersion": "1999-01-01"}))["protocolVersion"],
        "2025-11-25"
    );
    client.send(br#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    assert_eq!(client.ask("ping", json!({})), json!({}));
    let tools = client.ask("tools/list", json!({}));
    let tools = tools["tools"].as_array().expect("a list");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["open", "pipeline", "back", "diff", "explain", "run", "query", "steps", "close"]);
    for tool in tools {
        let doc = tool["description"].as_str().expect("a description");
        assert!(doc.ends_with('.') && doc.matches(". ").count() == 0, "{doc}");
        assert_eq!(
            (&tool["inputSchema"]["type"], &tool["inputSchema"]["additionalProperties"]),
            (&json!("object"), &json!(false))
        );
        for name in tool["inputSchema"]["required"].as_array().expect("a list") {
            assert!(tool["inputSchema"]["properties"][name.as_str().expect("a name")].is_object());
        }
    }
    let call = |client: &mut Client, name: &str, arguments: Json| {
        let result = client.ask("tools/call", json!({"name": name, "arguments": arguments}));
        // The text is the same for clients that take no structure.
        let text = result["content"][0]["text"].as_str().expect("a text");
        assert_eq!(serde_json::from_str::<Json>(text).expect("JSON"), result["structuredContent"]);
        (result["isError"] == true, result["structuredContent"].clone())
    };
    let (is_error, opened) = call(&mut client, "open", json!({"text": SUM}));
    assert_eq!((is_error, &opened["step"]), (false, &json!(0)));
    assert_eq!(call(&mut client, "run", json!({"arguments": ["1"]})).1["results"], json!(["4 : i32"]));
    let (is_error, result) = call(&mut client, "pipeline", json!({}));
    assert_eq!((is_error, &result["error"]), (true, &json!("pipeline: the argument 'passes' is missing")));
    let (is_error, result) = call(&mut client, "run", json!({"function": "none"}));
    assert!(
        is_error && result["diagnostics"][0]["message"].as_str().expect("a text").contains("'none'"),
        "{result}"
    );
    client.end();
}

#[test]
fn requests_are_cancelled_while_they_run() {
    let (mut client, _) = Client::new("cancelled");
    let endless = "func.func @main() {\n  cf.br ^next\n^next:\n  cf.br ^next\n}\n";
    client.ask("open", json!({"text": endless}));
    client.send(br#"{"jsonrpc": "2.0", "id": "run", "method": "run", "params": {"seconds": 100000}}"#);
    client.send(br#"{"jsonrpc": "2.0", "id": "waits", "method": "steps"}"#);
    // It is answered at once.
    client.send(br#"{"jsonrpc": "2.0", "id": "p", "method": "ping"}"#);
    assert_eq!(client.receive(), json!({"jsonrpc": "2.0", "id": "p", "result": {}}));
    for id in ["waits", "run", "unknown"] {
        let params = json!({"requestId": id});
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        client.send(cancel.to_string().as_bytes());
    }
    // Neither has an answer.
    assert_eq!(client.ask("steps", json!({}))["step"], 0);
    client.end();
}

#[test]
fn damaged_requests_are_answered() {
    let (mut client, _) = Client::new("damaged");
    let error = |answer: Json| answer["error"]["code"].as_i64();
    for (line, code) in [
        ("nonsense", -32700),
        ("{\"jsonrpc\": \"2.0\"", -32700),
        ("[]", -32600),
        ("1", -32600),
        ("{}", -32600),
        ("{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"steps\"}", -32600),
        ("{\"jsonrpc\": \"2.0\", \"id\": [1], \"method\": \"steps\"}", -32600),
        ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 2}", -32600),
    ] {
        client.send(line.as_bytes());
        assert_eq!(error(client.receive()), Some(code), "{line}");
    }
    client.send(b"\xff\xfe\x00");
    assert_eq!(error(client.receive()), Some(-32700));
    client.send(&[b"[".repeat(100_000), b"]".repeat(100_000)].concat());
    assert_eq!(error(client.receive()), Some(-32700));
    // A line is skipped that is longer than any may be.
    client.send(&b"[1,".repeat((64 << 20) / 3 + 1));
    let answer = client.receive();
    assert!(
        answer["error"]["message"].as_str().is_some_and(|text| text.ends_with("67108864 are the most")),
        "{answer}"
    );
    let batch = json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        3,
    ]);
    client.send(format!("\n  \r\n{batch}\r").as_bytes());
    let answers = client.receive();
    assert_eq!((&answers[0]["id"], &answers[1]["error"]["code"]), (&json!(1), &json!(-32600)));
    assert_eq!(answers.as_array().map(Vec::len), Some(2));

    // Each of the mutated lines has at most one answer, and none ends the server.
    let requests = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "open", "params": {"text": SUM}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "query", "params": {"name": "arith"}}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "diff", "params": {"from": 0, "to": 0}}),
        json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "steps", "arguments": {}}}),
        json!([{"jsonrpc": "2.0", "id": 5, "method": "initialize", "params": {}}]),
    ];
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut answered = 0;
    for round in 0..600 {
        let mut line = requests[round % requests.len()].to_string().into_bytes();
        for _ in 0..1 + random(3) {
            if line.is_empty() {
                break;
            }
            let at = random(line.len());
            match random(4) {
                0 => line[at] = random(256) as u8,
                1 => drop(line.remove(at)),
                2 => line.insert(at, b"{}[]\",:0\\"[random(9)]),
                _ => line.truncate(at.max(1)),
            }
        }
        line.retain(|byte| *byte != b'\n');
        client.send(&line);
        let marker = json!({"jsonrpc": "2.0", "id": "marker", "method": "tools/list"});
        client.send(marker.to_string().as_bytes());
        let mut answers = 0;
        while client.receive()["id"] != "marker" {
            answers += 1;
        }
        assert!(answers <= 1, "{}", String::from_utf8_lossy(&line));
        answered += answers;
    }
    assert!(answered > 500, "{answered}");
    client.end();
}

/// The names of the values of a number in a step, by lines from zero.
fn named(step: &Json, number: &str) -> Vec<(usize, String)> {
    let texts = [&step["text"], &step["values"]].map(|text| text.as_str().expect("a text"));
    let mut found = Vec::new();
    for (line, (text, values)) in texts[0].lines().zip(texts[1].lines()).enumerate() {
        for entry in values.split_terminator(';') {
            let [column, length, of] = entry.split(',').collect::<Vec<_>>()[..] else { panic!("{entry}") };
            let [column, length] = [column, length].map(|number| number.parse::<usize>().expect("a number"));
            if of == number {
                found.push((line, text[column..column + length].to_owned()));
            }
        }
    }
    found
}

#[test]
fn values_are_followed_through_stages() {
    let (mut client, _) = Client::new("stages");
    client.ask("open", json!({"text": COPY}));
    let passes = ["cse", "one-shot-bufferize{bufferize-function-boundaries}", "canonicalize"];
    let result = client.ask("stages", json!({"passes": passes}));
    assert_eq!((&result["failed"], &result["diagnostics"]), (&json!(false), &json!([])));
    let of_pass = |name: &str, step: u64, changed: bool| json!({"pass": name, "step": step, "changed": changed, "errors": []});
    let steps = result["steps"].as_array().expect("steps");
    // There is no subexpression twice; bufferization changes all.
    assert_eq!(result["passes"][0], of_pass("cse", 0, false));
    assert_eq!(result["passes"][1], of_pass("one-shot-bufferize", 1, true));
    assert!(steps[1]["text"].as_str().expect("a text").contains("memref.alloc"), "{result}");

    // The tensor is the first value; its buffer has its name, and is what replaced it. The new tensor is in the copy.
    assert_eq!(named(&steps[0], "0")[0], (1, "%t".to_owned()));
    let pairs: Vec<(&str, &str)> = result["replaced"]
        .as_str()
        .expect("pairs")
        .split_terminator(';')
        .map(|pair| pair.split_once(',').expect("a pair"))
        .collect();
    let follow = |start: String| {
        let next =
            |number: &String| pairs.iter().find(|(old, _)| old == number).map(|(_, new)| (*new).to_owned());
        std::iter::successors(Some(start), next).last().expect("itself")
    };
    let number_of = |name: &str| {
        (0..20)
            .map(|number| number.to_string())
            .find(|number| named(&steps[0], number).iter().any(|(_, of)| of == name))
    };
    let new = follow(number_of("%new").expect("a value"));
    assert!(named(&steps[1], &new).iter().any(|(_, name)| name == "%alloc"), "{result}");

    // The steps are those of the session.
    let diff = client.ask("diff", json!({"from": 0, "to": 1}));
    assert!(diff["diff"].as_str().expect("a text").contains("+    %alloc = memref.alloc"), "{diff}");
    let explained = client.ask("explain", json!({"step": 0}));
    assert_eq!(explained["reports"].as_array().map(Vec::len), Some(1), "{explained}");
    assert_eq!(client.refused("query", json!({"name": "func", "step": 9})).0, -32000);
    // Other passes begin from the text that was opened.
    let result = client.ask("stages", json!({"passes": []}));
    assert_eq!((result["passes"].clone(), result["steps"].as_array().map(Vec::len)), (json!([]), Some(1)));
    let steps = client.ask("steps", json!({}));
    assert_eq!(steps["step"], 0);
}

#[test]
fn stages_of_parts_and_of_what_fails() {
    let (mut client, _) = Client::new("stage_parts");
    let parts = "func.func @a(%x: i32) -> i32 {\n  return %x : i32\n}\n// -----\n\
        func.func @b(%y: i32) -> i32 {\n  %zero = arith.constant 0 : i32\n  %sum = arith.addi %y, %zero : i32\n  return %sum : i32\n}\n";
    client.ask("open", json!({"text": parts}));
    let result = client.ask("stages", json!({"passes": ["cse", "canonicalize"]}));
    let changed: Vec<&Json> =
        result["passes"].as_array().expect("passes").iter().map(|pass| &pass["changed"]).collect();
    assert_eq!(changed, [&json!(false), &json!(true)], "{result}");
    let steps = result["steps"].as_array().expect("steps");
    for step in steps {
        let texts = [&step["text"], &step["values"]].map(|text| text.as_str().expect("a text"));
        assert!(texts[0].contains("\n// -----\nmodule {"), "{step}");
        assert_eq!(texts[0].lines().count(), texts[1].lines().count(), "{step}");
    }
    // No value of the second part has the number of one of the first.
    assert_eq!(named(&steps[0], "0").iter().map(|(_, name)| &**name).collect::<Vec<_>>(), ["%x", "%x"]);

    // What stands before the pass that fails is shown, with its errors.
    client.ask("open", json!({"text": "func.func @main(%t: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = \"test.op\"(%t) : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n"}));
    let result = client.ask("stages", json!({"passes": ["one-shot-bufferize", "cse"]}));
    assert_eq!(result["failed"], true);
    assert_eq!(result["passes"].as_array().map(Vec::len), Some(1), "{result}");
    assert_eq!(result["passes"][0]["errors"].as_array().map(Vec::len), Some(1), "{result}");

    let (_, message) = client.refused("stages", json!({"passes": ["canonicalise"]}));
    assert!(message.contains("canonicalise"), "{message}");
    client.ask("open", json!({"text": "func.func @main( {"}));
    client.refused("stages", json!({"passes": []}));
}

#[test]
fn pages_ask_for_words_passes_and_files() {
    let (mut client, dir) = Client::new("words");
    std::fs::create_dir_all(dir.join("inner/deep/.hidden")).expect("a directory");
    for name in ["b.mlir", "deep/a.mlir", "deep/.hidden/c.mlir", "notes.txt"] {
        std::fs::write(dir.join("inner").join(name), SUM).expect("a file");
    }
    std::fs::write(dir.join("outside.mlir"), SUM).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../outside.mlir", dir.join("inner/link.mlir")).expect("a link");
    assert_eq!(client.ask("files", json!({})), json!({"files": ["b.mlir", "deep/a.mlir"], "more": false}));

    let passes = client.ask("passes", json!({}));
    let passes = passes["passes"].as_array().expect("passes");
    let pass = passes.iter().find(|pass| pass["name"] == "canonicalize").expect("a pass");
    let option =
        pass["options"].as_array().expect("options").iter().find(|option| option["name"] == "max-iterations");
    assert_eq!(option.expect("an option")["default"], "10");

    let line = "func.func @f(%a: i32 {test.name = \"é𝄞\"}, %b: i32) {";
    client.ask("open", json!({"text": format!("// Words.\n{line}\n  return\n}}\n")}));
    let words = client.ask("tokens", json!({}));
    let kinds = words["kinds"].as_array().expect("kinds");
    let keyword = kinds.iter().position(|kind| kind == "keyword").expect("a kind");
    let lines_of = |name: &str| -> Vec<&str> { words[name].as_str().expect("a text").split('\n').collect() };
    assert_eq!(lines_of("tokens")[2], format!("2,6,{keyword};"));
    // A letter of one unit of UTF-16, and one of two, are before the second name.
    let column = line.split("%b").next().expect("a part").encode_utf16().count();
    assert!(lines_of("values")[1].contains(&format!(";{column},2,")), "{words}");
    assert_eq!(lines_of("values")[1].split_terminator(';').count(), 2, "{words}");
}
