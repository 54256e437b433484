// The code of the extension that knows no editor, against the server: `npm test`, with the program in TERRACE or in the path.

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const test = require("node:test");
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");
const { Results, execute, textOf } = require("../src/commands.js");

const uri = "file:///stencil%20code.mlir";
const text = `// RUN: mlir-opt %s -canonicalize
func.func @f() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  return %two : i32
}
`;

test("commands show their results", async (t) => {
  const server = spawn(process.env.TERRACE ?? "terrace", ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => server.kill());
  const client = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  client.listen();
  const { capabilities } = await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await client.sendNotification("initialized", {});
  const textDocument = { uri, languageId: "mlir", version: 0, text };
  await client.sendNotification("textDocument/didOpen", { textDocument });
  const lenses = await client.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  const { command, arguments: args } = lenses[0].command;
  assert.ok(capabilities.executeCommandProvider.commands.includes(command));
  const results = new Results();
  const shown = [];
  const path = await execute(client, results, command, args[0], (path, text) => shown.push([path, text]));
  assert.strictEqual(path, "/stencil code.run.mlir");
  assert.match(results.get(path), /arith\.constant 2/);
  assert.deepStrictEqual(shown, [[path, results.get(path)]]);
  await execute(client, results, "terrace.pipeline", { uri, pipeline: "none" }, (path, text) => shown.push([path, text]));
  assert.match(shown[1][1], /^\/\/ exit code [1-9]\n\/\/ .*'none'/);
  await client.sendRequest("shutdown");
  await client.sendNotification("exit");
  const [code] = await new Promise((done) => server.once("exit", (...ended) => done(ended)));
  assert.strictEqual(code, 0);
});

test("messages are comments of the language", () => {
  const result = { text: "ret void\n", messages: "a\nb\n", code: 0, language: "llvm" };
  assert.strictEqual(textOf(result), "; a\n; b\nret void\n");
});

test("the grammars are valid, and name no word as an operation", () => {
  const { repository } = JSON.parse(readFileSync(`${__dirname}/../mlir.tmLanguage.json`, "utf8"));
  const [named, bare] = repository.operation.patterns.map((pattern) => new RegExp(pattern.match, "m"));
  assert.strictEqual("  %c = arith.constant 7 : i32".match(named)[1], "arith.constant");
  assert.strictEqual("  return %c : i32".match(bare)[1], "return");
  assert.strictEqual("  %x.y : i32".match(named), null);
  JSON.parse(readFileSync(`${__dirname}/../llvm.tmLanguage.json`, "utf8"));
});
