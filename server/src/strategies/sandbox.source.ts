import { parse, type Node, type Program } from 'acorn'
import { FAULTS_SHOWN, OWN_MEMBERS, OWN_SETTINGS, type OwnFaultCode } from '@lonja/core/strategies/own.rules'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { distanceOf } from '../config/names.ts'
import { ABSENT_NAMES, GLOBAL_NAMES } from './sandbox.prelude.ts'

/*
 * A text before it runs: what is wrong with it, by line, and its form as a function that the runtime calls anew for each
 * event. It is only read here; nothing of it is run.
 */

/** A text that may be run. */
export interface Source {
  /** A module whose default export is the text as a function of what it imports and of what takes its export. */
  readonly code: string
  /** The number of columns by which its first line is longer than that of the text. */
  readonly offset: number
  /** The line of each handler, for a fault whose own line is unknown. */
  readonly lines: { readonly bar: number; readonly quote: number }
  /** The lines of its loops, in their order. */
  readonly loops: readonly LoopLines[]
}

export interface LoopLines {
  readonly first: number
  readonly last: number
}

export type SourceReading = Source | { readonly diagnostics: readonly OwnDiagnostic[] }

type AnyNode = Node & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const nodesOf = (value: unknown): AnyNode[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []

const childrenOf = (node: AnyNode): AnyNode[] => Object.values(node).flatMap(nodesOf)

function* all(node: AnyNode): Generator<AnyNode> {
  const waiting = [node]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    waiting.push(...childrenOf(next).reverse())
  }
}

const nameOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Identifier' ? String(value['name']) : null

const at = (
  node: Node,
  code: OwnFaultCode,
  { name = null, known = [], message = '' }: { name?: string | null; known?: readonly string[]; message?: string } = {},
): OwnDiagnostic => ({
  code,
  line: node.loc?.start.line ?? 0,
  column: (node.loc?.start.column ?? -1) + 1,
  message,
  name,
  near: name === null ? null : nearest(name, known),
})

/** The name of a list that differs least from another, by at most two letters; null for none. */
export function nearest(name: string, known: readonly string[]): string | null {
  let [near, least]: [string | null, number] = [null, Math.min(3, name.length)]
  for (const each of known) {
    if (Math.abs(each.length - name.length) >= least) continue
    const distance = distanceOf(name, each)
    if (distance < least) [near, least] = [each, distance]
  }
  return near
}

/** Reads a text. Its diagnostics come in the order of its lines. */
export function readSource(text: string): SourceReading {
  const program = programOf(text)
  if ('diagnostics' in program) return program
  const imports = nodesOf(program.body).filter(({ type }) => type === 'ImportDeclaration')
  const exports = nodesOf(program.body).filter(({ type }) => type === 'ExportDefaultDeclaration')
  const local =
    imports.flatMap(({ specifiers }) => nodesOf(specifiers).map(({ local: name }) => nameOf(name)))[0] ?? null
  const nodes = [...all(program as unknown as AnyNode)]
  const settings = nodes.find(
    ({ type, callee }) => type === 'CallExpression' && local !== null && nameOf(callee) === local,
  )?.['arguments']
  const handlers = handlersOf(settings)
  const diagnostics = [
    ...imports.flatMap(importFaults),
    ...nodes.flatMap(formFaults),
    ...nameFaults(nodes, [...imports, ...exports]),
    ...settingFaults(settings),
    ...handlers.flatMap(memberFaults),
  ].sort((one, other) => one.line - other.line || one.column - other.column)
  if (exports.length === 0) diagnostics.push(at(program, 'no_strategy'))
  if (diagnostics.length > 0) return { diagnostics: diagnostics.slice(0, FAULTS_SHOWN) }
  const lineOf = (name: string): number => handlers.find((handler) => handler.name === name)?.line ?? 1
  const prefix = `export default function (${local ?? '$none'}, $out) {`
  return {
    code: `${prefix}${bodyOf(text, imports, exports)}\n}`,
    offset: prefix.length,
    lines: { bar: lineOf('onBar'), quote: lineOf('onQuote') },
    loops: nodes.filter(({ type }) => LOOPS.includes(type)).map(linesOf),
  }
}

