// An editor that is little more than what the extension and its client ask for: what is missing is an object that can be
// called and read, too.

class EventEmitter {
  constructor() {
    this.listeners = [];
    this.event = (listener, that) => {
      this.listeners.push(listener.bind(that));
      return { dispose() {} };
    };
  }

  fire(event) {
    for (const listener of this.listeners) listener(event);
  }

  dispose() {}
}

class Disposable {
  constructor(dispose) {
    this.dispose = dispose ?? (() => {});
  }

  static from() {
    return new Disposable();
  }
}

class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  }

  cancel() {}

  dispose() {}
}

class Uri {
  constructor(text, path) {
    this.text = text;
    this.scheme = text.split(":")[0];
    this.path = path;
    this.fsPath = path;
  }

  static from({ scheme, path }) {
    return new Uri(`${scheme}:${path}`, path);
  }

  static parse(text) {
    return new Uri(text, decodeURIComponent(text.replace(/^[a-z]+:(\/\/)?/, "")));
  }

  toString() {
    return this.text;
  }
}

/** An object with some members; the others are there, and do nothing. */
function lenient(members) {
  const nothing = function () {};
  return new Proxy(Object.assign(nothing, members), {
    get(target, name) {
      if (name in target || typeof name === "symbol" || name === "then") return target[name];
      target[name] = /^on[A-Z]/.test(name) ? new EventEmitter().event : lenient({});
      return target[name];
    },
    apply: () => new Disposable(),
    construct: () => ({}),
  });
}

/** A new editor, and what happens in it. */
function newEditor(configuration) {
  const opened = new EventEmitter();
  const log = { commands: new Map(), shown: [], errors: [], providers: new Map(), diagnostics: new Map() };
  const editor = lenient({
    EventEmitter,
    Disposable,
    CancellationTokenSource,
    Uri,
    ProgressLocation: { Window: 10 },
    ViewColumn: { Beside: -2 },
    version: "1.91.0",
    env: { appName: "test", language: "en" },
    commands: {
      registerCommand(name, run) {
        log.commands.set(name, run);
        return new Disposable();
      },
      async executeCommand(...call) {
        log.shown.push(call);
      },
    },
    languages: lenient({
      match: () => 10,
      createDiagnosticCollection: () => ({
        set: (uri, found) => log.diagnostics.set(String(uri), found),
        delete() {},
        clear() {},
        dispose() {},
      }),
    }),
    window: lenient({
      createOutputChannel: () => lenient({}),
      showErrorMessage: async (message) => log.errors.push(message),
      showTextDocument: async (document) => log.shown.push(document),
      withProgress: (_, task) => task(),
      visibleTextEditors: [],
    }),
    workspace: lenient({
      textDocuments: [],
      workspaceFolders: undefined,
      getConfiguration: () => ({ get: (name) => configuration[name] }),
      onDidOpenTextDocument: opened.event,
      registerTextDocumentContentProvider(scheme, provider) {
        log.providers.set(scheme, provider);
        return new Disposable();
      },
      async openTextDocument(uri) {
        return { uri, text: log.providers.get(uri.scheme).provideTextDocumentContent(uri) };
      },
    }),
  });
  const open = (uri, text) =>
    opened.fire({ uri: Uri.parse(uri), languageId: "mlir", version: 0, isClosed: false, getText: () => text });
  return { editor, log, open };
}

module.exports = { newEditor };
