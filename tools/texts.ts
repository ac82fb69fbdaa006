import { languageFor, LOCALES } from '@lonja/core/base/language'
import { mentionsIn, type TypedUse } from './texts.mentions.ts'
import { dotted, isNode, lineAt, walk, type Module, type Node } from './tidy.modules.ts'

/** Sentences by feature and key, as in a catalogue file. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>
export type Catalogues = Readonly<Record<string, Catalogue>>

/** One use of a sentence: its key, or the common prefix of all keys that may be meant. */
interface Use {
  readonly feature: string
  readonly key: string
  readonly isPrefix: boolean
  readonly where: string
}

const FORMS = /_(zero|one|two|few|many|other)$/
const BLANK = /\{(\w+)\}/g

/** Differences between the languages: a missing key, different blanks, an empty sentence. */
export function catalogueBreaches(catalogues: Catalogues): string[] {
  const languages = Object.keys(catalogues)
  const keys = new Set(languages.flatMap((language) => [...stemsOf(catalogues[language] ?? {})]))
  return [...keys].flatMap((key) => languages.flatMap((language) => keyBreaches(catalogues, language, key)))
}

function keyBreaches(catalogues: Catalogues, language: string, key: string): string[] {
  const sentences = sentencesOf(catalogues[language] ?? {}, key)
  if (sentences.length === 0) return [`${language} lacks ${key}`]
  const problems = sentences.some(([, sentence]) => sentence.trim() === '') ? [`${language} ${key} is empty`] : []
  const counted = sentences.some(([name]) => FORMS.test(name))
  if (counted && !sentences.some(([name]) => name.endsWith('_other')))
    problems.push(`${language} ${key} lacks the form _other`)
  if (saysOneOfNone(language, sentences)) problems.push(`${language} ${key} says 1 of none`)
  const all = Object.values(catalogues).flatMap((catalogue) => sentencesOf(catalogue, key))
  const blanks = new Set(all.flatMap(([, sentence]) => blanksOf(sentence)))
  // A plural form may leave out the count ("one share left"), and nothing else.
  const blanksOfAll = new Set(sentences.flatMap(([, sentence]) => blanksOf(sentence)))
  const missing = [...blanks].filter((blank) => !blanksOfAll.has(blank) && !(counted && blank === 'count'))
  return [...problems, ...missing.map((blank) => `${language} ${key} lacks the blank {${blank}}`)]
}

/** French counts none in the form of one, which may not have the figure 1 there. */
function saysOneOfNone(language: string, sentences: readonly [name: string, sentence: string][]): boolean {
  const ones = sentences.filter(([name, sentence]) => name.endsWith('_one') && /\b1\b/.test(sentence))
  return ones.length > 0 && new Intl.PluralRules(LOCALES[languageFor(language)]).select(0) === 'one'
}

const blanksOf = (sentence: string): string[] => [...sentence.matchAll(BLANK)].map(([, name]) => name ?? '')

/** `feature.key` of every sentence, without the suffix of its plural form. */
function stemsOf(catalogue: Catalogue): Set<string> {
  const pairs = Object.entries(catalogue).flatMap(([feature, sentences]) =>
    Object.keys(sentences).map((key) => `${feature}.${key.replace(FORMS, '')}`),
  )
  return new Set(pairs)
}

/** The sentences of a catalogue by stem. Each is looked up for each language, so a catalogue is gone through once. */
const byStem = new WeakMap<Catalogue, Map<string, [name: string, sentence: string][]>>()

function sentencesOf(catalogue: Catalogue, stem: string): readonly [name: string, sentence: string][] {
  let sentences = byStem.get(catalogue)
  if (!sentences) {
    sentences = new Map()
    for (const [feature, keys] of Object.entries(catalogue)) {
      for (const [name, sentence] of Object.entries(keys)) {
        const key = `${feature}.${name.replace(FORMS, '')}`
        sentences.set(key, [...(sentences.get(key) ?? []), [name, sentence]])
      }
    }
    byStem.set(catalogue, sentences)
  }
  return sentences.get(stem) ?? []
}