const LOOPS = ['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']

const linesOf = ({ loc }: Node): LoopLines => ({ first: loc?.start.line ?? 0, last: loc?.end.line ?? 0 })

function programOf(text: string): Program | { readonly diagnostics: readonly OwnDiagnostic[] } {
  const options = {
    ecmaVersion: 2023,
    sourceType: 'module',
    locations: true,
    allowAwaitOutsideFunction: false,
  } as const
  try {
    return parse(text, options)
  } catch (error) {
    if (error instanceof RangeError) return { diagnostics: [{ ...NOWHERE, code: 'too_deep' }] }
    if (!(error instanceof SyntaxError)) throw error
    const { loc = { line: 0, column: -1 } } = error as { loc?: { line: number; column: number } }
    // acorn ends its sentence with the place.
    const message = error.message.slice(0, -` (${loc.line}:${loc.column})`.length)
    return { diagnostics: [{ ...NOWHERE, code: 'syntax', line: loc.line, column: loc.column + 1, message }] }
  }
}

const NOWHERE = { line: 0, column: 0, message: '', name: null, near: null } as const

function importFaults(node: AnyNode): OwnDiagnostic[] {
  const from = (node['source'] as { value?: unknown }).value
  if (from !== 'lonja') return [at(node, 'unknown_import', { name: String(from), known: ['lonja'] })]
  return nodesOf(node['specifiers']).flatMap((specifier) => {
    const name = nameOf(specifier['imported']) ?? '*'
    return name === 'strategy' ? [] : [at(specifier, 'unknown_import', { name, known: ['strategy'] })]
  })
}

/** The forms of the language that are refused. */
function formFaults(node: AnyNode): OwnDiagnostic[] {
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration')
    return [at(node, 'syntax', { message: 'Only export default' })]
  if (node.type === 'ImportExpression' || node.type === 'MetaProperty')
    return node.type === 'MetaProperty' && nameOf(node['meta']) === 'new'
      ? []
      : [at(node, 'unknown_import', { name: 'import' })]
  if (node.type === 'AwaitExpression' || node['async'] === true || node['await'] === true)
    return [at(node, 'absent', { name: 'async' })]
  if (node.type === 'MemberExpression' && nameOf(node['object']) === 'Math' && nameOf(node['property']) === 'random')
    return node['computed'] === true ? [] : [at(node, 'absent', { name: 'Math.random' })]
  return []
}

/** The keys of a node that hold a name which refers to nothing: a member, a key, a label. */
const UNREFERRED: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  LabeledStatement: 'label',
  BreakStatement: 'label',
  ContinueStatement: 'label',
  MetaProperty: 'property',
}

/**
 * The names that no part of the text declares. A name that is declared in another scope passes, and throws when the text runs.
 */
function nameFaults(nodes: readonly AnyNode[], skipped: readonly AnyNode[]): OwnDiagnostic[] {
  const declared = new Set<string>([...GLOBAL_NAMES, 'arguments', ...nodes.flatMap(declaredBy)])
  const outside = new Set<unknown>(skipped.flatMap(({ specifiers }) => nodesOf(specifiers).flatMap(childrenOf)))
  for (const node of nodes) {
    const key = UNREFERRED[node.type]
    if (key && node['computed'] !== true) outside.add(node[key])
    if (node.type === 'MetaProperty') outside.add(node['meta'])
  }
  return nodes.flatMap((node) => {
    const name = nameOf(node)
    if (name === null || outside.has(node) || declared.has(name)) return []
    const isAbsent = (ABSENT_NAMES as readonly string[]).includes(name)
    return [at(node, isAbsent ? 'absent' : 'unknown_name', { name, known: isAbsent ? [] : [...declared] })]
  })
}

