import { CLOCK_FOLDERS, DRAWERS, FOREIGN_WORDS, ROOMS, WIRE_WORDS, WORD_FILES } from './tidy.house.ts'
import { isNode, dotted, lineAt, stringsOf, walk, type Module, type Node } from './tidy.modules.ts'
import { fileLength, functionLength } from './tidy.lengths.ts'
import type { Breach } from './tidy.walls.ts'

/** Rules about the content of one file. Each returns a sentence for every breach. */
const MANNERS: Readonly<Record<string, (module: Module) => string[]>> = {
  'every file is in a room': inRoom,
  'no drawers': drawers,
  'core is pure: no clock, no dice, no machine': purity,
  'time and chance come from base': clockAndDice,
  'settings are read in one place': settings,
  'a lock is taken, not claimed': lockClaims,
  'an id is born or decoded, not claimed': idClaims,
  'screens do not fetch, store or format': screens,
  'dates have one form on a screen': dateForms,
  'a way on in a notice has one look': noticeActs,
  'rules do not wait': waiting,
  'nobody reads an error message': messages,
  'a page begins at its place': pages,
  'limits of lists stand in rules': listLimits,
  'no notes to oneself': notes,
  'comments open plainly': openings,
  'literals are not spread': spreads,
  'foreign words stay at the wire': foreignWords,
  'files are short': fileLength,
  'functions are short': functionLength,
}

export function mannerBreaches(modules: readonly Module[]): Breach[] {
  return Object.entries(MANNERS).flatMap(([rule, look]) =>
    modules.flatMap((module) => look(module).map((sentence) => ({ rule, path: module.path, sentence }))),
  )
}

function inRoom({ room, path }: Module): string[] {
  return !path.includes('/') || room in ROOMS ? [] : [`${room} is no room of the house`]
}

function drawers({ path }: Module): string[] {
  const words = path.split('/').flatMap((part) => part.split('.'))
  return words.filter((word) => DRAWERS.includes(word)).map((word) => `"${word}" says nothing about what is inside`)
}

/**
 * Instants have one form in all languages, and days alone have another in Chinese. A file that writes instants, and every
 * page of the console, whose strip writes a day and whose lists write instants, writes days as they stand beside them.
 */
function dateForms(module: Module): string[] {
  if (!['app', 'staff'].includes(module.room) || module.forTests) return []
  const written = new Set<string | null>()
  for (const { node } of walk(module.program)) {
    if (node.type === 'CallExpression') written.add(dotted(node['callee']))
  }
  if (module.room === 'app' && !written.has('f.date')) return []
  return ['f.day', 'f.calendarDay']
    .filter((name) => written.has(name))
    .map((name) => `${name} beside instants: write the day by f.dayBeside`)
}

/** A notice's way on is a text button: a soft one nearly has the colour of the notice. */
function noticeActs({ program }: Module): string[] {
  return tagsIn(program, 'Notice')
    .flatMap((notice) => tagsIn(notice, 'Button'))
    .filter((button) =>
      walk(button).some(({ node, parent }) => node['value'] === 'soft' && parent?.type === 'JSXAttribute'),
    )
    .map(() => 'a soft button in a notice: the others are text')
}

const tagsIn = (root: Node, name: string): Node[] =>
  walk(root).flatMap(({ node, parent }) =>
    parent && node.type === 'JSXOpeningElement' && isNode(node['name']) && node['name']['name'] === name
      ? [parent]
      : [],
  )

