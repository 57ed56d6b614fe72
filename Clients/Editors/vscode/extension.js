// Commands and keys for Markdown. The engine is inside, as WebAssembly: nothing is sent anywhere, and no other program
// is needed. Scripts/package vsix joins this file with the modules that it imports.
import * as vscode from "vscode";
import { load } from "../../Web/index.js";
import { Documents } from "./documents.js";
import { Commands } from "./commands.js";
import { registerFormatter } from "./formatting.js";
import { Status } from "./status.js";

export async function activate(context) {
  const address = vscode.Uri.joinPath(context.extensionUri, "markdown-editing.wasm");
  const engine = await load(await vscode.workspace.fs.readFile(address));
  const documents = new Documents(engine);
  const status = new Status(documents);
  const commands = new Commands(engine, documents, status);
  context.subscriptions.push(documents, status, ...commands.register(), ...registerFormatter(documents));
  // For tests, and for other extensions.
  return { engine, documents, status };
}

export function deactivate() {}
