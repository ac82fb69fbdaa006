import { posix } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { ROOF_FOLDERS, TEST_FOLDERS } from './tidy.house.ts'

/** Files by their path in the checkout, with `/` on every system. */
export type Files = ReadonlyMap<string, string>

/** A node of the syntax tree with loose types: the checks look at types and positions. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export interface Import {
  readonly specifier: string
  /** The file it resolves to, if it is in the checkout. */
  readonly to: string | null
  /** The package it comes from, if it is not. */
  readonly from: string | null
  /** Erased at run time: it can call nothing. */
  readonly typeOnly: boolean
  readonly isExport: boolean
}

export interface Module {
  readonly path: string
  readonly room: string
  /** The folder below `src`, or null for the roof: files beside the folders (`main.ts`, `routes.ts`), and the shell. */
  readonly feature: string | null
  /** The middle word of the name: `rules` of `orders.rules.ts`; empty if there is none. */
  readonly role: string
  /** Tests and their support code, which may import every feature. */
  readonly forTests: boolean
  readonly text: string
  readonly lines: number
  readonly program: Node
  readonly comments: readonly Node[]
  readonly imports: readonly Import[]
}

/**
 * Parse every source file into a module. A file that cannot be parsed is an error, because it would escape the checks.
 * The same files are parsed once, whichever rules ask for them.
 */
export function modulesOf(files: Files): readonly Module[] {
  const known = PARSED.get(files)
  if (known) return known
  const modules = [...files]
    .filter(([path]) => /\.(ts|tsx|mts|mjs|js)$/.test(path))
    .map(([path, text]) => moduleOf(path, text, files))
  PARSED.set(files, modules)
  return modules
}

const PARSED = new WeakMap<Files, readonly Module[]>()

function moduleOf(path: string, text: string, files: Files): Module {
  const parsed = parseSync(path, text, { preserveParens: false })
  const [error] = parsed.errors
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`)
  const [room = '', ...rest] = path.split('/')
  const folders = rest[0] === 'src' ? rest.slice(1, -1) : rest.slice(0, -1)
  const name = posix.basename(path)
  const parts = name.split('.')
  return {
    path,
    room,
    feature: ROOF_FOLDERS.includes(folders[0] ?? '') ? null : (folders[0] ?? null),
    role: parts.length > 2 ? (parts.at(-2) ?? '') : '',
    forTests:
      /(^|\.)(test|testing|long)\.tsx?$/.test(name) || (room === 'server' && TEST_FOLDERS.includes(folders[0] ?? '')),
    text,
    lines: text.split('\n').length - 1,
    program: parsed.program as unknown as Node,
    comments: parsed.comments as unknown as Node[],
    imports: importsOf(path, parsed, text, files),
  }
}

type ParseResult = ReturnType<typeof parseSync>

function importsOf(path: string, parsed: ParseResult, text: string, files: Files): Import[] {
  const imports: Import[] = []
  const add = (specifier: string, typeOnly: boolean, isExport: boolean): void => {
    imports.push({ specifier, typeOnly, isExport, ...destinationOf(path, specifier, files) })
  }
  for (const { moduleRequest, entries } of parsed.module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType), false)
  }
  for (const { entries } of parsed.module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType, true)
  }
  for (const { moduleRequest } of parsed.module.dynamicImports) {
    const quoted = /^(['"`])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (quoted?.[2] && !quoted[2].includes('${')) add(quoted[2], false, false)
  }
  return imports
}

function destinationOf(path: string, specifier: string, files: Files): Pick<Import, 'to' | 'from'> {
  if (specifier.startsWith('.'))
    return { to: posix.join(posix.dirname(path), specifier).split('?')[0] ?? null, from: null }
  const ours = /^@lonja\/([a-z0-9]+)\/(.+)$/.exec(specifier)
  if (ours) {
    const [, room = '', rest = ''] = ours
    const stems = [`${room}/src/${rest}`, `${room}/${rest}`]
    const candidates = stems.flatMap((stem) => [`${stem}.ts`, `${stem}.tsx`, stem])
    return { to: candidates.find((candidate) => files.has(candidate)) ?? `${room}/src/${rest}`, from: null }
  }
  const parts = specifier.split('/')
  return { to: null, from: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier) }
}

/** Every node of a tree, parents before children, each with its parent. */
export function walk(root: Node): { node: Node; parent: Node | null }[] {
  const nodes: { node: Node; parent: Node | null }[] = [{ node: root, parent: null }]
  for (let at = 0; at < nodes.length; at += 1) {
    const parent = nodes[at]?.node
    if (!parent) continue
    for (const value of Object.values(parent)) {
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
        if (isNode(child)) nodes.push({ node: child, parent })
      }
    }
  }
  return nodes
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** The text of every string and template in a module; a template's expressions appear as `${}`. */
export function stringsOf(module: Module): string[] {
  const texts: string[] = []
  for (const { node } of walk(module.program)) {
    if (node.type === 'Literal' && typeof node['value'] === 'string') texts.push(node['value'])
    if (node.type === 'TemplateLiteral') {
      const quasis = node['quasis'] as { value: { cooked: string } }[]
      texts.push(quasis.map(({ value }) => value.cooked).join('${}'))
    }
  }
  return texts
}

/** `Date.now` for the expression `Date.now`; null for anything but names joined by dots. */
export function dotted(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type !== 'MemberExpression' || node['computed'] === true) return null
  const object = dotted(node['object'])
  return object === null ? null : `${object}.${dotted(node['property']) ?? ''}`
}

/** The line of a position, counted from one. */
export function lineAt({ text }: Module, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