/** Keys used by the code and missing in the catalogue, unused keys, and uses whose keys cannot be determined. */
export function spokenBreaches(catalogue: Catalogue, modules: readonly Module[]): string[] {
  const { uses, untold } = usesIn(modules)
  const stems = stemsOf(catalogue)
  const missing = uses.filter((use) => meantBy(use, stems).length === 0)
  const spoken = new Set(spokenOf(catalogue, modules))
  const idle = [...stems].filter((stem) => !spoken.has(stem))
  return [
    ...untold,
    ...missing.map(({ feature, key, where }) => `${where} asks for ${feature}.${key}, which no catalogue has`),
    ...idle.map((stem) => `nobody says ${stem}`),
  ]
}

/** `feature.key` of each sentence of a catalogue that these modules say. */
export function spokenOf(catalogue: Catalogue, modules: readonly Module[]): string[] {
  const { uses, typed } = usesIn(modules)
  const stems = stemsOf(catalogue)
  const spoken = new Set([...uses.flatMap((use) => meantBy(use, stems)), ...mentionsIn(modules, typed)])
  return [...stems].filter((stem) => spoken.has(stem))
}

function meantBy({ feature, key, isPrefix }: Use, stems: ReadonlySet<string>): string[] {
  const start = `${feature}.${key}`
  if (isPrefix) return [...stems].filter((stem) => stem.startsWith(start))
  return stems.has(start) ? [start] : []
}

interface Uses {
  readonly uses: readonly Use[]
  readonly untold: readonly string[]
  readonly typed: readonly TypedUse[]
}

/** Every use of a sentence in the syntax tree. */
export function usesIn(modules: readonly Module[]): Uses {
  const all = modules.filter(({ forTests }) => !forTests).map(usesOf)
  return {
    uses: all.flatMap(({ uses }) => uses),
    untold: all.flatMap(({ untold }) => untold),
    typed: all.flatMap(({ typed }) => typed),
  }
}

/** A module belongs to several sets that are asked for their uses. */
const usesByModule = new WeakMap<Module, Uses>()

function usesOf(module: Module): Uses {
  const known = usesByModule.get(module)
  if (known) return known
  const uses: Use[] = []
  const untold: string[] = []
  const typed: TypedUse[] = []
  const tables = tablesIn(module.program)
  visit(module.program, [new Map()], (call, feature) => {
    const where = `${module.path}:${lineAt(module, call.start)}`
    const [argument] = call['arguments'] as Node[]
    const keys = argument ? keysOf(argument, tables) : []
    // A value from a table typed TextKey<…> is a key, as the compiler ensures; mentionsIn lists those keys.
    const isTyped =
      argument?.type === 'MemberExpression' || argument?.type === 'Identifier' || argument?.type === 'CallExpression'
    if (keys.length === 0 && isTyped) typed.push({ feature, path: module.path })
    if (keys.length === 0 && !isTyped)
      untold.push(`${where}: which key of ${feature} is asked for cannot be told from the code`)
    uses.push(...keys.map((key) => ({ feature, where, ...key })))
  })
  const result = { uses, untold, typed }
  usesByModule.set(module, result)
  return result
}

type Scope = Map<string, string>

/**
 * Walk the tree with the names that hold a feature's text function in each scope: `const t = useText('orders')`, `(t:
 * Say<'orders'>)`.
 */
function visit(node: Node, scopes: readonly Scope[], onCall: (call: Node, feature: string) => void): void {
  const opens = Array.isArray(node['params']) || node.type === 'BlockStatement'
  const inner = opens ? [...scopes, new Map<string, string>()] : scopes
  const scope = inner.at(-1)
  for (const parameter of (node['params'] as Node[] | undefined) ?? []) {
    if (isNode(parameter)) for (const [name, feature] of saidBy(parameter)) scope?.set(name, feature)
  }
  if (node.type === 'VariableDeclarator') {
    const feature = isNode(node['init']) ? featureAsked(node['init']) : null
    const name = dotted(node['id'])
    if (feature !== null && name !== null) scope?.set(name, feature)
  }
  if (node.type === 'CallExpression') {
    const callee = node['callee'] as Node
    const name = dotted(callee)
    const feature = name === null ? featureAsked(callee) : lookUp(inner, name)
    if (feature !== null) onCall(node, feature)
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isNode(child)) visit(child, inner, onCall)
    }
  }
}

