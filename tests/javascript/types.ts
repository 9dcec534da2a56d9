/* types.ts -- uses of the npm package, which TypeScript must accept, and mistakes, which it must not. */
import {check, diff, explorer, history, print, run, TunipError} from 'tunip'

const {text, warnings}: {text: string; warnings: string} = await print('{}', {args: ['--show-meta']})
const {equal} = await diff(text, new Uint8Array(), {names: ['a.py', 'b.py'], args: ['--color=never']})
const rules: Array<string | undefined> = (await check(warnings)).map(finding => finding.rule)
const count: number = (await history({'0.mlir': text})).steps.length
const page: string = await explorer(text)
const {status, files} = await run(['print', '-'], {input: page, files: {'a.mlir': text}})
const size: number = files['out.py']!.length + status + count + rules.length + Number(equal)
try {
  await print('x')
} catch (error) {
  if (error instanceof TunipError) console.log(error.status + size, error.message)
}

// @ts-expect-error: a number is no source
await print(5)
// @ts-expect-error: a difference needs two sources
await diff('a')
// @ts-expect-error: two names
await diff('a', 'b', {names: ['a']})
// @ts-expect-error: the words of a command are a list
await run('print a.json')
// @ts-expect-error: the text is in a member
const wrong: string = await print('x')
console.log(wrong)