/** The names that a node declares. */
function declaredBy(node: AnyNode): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return namesIn(node['id'])
    case 'CatchClause':
      return namesIn(node['param'])
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...namesIn(node['id']), ...nodesOf(node['params']).flatMap(namesIn)]
    case 'ClassDeclaration':
    case 'ClassExpression':
      return namesIn(node['id'])
    case 'ImportSpecifier':
      return namesIn(node['local'])
    default:
      return []
  }
}

/** The names of a pattern, including those of its defaults: at worst a name passes that should not. */
const namesIn = (pattern: unknown): string[] =>
  nodesOf(pattern).flatMap((node) => [...all(node)].flatMap((each) => nameOf(each) ?? []))

interface Handler {
  readonly name: string
  readonly line: number
  readonly code: AnyNode
}

const propertiesOf = (settings: unknown): AnyNode[] =>
  nodesOf(settings)
    .slice(0, 1)
    .flatMap(({ properties }) => nodesOf(properties))
    .filter(({ type, computed }) => type === 'Property' && computed !== true)

const handlersOf = (settings: unknown): Handler[] =>
  propertiesOf(settings).flatMap((property) => {
    const name = nameOf(property['key'])
    const code = property['value']
    const line = property.loc?.start.line ?? 1
    return (name === 'onBar' || name === 'onQuote') && isNode(code) && 'params' in code ? [{ name, line, code }] : []
  })

const settingFaults = (settings: unknown): OwnDiagnostic[] =>
  propertiesOf(settings).flatMap((property) => {
    const name = nameOf(property['key'])
    const isKnown = name === null || (OWN_SETTINGS as readonly string[]).includes(name)
    return isKnown ? [] : [at(property, 'setting', { name, known: OWN_SETTINGS })]
  })

/** The unknown members of a handler's parameters. A name that the handler declares again is left out, as it may be something else. */
function memberFaults({ name, code }: Handler): OwnDiagnostic[] {
  const nodes = [...all(code)]
  const declared = nodes.flatMap(declaredBy)
  const kinds = [name === 'onBar' ? OWN_MEMBERS.bar : OWN_MEMBERS.quote, OWN_MEMBERS.own, OWN_MEMBERS.act]
  const members = new Map<string, readonly string[]>()
  for (const [n, parameter] of nodesOf(code['params']).entries()) {
    const own = nameOf(parameter)
    const known = kinds[n]
    if (own !== null && known && declared.filter((each) => each === own).length === 1) members.set(own, known)
  }
  return nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression' || node['computed'] === true) return []
    const known = members.get(nameOf(node['object']) ?? '')
    const member = node['property']
    const name = nameOf(member)
    return known && name !== null && !known.includes(name) && isNode(member)
      ? [at(member, 'unknown_name', { name, known })]
      : []
  })
}

/** The text without its imports, with a call around what it exports. Lines and columns stay where they are. */
function bodyOf(text: string, imports: readonly AnyNode[], exports: readonly AnyNode[]): string {
  const blank = (part: string): string => part.replace(/[^\n\r\u2028\u2029]/g, ' ')
  const edits = [
    ...imports.map(({ start, end }) => ({ start, end, put: `;${blank(text.slice(start + 1, end))}` })),
    ...exports.flatMap((node) => {
      const { start, end } = node['declaration'] as Node
      return [
        // The word `export` is as long as the call that takes its place.
        { start: node.start, end: start, put: `;$out(${blank(text.slice(node.start + 6, start))}` },
        { start: end, end, put: ')' },
      ]
    }),
  ].sort((one, other) => one.start - other.start)
  let body = ''
  let place = 0
  for (const { start, end, put } of edits) {
    body += text.slice(place, start) + put
    place = end
  }
  return body + text.slice(place)
}
