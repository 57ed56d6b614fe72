// Commands and keys for Markdown by `mdedit lsp`, which is spoken to without any further package. The text is sent
// whole before a command where it has changed; its version makes a stale answer impossible.
const vscode = require("vscode");
const { spawn } = require("node:child_process");

let server, waiting, known, last, rest;

function start() {
  const settings = vscode.workspace.getConfiguration("mdedit");
  server = spawn(settings.get("path"), ["lsp", "--dialect", settings.get("dialect")]);
  [waiting, known, last, rest] = [new Map(), new Map(), 0, Buffer.alloc(0)];
  const stop = (reason) => {
    for (const { reject } of waiting.values()) reject(new Error(`mdedit: ${reason}`));
    server = undefined;
  };
  server.on("error", (error) => stop(error.message));
  server.on("exit", () => stop("the server has ended"));
  server.stdin.on("error", () => {});
  server.stdout.on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    for (let end; (end = rest.indexOf("\r\n\r\n")) >= 0; ) {
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, end))[1]);
      if (rest.length < end + 4 + length) return;
      const message = JSON.parse(rest.subarray(end + 4, end + 4 + length));
      rest = rest.subarray(end + 4 + length);
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.error) reject?.(new Error(`mdedit: ${message.error.message}`));
      else resolve?.(message.result);
    }
  });
  request("initialize", { capabilities: {} }).catch(() => {});
}

function send(message) {
  const content = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  server.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
  server.stdin.write(content);
}

function request(method, params) {
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    send({ id, method, params });
  });
}

// Asks about the selections of an editor, after the text was sent where it is another.
function ask(method, editor, more) {
  if (!server) start();
  const { document } = editor;
  const uri = document.uri.toString();
  if (known.get(uri) !== document.version) {
    const textDocument = { uri, version: document.version };
    const text = document.getText();
    if (known.has(uri)) {
      send({ method: "textDocument/didChange", params: { textDocument, contentChanges: [{ text }] } });
    } else {
      send({ method: "textDocument/didOpen",
        params: { textDocument: { ...textDocument, languageId: "markdown", text } } });
    }
    known.set(uri, document.version);
  }
  const ranges = editor.selections.map(({ start, end }) => ({ start, end }));
  return request(method, { textDocument: { uri, version: document.version }, ranges, ...more });
}

const position = ({ line, character }) => new vscode.Position(line, character);
const range = ({ start, end }) => new vscode.Range(position(start), position(end));

// The keys, with the commands that may apply and what the editor does where none does.
const keys = {
  newline: [["newline"], "type", { text: "\n" }], backspace: [["backspace"], "deleteLeft"],
  tab: [["table-next-cell", "indent"], "tab"], backtab: [["table-previous-cell", "outdent"], "outdent"],
};
const questions = {
  link: "The destination", image: "The address", "table-insert": "Rows and columns, as 2x3",
  "table-sort": "ascending or descending", "table-to-text": "csv or tsv",
  callout: "The kind, as note",
};

const plan = (editor, command, argument) =>
  ask("mdedit/do", editor, { command, ...(argument ? { argument } : {}) });

// Does the first of some commands that applies, else what the editor itself does on the key.
async function press(names, own, args) {
  const editor = vscode.window.activeTextEditor;
  for (const name of editor ? names : []) {
    const found = await plan(editor, name).catch(() => ({ unchanged: true }));
    if (found.unchanged || (found.edits.length === 1 && /^\r?\n$/.test(found.edits[0].newText))) continue;
    return carryOut(editor, found, editor.document.version);
  }
  return vscode.commands.executeCommand(own, args);
}

async function perform(name) {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  let argument;
  if (questions[name]) {
    argument = await vscode.window.showInputBox({ prompt: questions[name] });
    if (argument === undefined) return;
  }
  try {
    const { version } = editor.document;
    await carryOut(editor, await plan(editor, name, argument), version);
  } catch (error) {
    vscode.window.showWarningMessage(error.message);
  }
}

async function carryOut(editor, plan, version) {
  try {
    const reversed = editor.selections.map((selection) => selection.isReversed);
    if (plan.unchanged) return void vscode.window.setStatusBarMessage(`mdedit: ${plan.message}`, 4000);
    if (editor.document.version !== version) return; // Typed meanwhile: the plan is of another text.
    const done = await editor.edit((builder) => {
      for (const edit of plan.edits) builder.replace(range(edit.range), edit.newText);
    });
    if (!done) return;
    editor.selections = plan.selections.map(({ start, end }, index) => {
      const [anchor, active] = reversed[index] ? [end, start] : [start, end];
      return new vscode.Selection(position(anchor), position(active));
    });
  } catch (error) {
    vscode.window.showWarningMessage(error.message);
  }
}

exports.activate = (context) => {
  const item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 100);
  let timer;
  const refresh = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.languageId !== "markdown") return item.hide();
      try {
        const { marks } = await ask("mdedit/state", editor);
        const lit = marks.filter(({ presence }) => presence !== "off");
        item.text = lit.map((entry) => entry.title + (entry.presence === "mixed" ? "~" : "")).join(" ");
        item.show();
      } catch {
        item.hide();
      }
    }, 50);
  };
  const { contributes } = require("./package.json");
  for (const { command } of contributes.commands) {
    const name = command.slice("mdedit.".length);
    const body = keys[name] ? () => press(...keys[name]) : () => perform(name);
    context.subscriptions.push(vscode.commands.registerCommand(command, body));
  }
  context.subscriptions.push(
    item, vscode.window.onDidChangeTextEditorSelection(refresh),
    vscode.workspace.onDidCloseTextDocument((document) => {
      const uri = document.uri.toString();
      if (server && known.delete(uri)) {
        send({ method: "textDocument/didClose", params: { textDocument: { uri } } });
      }
    }),
    { dispose: () => server?.kill() });
};

exports.deactivate = () => server?.kill();
