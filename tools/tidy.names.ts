import { isNode, lineAt, walk, type Module, type Node } from './tidy.modules.ts'
import type { Breach } from './tidy.walls.ts'

/** Participles that say what happened to a value. A name says what the value is: the request, the row, the rest. */
const PARTICIPLES = new Set(['asked', 'found', 'given', 'kept', 'made', 'said', 'taken', 'told', 'wanted'])

/**
 * A variable, a parameter or a function has a noun as its name. Fields are left out, and so is a variable that repeats the
 * name of a field (`const { taken } = reversal`): a field may have the word of the wire or of a column. Tests are left out.
 */
export function nameBreaches(modules: readonly Module[]): Breach[] {
  const rule = 'names are nouns'
  return modules
    .filter(({ forTests }) => !forTests)
    .flatMap((module) =>
      walk(module.program)
        .flatMap(({ node }) => namesIn(node))
        .filter(({ name }) => PARTICIPLES.has(name))
        .map(({ name, start }) => {
          const sentence = `line ${lineAt(module, start)}: "${name}" says what happened to it: name what it is`
          return { rule, path: module.path, sentence }
        }),
    )
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
