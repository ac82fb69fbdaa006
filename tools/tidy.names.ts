import { isNode, lineAt, walk, type Module, type Node } from './tidy.modules.ts'
import type { Breach } from './tidy.walls.ts'

/** Participles that say what happened to a value. A name says what the value is: the request, the row, the rest. */
const PARTICIPLES = new Set(['asked', 'found', 'given', 'kept', 'made', 'said', 'taken', 'told', 'wanted'])

/** A type of one word that ends like a participle, or is an irregular one. */
const PARTICIPLE_TYPE =
  /^([A-Z][a-z]+ed|Begun|Bought|Chosen|Done|Drawn|Found|Given|Heard|Held|Kept|Known|Made|Overtaken|Said|Seen|Sent|Shown|Taken|Told|Untold|Withdrawn)$/

/** The refusal of a rule, a term of the trade that the style page itself has, and nouns that end alike. */
const NOUN_TYPES = new Set(['Feed', 'Need', 'Refused', 'Seed', 'Speed', 'Unquoted'])

/**
 * A variable, a parameter, a function or a type has a noun as its name. Fields are left out, and so is a variable that repeats the
 * name of a field (`const { taken } = reversal`): a field may have the word of the wire or of a column.
 */
export function nameBreaches(modules: readonly Module[]): Breach[] {
  const rule = 'names are nouns'
  return modules.flatMap((module) =>
    walk(module.program)
      .flatMap(({ node }) => [...wordsIn(node), ...typesIn(node)])
      .map(({ name, start }) => {
        const sentence = `line ${lineAt(module, start)}: "${name}" says what happened to it: name what it is`
        return { rule, path: module.path, sentence }
      }),
  )
}

const wordsIn = (node: Node): Name[] => namesIn(node).filter(({ name }) => PARTICIPLES.has(name))

const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'])

function typesIn(node: Node): Name[] {
  if (!TYPES.has(node.type)) return []
  return namesOf(node['id']).filter(({ name }) => PARTICIPLE_TYPE.test(name) && !NOUN_TYPES.has(name))
}

interface Name {
  readonly name: string
  readonly start: number
}

/** The names that a node declares itself: of a variable, a function, or the parameters of a function or its type. */
function namesIn(node: Node): Name[] {
  if (node.type === 'VariableDeclarator') return namesOf(node['id'])
  const parameters = Array.isArray(node['params']) ? (node['params'] as unknown[]) : []
  const own = node.type === 'FunctionDeclaration' ? namesOf(node['id']) : []
  return [...own, ...parameters.flatMap(namesOf)]
}

function namesOf(pattern: unknown): Name[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: String(pattern['name']), start: pattern.start }]
    case 'ArrayPattern':
      return (pattern['elements'] as unknown[]).flatMap(namesOf)
    case 'ObjectPattern':
      return (pattern['properties'] as Node[]).flatMap(namesOf)
    case 'Property':
      return pattern['shorthand'] === true ? [] : namesOf(pattern['value'])
    case 'AssignmentPattern':
      return namesOf(pattern['left'])
    case 'RestElement':
      return namesOf(pattern['argument'])
    default:
      return []
  }
}
