// extension.js EXTENSION TUNIP PAGES -- runs the extension with a stand-in for VS Code, and its
// requests with the client of vscode-languageserver-protocol, if npm has installed it.
"use strict";

const assert = require("assert");
const childProcess = require("child_process");
const fs = require("fs");
const Module = require("module");
const path = require("path");

const [extension, tunip, pages] = process.argv.slice(2).map((name) => path.resolve(name));
const commands = {};
const shown = [];
const started = [];
const settings = { path: tunip };

const vscode = {
    Uri: { file: (fsPath) => ({ fsPath }) },
    ViewColumn: { Active: -1 },
    commands: {
        registerCommand: (name, action) => {
            commands[name] = action;
            return {};
        },
    },
    window: {
        activeTextEditor: null,
        showErrorMessage: (text) => shown.push({ error: text }),
        showTextDocument: async (document) => shown.push(document),
        showOpenDialog: async () => [{ fsPath: path.join(pages, "right.py") }],
        createWebviewPanel: (type, title) => {
            const panel = { title, webview: { html: "" } };
            shown.push(panel);
            return panel;
        },
    },
    workspace: {
        getConfiguration: () => ({ get: (name, usual) => settings[name] || usual }),
        openTextDocument: async (document) => document,
    },
};

class LanguageClient {
    constructor(id, name, server, options) {
        started.push({ server, options });
        this.code2ProtocolConverter = { asUri: (uri) => `file://${uri.fsPath}` };
    }
    async start() {
        assert.notStrictEqual(settings.path, "none", "no such command");
        this.runs = true;
    }
    async stop() {
        assert(this.runs, "the client is not running");
        this.runs = false;
    }
    isRunning() {
        return Boolean(this.runs);
    }
    async sendRequest(method, params) {
        return `${method} ${params.command} ${params.arguments[0]}`;
    }
}

const load = Module._load;
Module._load = (name, ...rest) => {
    if (name === "vscode") return vscode;
    if (name === "vscode-languageclient/node") return { LanguageClient };
    return load(name, ...rest);
};

async function testCommands() {
    const { activate, deactivate } = require(path.join(extension, "extension.js"));
    await activate({ subscriptions: [] });
    const listed = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
    assert.deepStrictEqual(Object.keys(commands).sort(),
        listed.contributes.commands.map((row) => row.command).sort());
    assert.deepStrictEqual(started[0].server, { command: tunip, args: ["lsp"] });
    const left = { fsPath: path.join(pages, "left.py") };
    await commands["tunip.diffWith"](left);
    assert.match(shown.pop().content, /^-.*1[\s\S]*^\+.*2/m);
    vscode.window.activeTextEditor = { document: { uri: left } };
    await commands["tunip.diffWithSaved"]();
    assert.strictEqual(shown.pop().content,
        `workspace/executeCommand tunip.diffSaved file://${left.fsPath}`);
    await commands["tunip.history"]({ fsPath: pages });
    assert.match(shown.pop().webview.html, /<html/);
    await commands["tunip.diffWith"]({ fsPath: path.join(pages, "none.py") });
    assert.match(shown.pop().error, /none\.py/);
    await commands["tunip.restart"]();
    assert.strictEqual(started.length, 2);
    settings.path = "none";
    await commands["tunip.restart"]();
    assert.match(shown.pop().error, /no such command/);
    settings.path = tunip;
    await commands["tunip.restart"]();
    assert.deepStrictEqual(shown, []);
    settings.arguments = ["--load", "none.so"];
    await commands["tunip.diffWith"](left);
    assert.match(shown.pop().error, /none\.so/);
    await deactivate();
    await deactivate();
}

// Every expression of a grammar is one, and each word below is coloured.
function testGrammars() {
    const samples = {
        "tvmscript.json": ["T.grid", "T.float32", "R.add", "T.Buffer"],
        "relay.json": ["%x", "@main", "def", "Tensor", "float32"],
        "mlir.json": ["%0", "@f", "^bb0", "i32", "tensor", "arith.addi"],
        "tunip-diff.json": ["+ a", "- b", "@@ -1 +1 @@", "~ c"],
    };
    for (const [name, words] of Object.entries(samples)) {
        const text = fs.readFileSync(path.join(extension, "syntaxes", name), "utf8");
        const patterns = JSON.parse(text).patterns;
        const rules = patterns.map((row) => new RegExp(row.match || row.begin, "m"));
        for (const word of words) assert(rules.some((rule) => rule.test(word)), `${name}: ${word}`);
    }
}

async function testProtocol() {
    let rpc;
    try {
        rpc = require(path.join(extension, "node_modules", "vscode-languageserver-protocol", "node"));
    } catch (error) {
        console.log("skipped: the client of VS Code (npm install in editors/vscode)");
        return;
    }
    const server = childProcess.spawn(tunip, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    const connection = rpc.createProtocolConnection(
        new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
    const findings = new Promise((resolve) => {
        connection.onNotification(rpc.PublishDiagnosticsNotification.type, resolve);
    });
    connection.listen();
    await connection.sendRequest(rpc.InitializeRequest.type,
        { processId: null, rootUri: null, capabilities: {} });
    await connection.sendNotification(rpc.InitializedNotification.type, {});
    const uri = "file:///left.py";
    const text = fs.readFileSync(path.join(pages, "left.py"), "utf8");
    await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type,
        { textDocument: { uri, languageId: "python", version: 1, text } });
    assert.deepStrictEqual((await findings).diagnostics, []);
    const position = { line: 1, character: 6 };
    const textDocument = { uri };
    const hover = await connection.sendRequest(rpc.HoverRequest.type, { textDocument, position });
    assert.match(hover.contents.value, /T\.Buffer/);
    const places = await connection.sendRequest(rpc.ReferencesRequest.type,
        { textDocument, position, context: { includeDeclaration: true } });
    assert.strictEqual(places.length, 2);
    await connection.sendRequest(rpc.ShutdownRequest.type);
    await connection.sendNotification(rpc.ExitNotification.type);
    await new Promise((resolve) => server.on("exit", resolve));
    connection.dispose();
}

(async () => {
    testGrammars();
    await testCommands();
    await testProtocol();
})().catch((error) => {
    console.log(error.stack || error);
    process.exit(1);
});
