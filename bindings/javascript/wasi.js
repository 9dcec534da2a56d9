/* wasi.js -- WASI (snapshot preview 1) as far as tunip calls it, for Node.js and browsers.
 *
 * A run has streams and a file system:
 *
 *     {args, environ, cwd, files,
 *      read(size) -> Uint8Array, write(stream, bytes), isTerminal(stream)}
 *
 * `files` has the functions of memory.js: paths are absolute, calls are synchronous, and a failure is
 * an Error whose `code` is POSIX's name of it, as those of Node's fs. A file that is written is kept
 * in memory and handed over when it is closed.
 *
 * node:wasi is not used: it is experimental, knows no path outside of the folders that are named in
 * advance (`../b.py`), and does not exist in browsers. */

const CODES = {
  EACCES: 2, EBADF: 8, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, ENOENT: 44, ENOSPC: 51,
  ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63, EROFS: 69, ESPIPE: 70,
}
const FILETYPE = {unknown: 0, terminal: 2, folder: 3, file: 4}
const OPEN = {create: 1, folder: 2, exclusive: 4, truncate: 8}
const APPEND = 1
const CLOCK_REALTIME = 0
const FIRST_FREE = 4 // after the three streams and the root folder
const encoder = new TextEncoder()
const decoder = new TextDecoder()

class Failure extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}

/* proc_exit() leaves the program by this exception. */
class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`)
    this.status = status
  }
}

/* An absolute path without `.`, `..` and double slashes. */
export function resolve(folder, path) {
  const parts = []
  for (const part of `${path.startsWith('/') ? '' : folder}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part && part !== '.') parts.push(part)
  }
  return '/' + parts.join('/')
}

/* The bytes of an open file; they grow as it is written. */
class Content {
  constructor(bytes) {
    this.bytes = bytes
    this.size = bytes.length
    this.changed = false
  }

  resize(size) {
    if (size > this.bytes.length) {
      const grown = new Uint8Array(Math.max(size, this.bytes.length * 2))
      grown.set(this.bytes.subarray(0, this.size))
      this.bytes = grown
    } else if (size < this.size) {
      this.bytes = this.bytes.slice(0, size)
    }
    this.size = size
    this.changed = true
  }

  read(at, size) {
    return this.bytes.subarray(Math.min(at, this.size), Math.min(at + size, this.size))
  }

  write(at, bytes) {
    if (at + bytes.length > this.size) this.resize(at + bytes.length)
    else if (!this.changed) this.bytes = this.bytes.slice()
    this.bytes.set(bytes, at)
    this.changed = true
  }
}

