/* memory.js -- a file system in memory, for wasi.js. */

const failure = code => Object.assign(new Error(code), {code})

/* `contents`: {path: Uint8Array or string}; folders come with their files. */
export function memoryFiles(contents = {}) {
  const encoder = new TextEncoder()
  const files = new Map()
  const folders = new Set(['/'])
  let changes = 0

  const parent = path => path.slice(0, path.lastIndexOf('/')) || '/'
  const inside = (folder, path) => path !== folder && parent(path) === folder
  const makeFolders = path => {
    for (let at = parent(path); !folders.has(at); at = parent(at)) folders.add(at)
  }
  const put = (path, bytes) => files.set(path, {bytes, time: Date.now(), id: ++changes})
  const get = path => {
    const file = files.get(path)
    if (!file) throw failure(folders.has(path) ? 'EISDIR' : 'ENOENT')
    return file
  }
  const needParent = path => {
    if (!folders.has(parent(path))) throw failure('ENOENT')
  }

  for (const [path, content] of Object.entries(contents)) {
    const absolute = path.startsWith('/') ? path : '/' + path
    makeFolders(absolute)
    put(absolute, typeof content === 'string' ? encoder.encode(content) : content)
  }
  return {
    stat(path) {
      if (folders.has(path)) return {isFolder: true}
      const {bytes, time, id} = get(path)
      return {isFolder: false, size: bytes.length, time, id}
    },
    read: path => get(path).bytes,
    write(path, bytes) {
      needParent(path)
      put(path, bytes.slice())
    },
    list: path =>
      [...folders, ...files.keys()].filter(it => inside(path, it)).map(it => it.slice(it.lastIndexOf('/') + 1)),
    makeFolder(path) {
      needParent(path)
      if (folders.has(path) || files.has(path)) throw failure('EEXIST')
      folders.add(path)
    },
    remove(path) {
      get(path)
      files.delete(path)
    },
    removeFolder(path) {
      if (!folders.has(path)) throw failure('ENOENT')
      if (this.list(path).length) throw failure('ENOTEMPTY')
      folders.delete(path)
    },
    rename(from, to) {
      const file = get(from)
      needParent(to)
      files.delete(from)
      files.set(to, file)
    },
    /* {path: Uint8Array} of all files. */
    contents: () => Object.fromEntries([...files].map(([path, {bytes}]) => [path, bytes])),
  }
}
