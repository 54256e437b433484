// The extension: starts the server, and shows the results of its commands.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { SHOWN, Results, execute, textOf } = require("./commands.js");

const SCHEME = "terrace";
let client;

function newClient() {
  const program = vscode.workspace.getConfiguration("terrace").get("program") || "terrace";
  const server = { command: program, args: ["lsp", "--stdio"] };
  const documentSelector = [
    { scheme: "file", language: "mlir" },
    { scheme: "untitled", language: "mlir" },
    { scheme: "file", language: "llvm" },
  ];
  // The commands of the server are executed by this extension, which shows what they return.
  const middleware = { executeCommand: (command, [argument]) => run(command, argument) };
  return new LanguageClient("terrace", "Terrace", server, { documentSelector, middleware });
}

const results = new Results();
const changed = new vscode.EventEmitter();

async function run(command, argument) {
  if (!SHOWN.includes(command)) {
    return client.sendRequest("workspace/executeCommand", { command, arguments: [argument] });
  }
  const location = vscode.ProgressLocation.Window;
  return vscode.window.withProgress({ location, title: command }, async () => {
    try {
      await execute(client, results, command, argument, async (path) => {
        const uri = vscode.Uri.from({ scheme: SCHEME, path });
        changed.fire(uri);
        if (command === "terrace.pipeline" || command === "terrace.reduce") {
          // These change the source: the difference shows how.
          await vscode.commands.executeCommand("vscode.diff", vscode.Uri.parse(argument.uri), uri);
          return;
        }
        const document = await vscode.workspace.openTextDocument(uri);
        await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
      });
    } catch (error) {
      vscode.window.showErrorMessage(`Terrace: ${error.message}`);
    }
  });
}

async function runPipeline() {
  const editor = vscode.window.activeTextEditor;
  const pipeline = editor && (await vscode.window.showInputBox({ prompt: "Passes, as canonicalize,cse" }));
  if (pipeline) {
    await run("terrace.pipeline", { uri: editor.document.uri.toString(), pipeline });
  }
}

/** Shows bytecode as text. */
const bytecode = {
  openCustomDocument: (uri) => ({ uri, dispose() {} }),
  async resolveCustomEditor(document, panel) {
    const argument = { uri: document.uri.toString() };
    let text;
    try {
      const params = { command: "terrace.readBytecode", arguments: [argument] };
      text = textOf(await client.sendRequest("workspace/executeCommand", params));
    } catch (error) {
      text = error.message;
    }
    const escaped = text.replace(/[&<]/g, (c) => (c === "&" ? "&amp;" : "&lt;"));
    panel.webview.html = `<pre style="font-family: var(--vscode-editor-font-family)">${escaped}</pre>`;
  },
};

async function activate(context) {
  client = newClient();
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => results.get(uri.path),
    }),
    vscode.window.registerCustomEditorProvider("terrace.bytecode", bytecode),
    vscode.commands.registerCommand("terrace.runPipeline", runPipeline),
    vscode.commands.registerCommand("terrace.restart", () => client.restart()),
  );
  await client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