/* Runs the program of a compiled module to its end; its exit status. */
export function runProgram(module, options) {
  const {files, cwd = '/', args, environ = {}} = options
  const open = new Map([
    [0, {stream: 0}], [1, {stream: 1}], [2, {stream: 2}],
    [3, {folder: '/', name: '/'}],
  ])
  let memory
  const view = () => new DataView(memory.buffer)
  const bytesAt = (at, size) => new Uint8Array(memory.buffer, at, size)
  const textAt = (at, size) => decoder.decode(bytesAt(at, size).slice())
  const number = value => typeof value === 'bigint' ? Number(value) : value

  const opened = fd => {
    const it = open.get(fd)
    if (!it) throw new Failure('EBADF')
    return it
  }
  const contentOf = fd => {
    const it = opened(fd)
    if (it.folder !== undefined) throw new Failure('EISDIR')
    if (!it.content) throw new Failure('ESPIPE')
    return it
  }
  const pathOf = (fd, at, size) => {
    const {folder} = opened(fd)
    if (folder === undefined) throw new Failure('ENOTDIR')
    return resolve(folder, textAt(at, size))
  }
  const flush = it => {
    if (it.content && it.content.changed && it.writes) {
      files.write(it.path, it.content.bytes.subarray(0, it.content.size))
      it.content.changed = false
    }
  }

  /* Calls `each(address, size)` for the buffers of a list until one is not filled. */
  const vectors = (at, count, each) => {
    let total = 0
    for (let i = 0; i < count; i++) {
      const v = view()
      const size = v.getUint32(at + 8 * i + 4, true)
      const done = size && each(v.getUint32(at + 8 * i, true), size)
      total += done
      if (done < size) break
    }
    return total
  }
  const readInto = (fd, list, count, from) => {
    const it = opened(fd)
    if (it.folder !== undefined) throw new Failure('EISDIR')
    let place = from ?? it.at
    const total = vectors(list, count, (at, size) => {
      const bytes = it.content ? it.content.read(place, size) : options.read(size)
      bytesAt(at, bytes.length).set(bytes)
      place += bytes.length
      return bytes.length
    })
    if (from === undefined) it.at = place
    return total
  }
  const writeFrom = (fd, list, count, from) => {
    const it = opened(fd)
    if (it.folder !== undefined || (it.content && !it.writes)) throw new Failure('EBADF')
    let place = from ?? (it.appends ? it.content.size : it.at)
    const total = vectors(list, count, (at, size) => {
      if (it.content) it.content.write(place, bytesAt(at, size))
      else options.write(it.stream, bytesAt(at, size).slice())
      place += size
      return size
    })
    if (from === undefined) it.at = place
    return total
  }

  const putStat = (at, {type, size = 0, time = 0, id = 0n}) => {
    const v = view()
    bytesAt(at, 64).fill(0)
    v.setBigUint64(at + 8, BigInt(id), true)
    v.setUint8(at + 16, type)
    v.setBigUint64(at + 24, 1n, true)
    v.setBigUint64(at + 32, BigInt(size), true)
    for (const field of [40, 48, 56])
      v.setBigUint64(at + field, BigInt(Math.trunc(time)) * 1000000n, true)
  }
  const statOf = path => {
    const {isFolder, isOther, size, time, id} = files.stat(path)
    /* a device or a pipe is no file: no other file may take its place */
    const type = isFolder ? FILETYPE.folder : isOther ? FILETYPE.unknown : FILETYPE.file
    return {type, size, time, id}
  }
  const typeOf = it => it.folder !== undefined ? FILETYPE.folder
    : it.content ? FILETYPE.file
    : options.isTerminal?.(it.stream) ? FILETYPE.terminal : FILETYPE.unknown

  /* A list of strings, each with a NUL: its sizes, and the strings with their addresses. */
  const putSizes = (list, count, size) => {
    view().setUint32(count, list.length, true)
    view().setUint32(size, list.reduce((sum, one) => sum + one.length, 0), true)
  }
  const putStrings = (list, addresses, at) => {
    for (const [i, one] of list.entries()) {
      view().setUint32(addresses + 4 * i, at, true)
      bytesAt(at, one.length).set(one)
      at += one.length
    }
  }
  const words = args.map(word => encoder.encode(word + '\0'))
  const variables = Object.entries({...environ, PWD: cwd}).map(([k, v]) => encoder.encode(`${k}=${v}\0`))

  const calls = {
    args_sizes_get: (count, size) => putSizes(words, count, size),
    args_get: (addresses, at) => putStrings(words, addresses, at),
    environ_sizes_get: (count, size) => putSizes(variables, count, size),
    environ_get: (addresses, at) => putStrings(variables, addresses, at),
    proc_exit: status => { throw new Exit(status) },
    clock_res_get: (clock, at) => view().setBigUint64(at, 1000000n, true),
    clock_time_get: (clock, precision, at) => {
      const now = clock === CLOCK_REALTIME ? Date.now() : performance.now()
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true)
    },
    random_get: (at, size) => { crypto.getRandomValues(bytesAt(at, size)) },
    sched_yield: () => {},

    fd_prestat_get: (fd, at) => {
      const {name} = opened(fd)
      if (name === undefined) throw new Failure('EBADF')
      view().setUint32(at, 0, true)
      view().setUint32(at + 4, name.length, true)
    },
    fd_prestat_dir_name: (fd, at, size) => {
      bytesAt(at, size).set(encoder.encode(opened(fd).name))
    },
    fd_fdstat_get: (fd, at) => {
      const it = opened(fd), v = view()
      bytesAt(at, 24).fill(0)
      v.setUint8(at, typeOf(it))
      v.setUint16(at + 2, it.appends ? APPEND : 0, true)
      const rights = it.stream === undefined ? ~0n : ~0x24n // a stream has no place to seek to
      v.setBigUint64(at + 8, BigInt.asUintN(64, rights), true)
      v.setBigUint64(at + 16, BigInt.asUintN(64, rights), true)
    },
    fd_fdstat_set_flags: () => {},
    fd_filestat_get: (fd, at) => {
      const it = opened(fd)
      if (it.folder !== undefined) putStat(at, statOf(it.folder))
      else if (it.content) putStat(at, {...it.about, size: it.content.size})
      else putStat(at, {type: typeOf(it)})
    },
    fd_filestat_set_size: (fd, size) => contentOf(fd).content.resize(number(size)),
    fd_filestat_set_times: () => {},
    fd_close: fd => {
      const it = opened(fd)
      open.delete(fd)
      flush(it)
    },
    fd_renumber: (from, to) => {
      const it = opened(from)
      flush(opened(to))
      open.delete(from)
      open.set(to, it)
    },
    fd_sync: fd => flush(opened(fd)),
    fd_datasync: fd => flush(opened(fd)),
    fd_read: (fd, list, count, out) => view().setUint32(out, readInto(fd, list, count), true),
    fd_pread: (fd, list, count, from, out) =>
      view().setUint32(out, readInto(fd, list, count, number(from)), true),
    fd_write: (fd, list, count, out) => view().setUint32(out, writeFrom(fd, list, count), true),
    fd_pwrite: (fd, list, count, from, out) =>
      view().setUint32(out, writeFrom(fd, list, count, number(from)), true),
    fd_seek: (fd, offset, whence, out) => {
      const it = contentOf(fd)
      const at = [0, it.at, it.content.size][whence] + number(offset)
      if (!(at >= 0)) throw new Failure('EINVAL')
      it.at = at
      view().setBigUint64(out, BigInt(at), true)
    },
    fd_tell: (fd, out) => view().setBigUint64(out, BigInt(contentOf(fd).at), true),
    fd_readdir: (fd, at, size, cookie, out) => {
      const it = opened(fd)
      if (it.folder === undefined) throw new Failure('ENOTDIR')
      it.names ??= ['.', '..', ...files.list(it.folder)]
      let used = 0
      for (let i = number(cookie); i < it.names.length && used < size; i++) {
        const name = encoder.encode(it.names[i])
        const entry = new Uint8Array(24 + name.length), v = new DataView(entry.buffer)
        const about = i < 2 ? {type: FILETYPE.folder} : statOf(resolve(it.folder, it.names[i]))
        v.setBigUint64(0, BigInt(i + 1), true)
        v.setBigUint64(8, BigInt(about.id ?? 0), true)
        v.setUint32(16, name.length, true)
        v.setUint8(20, about.type)
        entry.set(name, 24)
        const part = entry.subarray(0, size - used)
        bytesAt(at + used, part.length).set(part)
        used += part.length
      }
      view().setUint32(out, used, true)
    },

    path_open: (fd, dirflags, at, size, how, rights, inheriting, flags, out) => {
      const path = pathOf(fd, at, size)
      const writes = (BigInt.asUintN(64, BigInt(rights)) & 0x40n) !== 0n
      let about
      try {
        about = statOf(path)
      } catch (error) {
        if (error.code !== 'ENOENT' || !(how & OPEN.create)) throw error
      }
      if (about && how & OPEN.create && how & OPEN.exclusive) throw new Failure('EEXIST')
      const isFolder = about?.type === FILETYPE.folder
      if (!isFolder && how & OPEN.folder) throw new Failure('ENOTDIR')
      if (isFolder && writes && !(how & OPEN.folder) && how) throw new Failure('EISDIR')
      let it = {folder: path}
      if (!isFolder) {
        const isEmpty = !about || how & OPEN.truncate
        const content = new Content(isEmpty ? new Uint8Array(0) : files.read(path))
        if (isEmpty) files.write(path, content.bytes)
        it = {path, content, about: about ?? statOf(path), at: 0, writes,
              appends: (flags & APPEND) !== 0}
      }
      let free = FIRST_FREE
      while (open.has(free)) free++
      open.set(free, it)
      view().setUint32(out, free, true)
    },
    path_filestat_get: (fd, flags, at, size, out) => putStat(out, statOf(pathOf(fd, at, size))),
    path_filestat_set_times: () => {},
    path_create_directory: (fd, at, size) => files.makeFolder(pathOf(fd, at, size)),
    path_unlink_file: (fd, at, size) => files.remove(pathOf(fd, at, size)),
    path_remove_directory: (fd, at, size) => files.removeFolder(pathOf(fd, at, size)),
    path_rename: (fd, at, size, toFd, toAt, toSize) =>
      files.rename(pathOf(fd, at, size), pathOf(toFd, toAt, toSize)),
    path_readlink: () => { throw new Failure('EINVAL') },
  }

  const guard = call => (...given) => {
    try {
      call(...given)
      return 0
    } catch (error) {
      if (error instanceof Exit || !error.code) throw error
      return CODES[error.code] ?? CODES.EIO
    }
  }
  const imports = {}
  for (const {module: from, name, kind} of WebAssembly.Module.imports(module))
    if (kind === 'function')
      (imports[from] ??= {})[name] = calls[name] ? guard(calls[name]) : () => CODES.ENOSYS

  const instance = new WebAssembly.Instance(module, imports)
  memory = instance.exports.memory
  let status = 0
  try {
    instance.exports._start()
  } catch (error) {
    if (!(error instanceof Exit)) throw error // files that are open stay as they were
    status = error.status
  }
  for (const it of open.values()) flush(it)
  return status
}
