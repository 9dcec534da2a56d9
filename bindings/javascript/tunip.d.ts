/* tunip.d.ts -- the types of tunip.js, whose comments say what the functions do. */

/** A text, or its bytes. */
export type Source = string | Uint8Array

/** Dumps of passes, by their paths in a folder. */
export type Dumps = Record<string, Source>

export interface RunOptions {
  /** The files that the command sees, by their paths. */
  files?: Record<string, Source>
  /** Standard input. */
  input?: Source
  environ?: Record<string, string>
}

export interface RunResult {
  /** 0; 1: there are differences or findings; 2: an error. */
  status: number
  stdout: string
  stderr: string
  /** All files, also those that the command wrote. */
  files: Record<string, Uint8Array>
}

/** Further options of the subcommand, as in a shell. */
export interface Arguments {
  args?: readonly string[]
}

export interface DiffOptions extends Arguments {
  /** Shown in the head of a difference. */
  names?: readonly [string, string]
}

/** A finding of `tunip check`; docs/formats.md describes all members. */
export interface Finding {
  rule?: string
  severity?: string
  message?: string
  [member: string]: unknown
}

/** `tunip history --format json`; docs/formats.md describes all members. */
export interface History {
  steps: Array<Record<string, unknown>>
  [member: string]: unknown
}

/** An error of the command: the message is what it wrote. */
export class TunipError extends Error {
  constructor(result: Pick<RunResult, 'status' | 'stderr'>)
  /** The exit status. */
  status: number
}

/** Loads the program. In a page, `bytes` may be given by the page itself. */
export function load(bytes?: BufferSource | PromiseLike<BufferSource>): Promise<WebAssembly.Module>
/** Runs a loaded program; for other bindings. */
export function execute(module: WebAssembly.Module, options: Record<string, unknown>): number
/** Runs `tunip ARGS...` and waits for its end. */
export function run(args: readonly string[], options?: RunOptions): Promise<RunResult>
/** IR as text. */
export function print(source: Source, options?: Arguments): Promise<{text: string; warnings: string}>
/** The structural difference of two sources. */
export function diff(left: Source, right: Source,
                     options?: DiffOptions): Promise<{equal: boolean; text: string}>
/** The findings of `tunip check`. */
export function check(source: Source, options?: Arguments): Promise<Finding[]>
/** The steps of a log or of a folder of dumps. */
export function history(source: Source | Dumps, options?: Arguments): Promise<History>
/** The explorer's page of a log or of a folder of dumps. */
export function explorer(source: Source | Dumps, options?: Arguments): Promise<string>
