#!/usr/bin/env python3
"""Runs the recipes of docs/editors.md: Neovim and Vim if they are there, the extension of VS Code
under Node; the settings of other editors, of pre-commit and of GitHub are parsed.

usage: run.py TUNIP
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TUNIP = pathlib.Path(sys.argv[1]).resolve()
PAGE = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
SCRIPT = ('@T.prim_func\n'
          'def f(A: T.Buffer((16,), "float32")):\n'
          '    A[{}] = T.float32(1)\n')
# Asks the server as a user does, and writes what Neovim got.
ASK = """
local function ask_all()
local uri = vim.uri_from_bufnr(0)
local ready = vim.wait(20000, function()
  return #vim.diagnostic.get(0) > 0
end)
local out = { tostring(ready) }
for _, d in ipairs(vim.diagnostic.get(0)) do
  table.insert(out, d.lnum + 1 .. ":" .. d.col + 1 .. " " .. d.code .. " " .. d.message)
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  for _, answer in pairs(answers) do return answer.result end
end
local at = { textDocument = { uri = uri }, position = { line = 2, character = 4 } }
table.insert(out, ask("textDocument/hover", at).contents.value:match('T%.Buffer%(.-"%)'))
table.insert(out, tostring(ask("textDocument/definition", at).range.start.line + 1))
local edit = ask("textDocument/rename", vim.tbl_extend("error", at, { newName = "B" }))
table.insert(out, tostring(#edit.changes[uri]))
vim.fn.writefile(out, "seen.txt")
end
local fine, why = pcall(ask_all)
if not fine then vim.fn.writefile({ tostring(why) }, "seen.txt") end
vim.cmd("qa!")
"""

problems = []


def expect(what, got, wanted):
    if got != wanted:
        problems.append(f"{what}: got {got!r}, expected {wanted!r}")


def block(language, heading):
    section = PAGE[PAGE.index(f"\n## {heading}\n"):]
    return re.search(rf"```{language}\n(.*?)```", section, re.S)[1]


def run(work, *command):
    path = f"{TUNIP.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(command, cwd=work, capture_output=True, encoding="utf-8", timeout=120,
                          env={**os.environ, "PATH": path, "HOME": str(work),
                               "XDG_CONFIG_HOME": str(work), "XDG_STATE_HOME": str(work),
                               "XDG_DATA_HOME": str(work)}, check=False)


def seen(work):
    path = pathlib.Path(work, "seen.txt")
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else None


def test_neovim(work):
    pathlib.Path(work, "init.lua").write_text(block("lua", "Neovim"), encoding="utf-8")
    pathlib.Path(work, "ask.lua").write_text(ASK, encoding="utf-8")
    pathlib.Path(work, "a.py").write_text(SCRIPT.format(99), encoding="utf-8")
    done = run(work, "nvim", "--headless", "-n", "-u", "init.lua", "a.py", "-c", "luafile ask.lua",
               "-c", "qa!")
    expect(f"Neovim ({done.stderr.strip()})", seen(work),
           ["true", "3:7 out-of-bounds the index 99 is outside of `A`",
            'T.Buffer((16,), "float32")', "2", "2"])


def test_vim(work):
    folder = pathlib.Path(work, ".vim/compiler")
    folder.mkdir(parents=True)
    (folder / "tunip.vim").write_text(block("vim", "Vim"), encoding="utf-8")
    pathlib.Path(work, "a.py").write_text(SCRIPT.format(99), encoding="utf-8")
    script = ("compiler tunip | silent make! | call writefile(map(filter(getqflist(), "
              "'v:val.valid'), {_, e -> join([bufname(e.bufnr), e.lnum, e.col, e.type, e.text])}), "
              "'seen.txt') | qa!")
    run(work, "vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es",
        "--cmd", f"set rtp^={work}/.vim", "a.py", "-c", script)
    expect("Vim", seen(work),
           ["a.py 3 7 e the index 99 is outside of `A` [out-of-bounds]"])


def test_extension(work):
    pages = pathlib.Path(work, "pages")
    pages.mkdir()
    (pages / "left.py").write_text(SCRIPT.format(1), encoding="utf-8")
    (pages / "right.py").write_text(SCRIPT.format(2), encoding="utf-8")
    done = run(work, "node", str(HERE / "extension.js"), str(ROOT / "editors/vscode"), str(TUNIP),
               str(pages))
    print(done.stdout, end="")
    expect(f"the extension: {done.stderr}", done.returncode, 0)


def test_settings():
    """The settings of editors that are not at hand name the command."""
    try:
        import tomllib
    except ImportError:
        print("skipped: Helix (no tomllib)")
    else:
        helix = tomllib.loads(block("toml", "Helix"))["language-server"]["tunip"]
        expect("Helix", [helix["command"], *helix["args"]], ["tunip", "lsp"])
    lisp = block("elisp", "Emacs")
    expect("the brackets of Emacs", lisp.count("("), lisp.count(")"))
    expect("the command of Emacs", '("tunip" "lsp")' in lisp, True)


def test_ci(work):
    """The commands of the hooks and of the workflow."""
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entry, layout = (line.split() for line in re.findall(r"entry: (.*)", hook))
    page = block("yaml", "pre-commit and CI")
    expect("the hooks of the page", re.findall(r"- id: (\S+)", page),
           re.findall(r"- id: (\S+)", hook))
    workflow = re.search(r"run: (tunip check .*)", PAGE)[1]
    folder = pathlib.Path(work, "python/kernels")
    folder.mkdir(parents=True)
    for name, index, status in (("good.py", 9, 0), ("bad.py", 99, 1)):
        (folder / name).write_text(SCRIPT.format(index), encoding="utf-8")
        plain = "import os\n\n\ndef main():\n    print(os)\n"
        (folder / "plain.py").write_text(plain, encoding="utf-8")
        done = run(work, *entry, f"python/kernels/{name}", "python/kernels/plain.py")
        expect(f"the hook for {name}: {done.stdout}{done.stderr}", done.returncode, status)
    done = run(work, *layout, "python/kernels/good.py", "python/kernels/plain.py")
    expect(f"the hook of the layout: {done.stdout}{done.stderr}", done.returncode, 0)
    expect("files without scripts stay", (folder / "plain.py").read_text(encoding="utf-8"), plain)
    done = run(work, "sh", "-c", workflow)
    expect("the annotations", done.stdout.partition("%0A")[0],
           "::error file=python/kernels/bad.py,line=3,col=7,endLine=3,endColumn=9,"
           "title=out-of-bounds::the index 99 is outside of `A`")


def main():
    tests = ((test_neovim, "nvim"), (test_vim, "vim"), (test_extension, "node"), (test_ci, "sh"))
    for test, tool in tests:
        if not shutil.which(tool):
            print(f"skipped: {test.__name__} (no {tool})")
            continue
        with tempfile.TemporaryDirectory() as work:
            test(pathlib.Path(work).resolve())
    test_settings()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