function lookUp(scopes: readonly Scope[], name: string): string | null {
  for (const scope of scopes.toReversed()) {
    const feature = scope.get(name)
    if (feature !== undefined) return feature
  }
  return null
}

/** `useText('orders')` and `textFor('orders')` give the texts of one feature. */
function featureAsked(node: Node): string | null {
  if (node.type !== 'CallExpression') return null
  const name = dotted(node['callee'])
  if (name !== 'useText' && name !== 'textFor') return null
  const [argument] = node['arguments'] as Node[]
  return argument?.type === 'Literal' ? String(argument['value']) : null
}

/** Parameters and their properties typed `Say<'orders'>`. */
function saidBy(parameter: Node): [name: string, feature: string][] {
  const annotation = parameter['typeAnnotation'] as Node | null | undefined
  if (!annotation) return []
  const says = walk(annotation).flatMap(({ node, parent }) => {
    if (node.type !== 'TSTypeReference' || dotted(node['typeName']) !== 'Say') return []
    const feature = walk(node).find((inner) => inner.node.type === 'Literal')?.node['value']
    const property = parent?.type === 'TSTypeAnnotation' ? parent : null
    return typeof feature === 'string' ? [{ feature, property }] : []
  })
  if (parameter.type === 'Identifier') return says.map(({ feature }) => [String(parameter['name']), feature])
  const names = walk(annotation).flatMap(({ node }) => {
    if (node.type !== 'TSPropertySignature') return []
    const typedProperty = says.find(({ property }) => property !== null && property === node['typeAnnotation'])
    const name = dotted(node['key'])
    return typedProperty && name !== null ? [[name, typedProperty.feature] as [string, string]] : []
  })
  return names
}

interface Key {
  readonly key: string
  readonly isPrefix: boolean
}

/** The possible keys of an expression: literals, conditionals of them, `state_${…}`, or a table of literals. */
function keysOf(node: Node, tables: ReadonlyMap<string, string[]>): Key[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [{ key: node['value'], isPrefix: false }] : []
  if (node.type === 'ConditionalExpression') {
    return both(keysOf(node['consequent'] as Node, tables), keysOf(node['alternate'] as Node, tables))
  }
  if (node.type === 'LogicalExpression') {
    return both(keysOf(node['left'] as Node, tables), keysOf(node['right'] as Node, tables))
  }
  if (node.type === 'TemplateLiteral') {
    const [head] = node['quasis'] as { value: { cooked: string } }[]
    const isPrefix = (node['expressions'] as unknown[]).length > 0
    const key = head?.value.cooked ?? ''
    return key === '' ? [] : [{ key, isPrefix }]
  }
  if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression')
    return keysOf(node['expression'] as Node, tables)
  const table = node.type === 'MemberExpression' ? dotted(node['object']) : dotted(node)
  return (table === null ? [] : (tables.get(table) ?? [])).map((key) => ({ key, isPrefix: false }))
}

const both = (left: Key[], right: Key[]): Key[] => (left.length > 0 && right.length > 0 ? [...left, ...right] : [])

/** Constants of a file whose values are all string literals: `const WORDS = { buy: 'bought', sell: 'sold' }`. */
function tablesIn(program: Node): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const { node } of walk(program)) {
    if (node.type !== 'VariableDeclarator' || !isNode(node['init'])) continue
    const name = dotted(node['id'])
    const values = literalsOf(node['init'])
    if (name !== null && values !== null && values.length > 0) tables.set(name, values)
  }
  return tables
}

function literalsOf(node: Node): string[] | null {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return literalsOf(node['expression'] as Node)
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : null
  if (node.type === 'ConditionalExpression') {
    const [one, other] = [literalsOf(node['consequent'] as Node), literalsOf(node['alternate'] as Node)]
    return one && other ? [...one, ...other] : null
  }
  const parts =
    node.type === 'ObjectExpression'
      ? (node['properties'] as Node[]).map((property) => property['value'] as Node | undefined)
      : node.type === 'ArrayExpression'
        ? (node['elements'] as Node[])
        : null
  const values = parts?.map((part) => (part ? literalsOf(part) : null))
  return values?.every((value) => value !== null) ? values.flat() : null
}
