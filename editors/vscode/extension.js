// extension.js -- tunip in VS Code: starts the language server, and shows differences and histories.
"use strict";

const { execFile } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["python", "relay", "mlir", "json"];
const MOST_OUTPUT = 1 << 28; // bytes of a diff

let client = null;

function settings() {
    const all = vscode.workspace.getConfiguration("tunip");
    return { command: all.get("path", "tunip"), args: all.get("arguments", []) };
}

function start() {
    const { command, args } = settings();
    client = new LanguageClient("tunip", "tunip", { command, args: ["lsp", ...args] }, {
        documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
    });
    return client.start();
}

// Runs a command of tunip, which has the options of the server, too. A difference is exit status 1,
// so only 2 and signals are failures.
function run(name, ...files) {
    return new Promise((resolve, reject) => {
        const options = { maxBuffer: MOST_OUTPUT };
        const { command, args } = settings();
        execFile(command, [name, ...args, ...files], options, (error, output, messages) => {
            if (error && error.code !== 1) reject(new Error(messages || error.message));
            else resolve(output);
        });
    });
}

async function show(text) {
    const document = await vscode.workspace.openTextDocument({
        content: text || "no difference\n", language: "tunip-diff",
    });
    await vscode.window.showTextDocument(document, { preview: true });
}

// The file of a context menu, or the one in the active editor.
function fileOf(uri) {
    const editor = vscode.window.activeTextEditor;
    return uri || (editor && editor.document.uri);
}

async function diffWith(uri) {
    const left = fileOf(uri);
    const chosen = left && await vscode.window.showOpenDialog({
        openLabel: "diff with", defaultUri: vscode.Uri.file(path.dirname(left.fsPath)),
    });
    if (chosen) await show(await run("diff", "--", left.fsPath, chosen[0].fsPath));
}

async function diffWithSaved() {
    const uri = fileOf();
    if (!uri) return;
    await show(await client.sendRequest("workspace/executeCommand", {
        command: "tunip.diffSaved", arguments: [client.code2ProtocolConverter.asUri(uri)],
    }));
}

// The page of `tunip explorer`, which is one file with its own scripts and styles.
async function history(uri) {
    const file = fileOf(uri);
    if (!file) return;
    const isFolder = fs.statSync(file.fsPath).isDirectory();
    const folder = isFolder ? file.fsPath : path.dirname(file.fsPath);
    const work = fs.mkdtempSync(path.join(os.tmpdir(), "tunip-"));
    const page = path.join(work, "history.html");
    try {
        await run("explorer", "-o", page, "--", folder);
        const panel = vscode.window.createWebviewPanel(
            "tunip.history", `history of ${path.basename(folder)}`, vscode.ViewColumn.Active,
            { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
        panel.webview.html = fs.readFileSync(page, "utf8");
    } finally {
        fs.rmSync(work, { recursive: true, force: true });
    }
}

// A server that did not start, or that has ended, cannot be stopped.
async function stop() {
    if (client && client.isRunning()) await client.stop();
}

async function restart() {
    await stop();
    await start();
}

// A command that fails says so.
function command(name, action) {
    return vscode.commands.registerCommand(name, async (...given) => {
        try {
            await action(...given);
        } catch (error) {
            vscode.window.showErrorMessage(`tunip: ${error.message}`);
        }
    });
}

async function activate(context) {
    context.subscriptions.push(
        command("tunip.diffWith", diffWith), command("tunip.diffWithSaved", diffWithSaved),
        command("tunip.history", history), command("tunip.restart", restart));
    try {
        await start();
    } catch (error) {
        vscode.window.showErrorMessage(
            `tunip: the server did not start (${error.message}): see the setting tunip.path`);
    }
}

function deactivate() {
    return stop();
}

module.exports = { activate, deactivate };
