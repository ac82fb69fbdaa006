import { PRODUCTS, floorOf } from './tidy.house.ts'
import { walk, type Module, type Node } from './tidy.modules.ts'
import type { Breach } from './tidy.walls.ts'

/** The words that name each product: its folder and its records. */
const WORDS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(PRODUCTS).map(([product, { records }]) => [
    product,
    // A separate word, also between the underscores of a name.
    new RegExp(`(?<![a-z])(?:${[product, ...records].join('|')})(?![a-z])`),
  ]),
)

/** Up to this floor screens name no product either. Above it a screen may link to a product's page. */
const SCREENS_TO = 1

/** Code below a product's floor does not name the product as data: it reads names from the lists that the roof joins. */
export function productBreaches(modules: readonly Module[]): Breach[] {
  return modules.flatMap((module) => {
    const floor = module.feature === null ? undefined : floorOf(module.room, module.feature)
    if (floor === undefined || module.forTests) return []
    const isScreen = module.room === 'app' || module.room === 'staff'
    if (!['core', 'server', 'app', 'staff'].includes(module.room) || (isScreen && floor > SCREENS_TO)) return []
    const above = Object.entries(WORDS).filter(([product]) => (floorOf(module.room, product) ?? 0) > floor)
    const named = new Set(
      dataIn(module).flatMap((text) => above.filter(([, words]) => words.test(text)).map(([product]) => product)),
    )
    return [...named].map((product) => ({
      rule: 'floors below name no product',
      path: module.path,
      sentence: `${module.feature ?? ''} (floor ${floor}) names ${product}; put a product's data into its own folder`,
    }))
  })
}

/** Strings and names of fields in a module, without its imports and comments. */
function dataIn(module: Module): string[] {
  return walk(module.program).flatMap(({ node, parent }) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') return isImport(parent) ? [] : [node['value']]
    if (node.type === 'TemplateElement') return [(node['value'] as { cooked?: string }).cooked ?? '']
    const isField =
      parent !== null && ['Property', 'TSPropertySignature'].includes(parent.type) && parent['key'] === node
    return isField && node.type === 'Identifier' ? [String(node['name'])] : []
  })
}

const isImport = (parent: Node | null): boolean =>
  parent !== null && /^(Import|Export)(Named|All|)?(Declaration|Expression)$/.test(parent.type)
