/* play.js -- the page play.html: runs tunip on what its user drops or writes. */

/* The program is in the page, compressed and in base 64. */
async function unpack() {
  const text = document.getElementById('wasm').textContent
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}

const element = id => document.getElementById(id)
const sides = [element('left'), element('right')]
const buttons = [...document.querySelectorAll('[data-command]')]
let dumps = null // {path: text} of a folder
let names // of the files in the two fields, or undefined
let result = null // {name, text}

const EXAMPLES = [
  `func.func @f(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<64xf32>
  %b = memref.load %x[%c0] : memref<64xf32>
  %s = arith.addf %a, %b : f32
  memref.store %s, %x[%c0] : memref<64xf32>
  return
}
`,
  `func.func @f(%arg0: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %arg0[%c0] : memref<64xf32>
  %1 = arith.addf %0, %0 : f32
  memref.store %1, %arg0[%c0] : memref<64xf32>
  return
}
`,
]

function say(text, isError = false) {
  element('says').textContent = text
  element('says').className = isError ? 'error' : ''
}

function show(name, text) {
  result = {name, text}
  element('save').disabled = false
  const isPage = name.endsWith('.html')
  const view = document.createElement(isPage ? 'iframe' : 'pre')
  if (isPage) {
    view.title = 'The result'
    view.sandbox = 'allow-scripts allow-downloads'
    view.srcdoc = text
  } else {
    view.tabIndex = 0
    view.textContent = text
  }
  element('result').replaceChildren(view)
}

const needs = {
  print: () => sides[0].value,
  check: () => sides[0].value,
  diff: () => sides[0].value && sides[1].value,
  explorer: () => dumps || sides[0].value,
}

const commands = {
  async print() {
    const {text, warnings} = await print(sides[0].value)
    show('module.txt', text)
    return warnings
  },
  async check() {
    const {stdout, stderr, status} = await run(['check', '/module'], {files: {'/module': sides[0].value}})
    if (status > 1) throw new Error(stderr)
    show('findings.txt', stdout + stderr || 'no findings\n')
  },
  async diff() {
    const {equal, text} =
      await diff(sides[0].value, sides[1].value, {args: ['--format', 'html'], names})
    show('difference.html', text)
    return equal ? 'The two are equal.' : ''
  },
  async explorer() {
    show('explorer.html', await explorer(dumps ?? sides[0].value))
  },
}

async function start(name) {
  if (!needs[name]()) return say(name === 'diff' ? 'Two modules are needed.' : 'A module is needed.', true)
  for (const button of buttons) button.disabled = true
  say('…')
  await new Promise(requestAnimationFrame) // so that the page shows it
  const begin = performance.now()
  try {
    const notes = await commands[name]()
    say(`${notes ? notes.trim() + '\n' : ''}${name}: ${Math.round(performance.now() - begin)} ms`)
  } catch (error) {
    say(error.message, true)
  }
  for (const button of buttons) button.disabled = false
  document.body.dataset.done = name
}

async function take(files) {
  const texts = await Promise.all(files.map(async ({path, file}) => [path, await file.text()]))
  element('names').textContent = files.length > 2 ? `${files.length} files` : files.map(f => f.path).join(', ')
  dumps = files.length > 2 ? Object.fromEntries(texts) : null
  names = files.length === 2 && files[0].path !== files[1].path ? files.map(f => f.path) : undefined
  sides.forEach((side, i) => { side.value = dumps ? '' : texts[i]?.[1] ?? '' })
  if (!files.length) return
  const isLog = dumps || (files.length === 1 && /IR Dump (After|Before)|\/\/ -----\/\//.test(texts[0][1]))
  await start(isLog ? 'explorer' : files.length === 2 ? 'diff' : 'print')
}

/* All files in what was dropped; folders are walked. */
async function walk(entry) {
  if (entry.isFile) {
    const file = await new Promise((done, fail) => entry.file(done, fail))
    return [{path: entry.fullPath.slice(1), file}]
  }
  const reader = entry.createReader(), found = []
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail))
    if (!some.length) break
    for (const each of some) found.push(...await walk(each))
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

for (const button of buttons) button.addEventListener('click', () => start(button.dataset.command))
for (const id of ['files', 'folder'])
  element(id).addEventListener('change', event =>
    take([...event.target.files].map(file => ({path: file.webkitRelativePath || file.name, file}))))
element('example').addEventListener('click', () => {
  dumps = null
  names = ['before.mlir', 'after.mlir']
  sides.forEach((side, i) => { side.value = EXAMPLES[i] })
  start('diff')
})
for (const side of sides)
  side.addEventListener('input', () => { dumps = names = undefined })
element('save').addEventListener('click', () => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([result.text]))
  link.download = result.name
  link.click()
  URL.revokeObjectURL(link.href)
})
document.addEventListener('dragover', event => {
  event.preventDefault()
  document.body.classList.add('drop')
})
document.addEventListener('dragleave', () => document.body.classList.remove('drop'))
document.addEventListener('drop', async event => {
  event.preventDefault()
  document.body.classList.remove('drop')
  const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry()).filter(Boolean)
  take((await Promise.all(entries.map(walk))).flat())
})
load(unpack()).then(() => { document.body.dataset.ready = 'yes' }, error => say(error.message, true))
