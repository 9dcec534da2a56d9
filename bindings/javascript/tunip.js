/* tunip.js -- print, compare and follow compiler IR, in Node.js and in browsers.
 *
 *     import {print, diff} from 'tunip'
 *     const {text} = await print(source)
 *
 * Each function runs the command `tunip`, compiled for WebAssembly, on files in memory. `run()` does
 * all that the command does: see tunip(1). Three things are missing, because WebAssembly has no
 * processes, sockets and shared libraries: plugins, `tunip debug run`, and pages that watch a folder.
 * Compressed files are not unpacked. */
import {runProgram} from './wasi.js'
import {memoryFiles} from './memory.js'

let compiled

/* The compiled program, loaded once. In a page, `bytes` may be given by the page itself. */
export function load(bytes) {
  compiled ??= (async () => {
    if (bytes) return WebAssembly.compile(await bytes)
    const url = new URL('./tunip.wasm', import.meta.url)
    if (url.protocol !== 'file:') return WebAssembly.compileStreaming(fetch(url))
    const {readFile} = await import('node:fs/promises')
    return WebAssembly.compile(await readFile(url))
  })()
  return compiled
}

/* Runs a program; an exception of the engine becomes an error of the program. Its stack has a limit
 * that the program cannot see. */
export function execute(module, options) {
  try {
    return runProgram(module, options)
  } catch (error) {
    const why = error instanceof RangeError ? 'nested too deep for WebAssembly' : error.message
    options.write(2, new TextEncoder().encode(`tunip: ${why}\n`))
    return 2
  }
}

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/* Runs `tunip ARGS...` and waits for its end.
 *
 *   args     words, as in a shell: ['diff', 'a.py', 'b.py']
 *   files    {path: text or Uint8Array}; the command sees no others
 *   input    text or Uint8Array for standard input
 *   environ  {NAME: value}
 *
 * Gives {status, stdout, stderr, files}: the exit status (0; 1: there are differences or findings;
 * 2: an error), two texts, and the bytes of all files, also of those that the command wrote. */
export async function run(args, {files = {}, input = '', environ = {}} = {}) {
  const module = await load()
  const memory = memoryFiles(files)
  const decoder = new TextDecoder()
  const streams = [[], [], []]
  let rest = typeof input === 'string' ? new TextEncoder().encode(input) : input
  const status = execute(module, {
    args: ['tunip', ...args],
    environ,
    files: memory,
    read(size) {
      const part = rest.subarray(0, size)
      rest = rest.subarray(part.length)
      return part
    },
    write: (stream, bytes) => streams[stream].push(bytes),
  })
  return {
    status,
    stdout: decoder.decode(joined(streams[1])),
    stderr: decoder.decode(joined(streams[2])),
    files: memory.contents(),
  }
}

/* An error of the command: `message` is what it wrote, `status` its exit status. */
export class TunipError extends Error {
  constructor({status, stderr}) {
    super(stderr.trim() || `exit status ${status}`)
    this.name = 'TunipError'
    this.status = status
  }
}

async function succeed(args, options) {
  const result = await run(args, options)
  if (result.status > 1) throw new TunipError(result)
  return result
}

/* IR as text. `source` is a saved module (JSON), a script, Relay, MLIR or a log; `args` are further
 * options of `tunip print`. Gives {text, warnings}. */
export async function print(source, {args = []} = {}) {
  const {stdout, stderr} = await succeed(['print', ...args, '-'], {input: source})
  return {text: stdout, warnings: stderr}
}

/* The structural difference of two sources: {equal, text}. `names` are shown in its head; `args` are
 * options of `tunip diff`. With ['--format', 'html'], the text is a page. */
export async function diff(left, right, {args = [], names = ['left', 'right']} = {}) {
  const files = {[names[0]]: left, [names[1]]: right}
  if (names[0] === names[1]) throw new TypeError('the two names are the same')
  const {status, stdout} = await succeed(['diff', ...args, ...names], {files})
  return {equal: status === 0, text: stdout}
}

/* What `tunip check` finds in a source: a list of objects, each with a rule, a level and places. */
export async function check(source, {args = []} = {}) {
  const {stdout} = await succeed(['check', '--errors', 'json', ...args, '-'], {input: source})
  return stdout.split('\n').filter(Boolean).map(line => JSON.parse(line))
}

/* The steps of a log or of a folder of dumps. `source`: a text, or {path: text} of the dumps. */
export async function history(source, {args = []} = {}) {
  const {stdout} = await succeed(['history', '--format', 'json', ...args, ...place(source)], inputs(source))
  return JSON.parse(stdout)
}

/* The explorer's page of a log or of a folder of dumps: HTML in one text. */
export async function explorer(source, {args = []} = {}) {
  const {files} = await succeed(['explorer', ...args, '-o', '/page.html', ...place(source)], inputs(source))
  return new TextDecoder().decode(files['/page.html'])
}

const isLog = source => typeof source === 'string' || source instanceof Uint8Array
const place = source => [isLog(source) ? 'log' : 'dumps']
const inputs = source => ({
  files: isLog(source) ? {log: source}
    : Object.fromEntries(Object.entries(source).map(([path, text]) => [`dumps/${path}`, text])),
})
