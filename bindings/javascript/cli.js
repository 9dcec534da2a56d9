#!/usr/bin/env node
/* cli.js -- the command `tunip` in Node.js. */
import * as fs from 'node:fs'
import * as tty from 'node:tty'
import {execute, load} from './tunip.js'
import {nodeFiles} from './node-files.js'

/* Standard input may be a pipe that is not ready yet. */
function read(size) {
  const bytes = new Uint8Array(size)
  for (;;) {
    try {
      return bytes.subarray(0, fs.readSync(0, bytes, 0, size, null))
    } catch (error) {
      if (error.code === 'EOF') return bytes.subarray(0, 0)
      if (error.code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function write(stream, bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(stream, bytes, at)
    } catch (error) {
      if (error.code === 'EPIPE') process.exit(141) // as if SIGPIPE had ended it
      if (error.code !== 'EAGAIN') throw error
    }
  }
}

process.exitCode = execute(await load(), {
  args: ['tunip', ...process.argv.slice(2)],
  environ: process.env,
  cwd: process.cwd(),
  files: nodeFiles,
  isTerminal: stream => tty.isatty(stream),
  read,
  write,
})