const CLOCK_AND_DICE = ['Date.now', 'performance.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues']
const MACHINE = ['process', 'fetch', 'console', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']

function purity(module: Module): string[] {
  if (module.room !== 'core' || module.forTests) return []
  const imported = module.imports
    .filter(({ specifier }) => specifier.startsWith('node:'))
    .map(({ specifier }) => specifier)
  return [...imported, ...clockUses(module), ...machineUses(module)].map((use) => `core may not use ${use}`)
}

/** In the server the clock is an injected value, so that a test can control it. */
function clockAndDice(module: Module): string[] {
  const allowed = module.feature === null || CLOCK_FOLDERS.includes(module.feature)
  if (module.room !== 'server' || module.forTests || allowed) return []
  return clockUses(module).map((use) => `${use}: ask the clock or the ids of base`)
}

function clockUses(module: Module): string[] {
  const uses: string[] = []
  for (const { node } of walk(module.program)) {
    const name = node.type === 'MemberExpression' ? dotted(node) : null
    if (name && CLOCK_AND_DICE.includes(name.replace(/^globalThis\./, ''))) uses.push(name)
    const bare = node.type === 'NewExpression' && (node['arguments'] as unknown[]).length === 0
    if (bare && dotted(node['callee']) === 'Date') uses.push('new Date() without an instant')
    if (node.type === 'CallExpression' && dotted(node['callee']) === 'Date') uses.push('Date()')
  }
  return uses
}

function machineUses(module: Module): string[] {
  const uses: string[] = []
  for (const { node } of walk(module.program)) {
    if (node.type === 'CallExpression' || node.type === 'MemberExpression') {
      const name = dotted(node.type === 'CallExpression' ? node['callee'] : node['object'])
      if (name && MACHINE.includes(name)) uses.push(name)
    }
  }
  return uses
}

/** Only the configuration reads `process.env`; files on the roof pass it on whole. */
function settings(module: Module): string[] {
  const allowed = module.path.startsWith('server/src/config/') || module.feature === null
  if (!['core', 'server', 'kit', 'app', 'staff'].includes(module.room) || module.forTests || allowed) return []
  for (const { node } of walk(module.program)) {
    if (node.type === 'MemberExpression' && dotted(node['object']) === 'process.env')
      return ['settings come from config']
  }
  return []
}

const LOCKS = 'server/src/database/locks.ts'

/** Only `locks.ts`, which takes locks, returns a `LockedTx`; a cast elsewhere would claim a lock that nobody took. */
function lockClaims(module: Module): string[] {
  if (module.path === LOCKS) return []
  return castsIn(module)
    .filter((type) => /\bLockedTx\b/.test(type))
    .map(() => `a cast to LockedTx: take the lock by ${LOCKS}`)
}

const ID_TYPES = /\b(?:IdOf|CustomerId|SeatId|OrderId|FillId|LotId|HouseId)\b/

/** The files where ids are born or decoded are exceptions; a cast elsewhere would take one thing's id for another's. */
function idClaims(module: Module): string[] {
  return castsIn(module)
    .filter((type) => ID_TYPES.test(type))
    .map((type) => `a cast to ${type}: decode the id by its contract, or make it with newId`)
}

/** The types that a file casts to. */
const castsIn = (module: Module): string[] =>
  walk(module.program)
    .filter(({ node }) => node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion')
    .map(({ node }) => textOf(module, node['typeAnnotation']))

const textOf = ({ text }: Module, node: unknown): string => (isNode(node) ? text.slice(node.start, node.end) : '')

const NOT_ON_SCREENS = ['fetch', 'WebSocket', 'localStorage', 'sessionStorage', 'Intl', 'XMLHttpRequest', 'EventSource']
const FORMATTING = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'toFixed', 'toPrecision']

function screens(module: Module): string[] {
  if ((module.room !== 'app' && module.room !== 'staff') || module.feature === null || module.forTests) return []
  const uses: string[] = []
  for (const { node } of walk(module.program)) {
    const isUse = node.type === 'CallExpression' || node.type === 'NewExpression'
    const name = dotted(isUse ? node['callee'] : node.type === 'MemberExpression' ? node['object'] : null)
    const first = name?.replace(/^(window|globalThis)\./, '').split('.')[0]
    if (first && NOT_ON_SCREENS.includes(first)) uses.push(`${first} belongs to the kit`)
    const last = name?.split('.').at(-1)
    if (isUse && last && name !== last && FORMATTING.includes(last))
      uses.push(`${last}: figures are formatted by the kit`)
  }
  return [...new Set(uses)]
}

function waiting(module: Module): string[] {
  if (module.room !== 'core' || !['rules', 'check', 'contract'].includes(module.role)) return []
  for (const { node } of walk(module.program)) {
    if (node.type === 'AwaitExpression' || node['async'] === true) return ['a rule answers at once']
  }
  return []
}

const LOOKING = ['includes', 'startsWith', 'endsWith', 'match', 'indexOf', 'search']

function messages(module: Module): string[] {
  if (module.forTests) return []
  const sentences: string[] = []
  for (const { node } of walk(module.program)) {
    const name = node.type === 'CallExpression' ? dotted(node['callee']) : null
    const [look, message, error] = name?.split('.').reverse() ?? []
    if (error && message === 'message' && look && LOOKING.includes(look))
      sentences.push(`${name ?? ''}: errors are told apart by codes`)
  }
  return sentences
}

const FROM_ANYWHERE = /\$\d+(::\w+)? is null or \(?[\w., ]+\)? [<>] /i

/** For “no cursor, or behind it” the database reads all rows and drops the earlier ones: the index serves only `id < $1`. */
function pages(module: Module): string[] {
  if (module.room !== 'server' || module.forTests) return []
  const texts = stringsOf(module).flatMap((text) => FROM_ANYWHERE.exec(text)?.[0] ?? [])
  return texts.map((text) => `"${text.trim()}": give it the place where all begins, as base/ids has it`)
}

/** A query with `limit 1` looks for one row; any other number is the limit of a list. */
const NUMBERED_LIMIT = /\blimit (?!1\b)\d+/i

/** The size of a page is a limit of its feature, and so is a bound in a route: `ORDERS_PAGE` stands in the rules, and a query names it. */
function listLimits(module: Module): string[] {
  if (module.room !== 'server' || module.forTests) return []
  const queries = stringsOf(module).flatMap((text) => NUMBERED_LIMIT.exec(text)?.[0] ?? [])
  const pages = literalsIn(module, /(^|_)PAGE$/)
  const bounds = module.role === 'routes' ? literalsIn(module, /_(?:MOST|MAX|LEAST|SHOWN)$/) : []
  return [...pages, ...bounds, ...queries.map((text) => `"${text}": name it in the rules of the feature`)]
}

/** Constants of such a name that are a number, with the place where they belong. */
const literalsIn = (module: Module, name: RegExp): string[] =>
  walk(module.program)
    .filter(({ node }) => node.type === 'VariableDeclarator' && name.test(dotted(node['id']) ?? ''))
    .filter(({ node }) => isNode(node['init']) && typeof node['init']['value'] === 'number')
    .map(({ node }) => `line ${lineAt(module, node.start)}: move it into the rules of the feature`)

function notes(module: Module): string[] {
  return module.comments
    .filter(({ value }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(String(value)))
    .map((comment) => `line ${lineAt(module, comment.start)}: finish it or leave it out`)
}

/** Opening words of a free relative or a fragment: a plain sentence opens with its subject or its verb. */
const FREE_RELATIVE = /^(?:What|Whatever|Who|Whoever|Whose|Where|When|Which|How|Of|That)\b/

/** The same within a comment, where "When", "Where", "Of" and "That" may open a clause before the subject. */
const LATER_RELATIVE = /[.;:!]\s+(?:\*\s+)?((?:What|Whatever|Who|Whoever|Whose|How)\b)(?![^.;]*\?)/g

/** A line comment right below another one continues it, so only the first line counts as the opening. */
function openings(module: Module): string[] {
  const lineComments = new Set<number>()
  return module.comments.flatMap(({ type, start, value }) => {
    const line = lineAt(module, start)
    const goesOn = type === 'Line' && lineComments.has(line - 1)
    const isAlone = /(^|\n)[ \t]*$/.test(module.text.slice(0, start))
    if (type === 'Line' && isAlone) lineComments.add(line)
    const text = String(value).replace(/^[\s*]+/, '')
    const later = [...text.matchAll(LATER_RELATIVE)].map(([, word = '']) => word)
    const words = [...(goesOn ? [] : (FREE_RELATIVE.exec(text) ?? [])), ...later]
    return words.map((word) => `line ${line}: "${word} …": open with the subject or the verb`)
  })
}

const SPREADS = new Set(['SpreadElement', 'JSXSpreadAttribute'])

/** `...{ a, b }` in a literal or an element only keeps several fields on one line, and allocates an object that nobody needs. */
function spreads(module: Module): string[] {
  return walk(module.program)
    .filter(({ node }) => SPREADS.has(node.type) && (node['argument'] as Node).type === 'ObjectExpression')
    .map(({ node }) => `line ${lineAt(module, node.start)}: write the fields into the literal or the element itself`)
}

function foreignWords(module: Module): string[] {
  const names = walk(module.program)
    .filter(({ node }) => node.type === 'Identifier' && FOREIGN_WORDS.test(String(node['name'])))
    .map(({ node }) => `the name ${String(node['name'])}`)
  return [...new Set(names)]
}

/** Every word of the wire occurs in exactly one string of one contract. Comments may cite the spec. */
export function wireWords(modules: readonly Module[]): Breach[] {
  const rule = 'words of the wire stand once'
  const places = new Map<string, string[]>()
  for (const module of modules) {
    if (WORD_FILES.includes(module.path)) continue
    for (const word of wordsIn(module)) places.set(word, [...(places.get(word) ?? []), module.path])
  }
  return [...places].flatMap(([word, paths]) => {
    const outside = paths.filter((path) => !path.endsWith('.contract.ts') || !path.startsWith('core/src/'))
    const again = paths.length > 1 && outside.length === 0 ? paths.slice(1) : []
    return [...outside, ...again].map((path) => ({
      rule,
      path,
      sentence: `"${word}" belongs once into the contract of its call`,
    }))
  })
}

const WIRE = new RegExp(`\\b(${WIRE_WORDS.join('|')})\\b`, 'g')

function wordsIn(module: Module): string[] {
  const words: string[] = []
  for (const { node } of walk(module.program)) {
    if (node.type === 'Identifier') words.push(...(String(node['name']).match(WIRE) ?? []))
    if (node.type === 'Literal' && typeof node['value'] === 'string') words.push(...(node['value'].match(WIRE) ?? []))
    if (node.type === 'TemplateElement') {
      words.push(...((node['value'] as { cooked?: string }).cooked?.match(WIRE) ?? []))
    }
  }
  return words
}
