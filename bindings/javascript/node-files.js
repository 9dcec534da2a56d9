/* node-files.js -- the file system of Node.js, for wasi.js. */
import * as fs from 'node:fs'

export const nodeFiles = {
  stat(path) {
    const about = fs.statSync(path)
    return {isFolder: about.isDirectory(), isOther: !about.isDirectory() && !about.isFile(),
      size: about.size, time: about.mtimeMs, id: about.ino}
  },
  read: path => fs.readFileSync(path),
  /* Whole or not at all, like the native command. */
  write(path, bytes) {
    if (!fs.existsSync(path) || !fs.statSync(path).isFile()) return fs.writeFileSync(path, bytes)
    const beside = `${path}.${process.pid}`
    try {
      fs.writeFileSync(beside, bytes, {mode: fs.statSync(path).mode})
      fs.renameSync(beside, fs.realpathSync(path))
    } catch (error) {
      fs.rmSync(beside, {force: true})
      throw error
    }
  },
  list: path => fs.readdirSync(path),
  makeFolder: path => fs.mkdirSync(path),
  remove: path => fs.unlinkSync(path),
  removeFolder: path => fs.rmdirSync(path),
  rename: (from, to) => fs.renameSync(from, to),
}
