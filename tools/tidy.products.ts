import { PRODUCTS, floorOf } from './tidy.house.ts'
import { walk, type Module, type Node } from './tidy.modules.ts'
import type { Breach } from './tidy.walls.ts'

/** Words of products that also mean something else below: a block of memory, the options of a function, a run of a program. */
const AMBIGUOUS: readonly string[] = ['block', 'blocks', 'option', 'options', 'run']

interface ProductWords {
  /** A word of its own, also between the underscores of a name. */
  readonly anywhere: RegExp
  /** An ambiguous word as a part of a name: `block_purchases`. */
  readonly inNames: RegExp
  /** An ambiguous word as a whole text, as in a list of names. */
  readonly whole: RegExp
}

/** The words that name each product: its folder and its records. */
const WORDS: Readonly<Record<string, ProductWords>> = Object.fromEntries(
  Object.entries(PRODUCTS).map(([product, { records = [] }]) => [product, wordsOf([product, ...records])]),
)

function wordsOf(words: readonly string[]): ProductWords {
  const either = (isAmbiguous: boolean): string =>
    words.filter((word) => AMBIGUOUS.includes(word) === isAmbiguous).join('|') || '(?!)'
  return {
    anywhere: new RegExp(`(?<![a-z])(?:${either(false)})(?![a-z])`),
    inNames: new RegExp(`(?<![a-z])(?:${either(true)})_|_(?:${either(true)})(?![a-z])`),
    whole: new RegExp(`^(?:${either(true)})$`),
  }
}

/** Up to this floor screens name no product either. Above it a screen may link to a product's page. */
const SCREENS_TO = 1

/** Code below a product's floor does not name the product as data: it reads names from the lists that the roof joins. */
export function productBreaches(modules: readonly Module[]): Breach[] {
  return modules.flatMap((module) => {
    const floor = module.feature === null ? undefined : floorOf(module.room, module.feature)
    if (floor === undefined || module.forTests) return []
    const isScreen = module.room === 'app' || module.room === 'staff'
    if (!['core', 'server', 'app', 'staff'].includes(module.room) || (isScreen && floor > SCREENS_TO)) return []
    const named = productsNamedIn(module).filter((product) => (floorOf(module.room, product) ?? 0) > floor)
    return named.map((product) => ({
      rule: 'floors below name no product',
      path: module.path,
      sentence: `${module.feature ?? ''} (floor ${floor}) names ${product}; put a product's data into its own folder`,
    }))
  })
}

/** The products that a module names as data. */
export function productsNamedIn(module: Module): string[] {
  const data = dataIn(module)
  return Object.entries(WORDS).flatMap(([product, words]) => (data.some((one) => names(words, one)) ? [product] : []))
}

interface Data {
  readonly text: string
  readonly isField: boolean
}

const names = ({ anywhere, inNames, whole }: ProductWords, { text, isField }: Data): boolean =>
  anywhere.test(text) || inNames.test(text) || (!isField && whole.test(text))

/** Strings and names of fields in a module, without its imports and comments. */
function dataIn(module: Module): Data[] {
  const data = (text: string, isField = false): Data[] => [{ text, isField }]
  return walk(module.program).flatMap(({ node, parent }) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') return isImport(parent) ? [] : data(node['value'])
    if (node.type === 'TemplateElement') return data((node['value'] as { cooked?: string }).cooked ?? '')
    const isField =
      parent !== null && ['Property', 'TSPropertySignature'].includes(parent.type) && parent['key'] === node
    return isField && node.type === 'Identifier' ? data(String(node['name']), true) : []
  })
}

const isImport = (parent: Node | null): boolean =>
  parent !== null && /^(Import|Export)(Named|All|)?(Declaration|Expression)$/.test(parent.type)
