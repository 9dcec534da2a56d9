/* package.mjs -- the npm package: node --test tests/javascript/package.mjs, after `./dev wasm` made it. */
import assert from 'node:assert/strict'
import {execFileSync, spawnSync} from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import {after, test} from 'node:test'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const built = path.join(root, 'build/npm/package')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tunip-'))
after(() => fs.rmSync(folder, {recursive: true}))

const before = `func.func @f(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  return %0 : i32
}
`
const later = before.replaceAll('%0', '%7').replace('constant 1', 'constant 2')
const log = `// -----// IR Dump After CSE (cse) //----- //
${before}
// -----// IR Dump After Canonicalizer (canonicalize) //----- //
${later}`

/* As a user has it: packed, and installed into a project. */
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {cwd: built})
fs.writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}')
execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund',
                     ...fs.readdirSync(folder).filter(name => name.endsWith('.tgz'))], {cwd: folder})
const tunip = await import(path.join(folder, 'node_modules/tunip/tunip.js'))
fs.writeFileSync(path.join(folder, 'a.mlir'), before)
fs.mkdirSync(path.join(folder, 'sub'))
fs.writeFileSync(path.join(folder, 'sub/b.mlir'), later)

const npx = (args, options = {}) =>
  spawnSync('npx', ['tunip', ...args], {cwd: folder, encoding: 'utf8', ...options})

test('types: those of all that the package exports, and TypeScript accepts their uses', context => {
  const types = fs.readFileSync(path.join(built, 'tunip.d.ts'), 'utf8')
  const declared = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map(match => match[1])
  assert.deepEqual(declared.sort(), Object.keys(tunip).sort())
  const tsc = path.join(root, 'build/npm/typescript/node_modules/.bin/tsc')
  if (!fs.existsSync(tsc)) return context.skip('npm has no TypeScript')
  fs.copyFileSync(path.join(root, 'tests/javascript/types.ts'), path.join(folder, 'types.ts'))
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022',
                   '--lib', 'es2022,dom']
  const checked = spawnSync(tsc, [...options, 'types.ts'], {cwd: folder, encoding: 'utf8'})
  assert.equal(checked.stdout + checked.stderr, '')
})

test('npx tunip: files of the system, also of folders above', () => {
  const cwd = path.join(folder, 'sub')
  const run = npx(['diff', '../a.mlir', 'b.mlir'], {cwd})
  assert.equal(run.status, 1, run.stderr)
  assert.match(run.stdout, /^-  %c1 = arith.constant 1 : i32$/m)
  assert.match(run.stdout, /1 statement changed/)
  assert.equal(npx(['equal', path.join(folder, 'a.mlir'), '../a.mlir'], {cwd}).status, 0)
})

test('npx tunip: standard input, output files, errors', () => {
  assert.equal(npx(['print', '-'], {input: before}).stdout, before)
  assert.equal(npx(['explorer', '-', '-o', 'page.html'], {input: log}).status, 0)
  assert.match(fs.readFileSync(path.join(folder, 'page.html'), 'utf8'), /^<!doctype html>/i)
  const wrong = npx(['print', 'missing.mlir'])
  assert.equal(wrong.status, 2)
  assert.match(wrong.stderr, /missing\.mlir: cannot open: No such file/)
})

test('npx tunip: an old file stays if the new one cannot be made', () => {
  const file = path.join(folder, 'kept.txt')
  fs.writeFileSync(file, 'old')
  assert.equal(npx(['print', '-', '-o', 'kept.txt'], {input: 'x.y <'}).status, 2)
  assert.equal(fs.readFileSync(file, 'utf8'), 'old')
  assert.equal(npx(['print', '-', '-o', 'kept.txt'], {input: before}).status, 0)
  assert.equal(fs.readFileSync(file, 'utf8'), before)
})

test('print', async () => {
  assert.deepEqual(await tunip.print(before), {text: before, warnings: ''})
  const generic = await tunip.print(before, {args: ['--backend', 'doc']})
  assert.notEqual(generic.text, before)
  await assert.rejects(tunip.print('func.func @f(%x {'), error =>
    error instanceof tunip.TunipError && error.status === 2 && /never closed/.test(error.message))
})

test('diff', async () => {
  const renumbered = before.replaceAll('%0', '%7')
  assert.deepEqual(await tunip.diff(before, renumbered), {equal: true, text: ''})
  const {equal, text} = await tunip.diff(before, later)
  assert.equal(equal, false)
  assert.match((await tunip.diff(before, later, {names: ['a.mlir', 'b.mlir']})).text, /^--- a.mlir$/m)
  assert.match(text, /^\+  %c1 = arith.constant 2 : i32$/m)
  assert.match((await tunip.diff(before, later, {args: ['--format', 'html']})).text, /^<!doctype html>/i)
})

test('check', async () => {
  const script = `import tvm
from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i + 1]
`
  const [finding, ...others] = await tunip.check(script)
  assert.equal(others.length, 0)
  assert.match(JSON.stringify(finding), /out-of-bounds/)
  assert.deepEqual(await tunip.check(script.replace('i + 1', 'i')), [])
})

test('history and explorer: a log, and a folder of dumps', async () => {
  const {steps} = await tunip.history(log)
  assert.deepEqual(steps.map(step => step.name), ['CSE', 'Canonicalizer'])
  const dumps = await tunip.history({'0_start.mlir': before, '1_fold.mlir': later})
  assert.equal(dumps.steps.length, 2)
  assert.match(await tunip.explorer(log), /arith\.addi/)
})

test('run: several calls do not know each other, and files come back', async () => {
  const [one, two] = await Promise.all([
    tunip.run(['print', 'a.mlir', '-o', 'out.mlir'], {files: {'a.mlir': before}}),
    tunip.run(['print', 'a.mlir'], {files: {}}),
  ])
  assert.equal(new TextDecoder().decode(one.files['/out.mlir']), before)
  assert.equal(two.status, 2)
})

test('run: input that is nested too deep is an error', async () => {
  const {status, stderr} = await tunip.run(['print', '--from', 'mlir', '-'], {input: 'a.b {\n'.repeat(200000)})
  assert.equal(status, 2)
  assert.match(stderr, /nested too deep/)
})

test('run: plugins and processes are refused by name', async () => {
  const {status, stderr} = await tunip.run(['dialects', '--load', './x.so'], {files: {'x.so': 'x'}})
  assert.equal(status, 2)
  assert.match(stderr, /WebAssembly loads no libraries/)
})
