// Commands of the server whose results are shown beside the source. It knows the editor only by what it is given, so that a
// test can be the editor.

/** The commands of the server. */
const SHOWN = ["terrace.run", "terrace.pipeline", "terrace.call", "terrace.trace", "terrace.explain", "terrace.reduce"];

/** The text to show for a result of a command. */
function textOf(result) {
  const messages = result.messages ? result.messages.trimEnd().split("\n") : [];
  const ended = result.code === 0 ? [] : [`exit code ${result.code ?? "unknown"}`];
  const comment = result.language === "llvm" ? ";" : "//";
  const notes = [...ended, ...messages].map((line) => `${comment} ${line}`.trimEnd());
  return [...notes, result.text].filter((part) => part !== "").join("\n");
}

/** The texts that are shown, by their addresses: each command has one for each file. */
class Results {
  constructor() {
    this.texts = new Map();
  }

  /** The path under which the result of a command on a file is shown. */
  path(command, uri, language) {
    const file = decodeURIComponent(uri.split("/").pop() ?? "").replace(/\.[^.]*$/, "");
    const end = { llvm: "ll", markdown: "md" }[language] ?? "mlir";
    return `/${file}.${command.split(".").pop()}.${end}`;
  }

  put(path, text) {
    this.texts.set(path, text);
  }

  get(path) {
    return this.texts.get(path) ?? "";
  }
}

/** Executes a command by the client, and shows its result by `show(path, text)`. */
async function execute(client, results, command, argument, show) {
  const result = await client.sendRequest("workspace/executeCommand", { command, arguments: [argument] });
  const path = results.path(command, argument.uri, result.language);
  results.put(path, textOf(result));
  await show(path, results.get(path));
  return path;
}

module.exports = { SHOWN, Results, execute, textOf };
