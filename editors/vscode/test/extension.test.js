// The extension with its client in an editor of the test, against the server.

const assert = require("node:assert");
const Module = require("node:module");
const test = require("node:test");
const { newEditor } = require("../testing/editor.js");

test("the extension starts the server and shows what its commands return", async () => {
  const { editor, log, open } = newEditor({ program: process.env.TERRACE ?? "terrace" });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));
  const { activate, deactivate } = require("../src/extension.js");
  await activate({ subscriptions: [] });
  for (const name of ["terrace.run", "terrace.pipeline", "terrace.runPipeline", "terrace.restart"]) {
    assert.ok(log.commands.has(name), name);
  }
  const uri = "file:///test.mlir";
  open(uri, "// RUN: mlir-opt %s -cse\nfunc.func @f() {\n  %a = arith.constant 1 : i32\n  return\n}\n");
  await log.commands.get("terrace.run")({ uri, run: 0 });
  assert.deepStrictEqual(log.errors, []);
  assert.strictEqual(log.shown[0].text, "module {\n  func.func @f() {\n    return\n  }\n}\n\n");
  await log.commands.get("terrace.pipeline")({ uri, pipeline: "cse" });
  assert.deepStrictEqual([log.shown[1][0], String(log.shown[1][1])], ["vscode.diff", uri]);
  await log.commands.get("terrace.run")({ uri, run: 1 });
  assert.deepStrictEqual(log.errors, ["Terrace: the file has no RUN line"]);
  await deactivate();
});
