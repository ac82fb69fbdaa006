import { MOST_FUNCTION_LINES, MOST_LINES } from './tidy.house.ts'
import { dotted, lineAt, walk, type Module, type Node } from './tidy.modules.ts'

export function fileLength({ lines }: Module): string[] {
  return lines <= MOST_LINES ? [] : [`${lines} lines; ${MOST_LINES} are the most`]
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** A test file's `describe` and a table of cases are lists, not functions, so tests are not measured. */
export function functionLength(module: Module): string[] {
  if (module.forTests) return []
  const sentences: string[] = []
  for (const { node, parent } of walk(module.program)) {
    if (!FUNCTIONS.includes(node.type)) continue
    const first = lineAt(module, node.start)
    const length = lineAt(module, node.end) - first + 1
    if (length > MOST_FUNCTION_LINES) sentences.push(`${nameOf(node, parent)} at line ${first} has ${length} lines`)
  }
  return sentences
}

function nameOf(node: Node, parent: Node | null): string {
  return dotted(node['id']) ?? dotted(parent?.['id']) ?? dotted(parent?.['key']) ?? 'a function'
}
