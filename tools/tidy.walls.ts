import { CORE_PACKAGES, FLOORED_ROOMS, FLOORS, ROOMS, floorOf } from './tidy.house.ts'
import type { Import, Module } from './tidy.modules.ts'

/** One breach of a house rule: the rule, the file, and a sentence. */
export interface Breach {
  readonly rule: string
  readonly path: string
  readonly sentence: string
}

/** Rules about imports. Each looks at one import. */
const WALLS: Readonly<Record<string, (module: Module, edge: Import, target: Module | null) => string | null>> = {
  'rooms form a tree': roomWall,
  'rooms are entered by name': byName,
  'features stand on floors': floorWall,
  'core is pure: packages': corePackages,
  'rules never call stores, stores never call rules': rulesAndStores,
  'routes are seen by the roof alone': routesWall,
  'a check stands on base alone': checkWall,
  'prices are checked apart from their function': proofWall,
  'prices come by one door': priceDoor,
  'seeds are opened in one place': seedDoor,
  'money is moved by routes, actions and jobs': moneyDoor,
  'nothing real imports what is for tests': testWall,
  'no barrels': reexport,
}

export function wallBreaches(modules: readonly Module[]): Breach[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  return Object.entries(WALLS).flatMap(([rule, wall]) =>
    modules.flatMap((module) =>
      module.imports.flatMap((each) => {
        const sentence = wall(module, each, each.to === null ? null : (byPath.get(each.to) ?? null))
        return sentence === null ? [] : [{ rule, path: module.path, sentence }]
      }),
    ),
  )
}

/** Rooms that a bundler builds. */
const BUILT: readonly string[] = ['app', 'staff']

/** The joined lists of the house. */
const JOINED_LISTS = 'core/src/lists.ts'

const roomOf = (path: string): string => path.split('/')[0] ?? ''

function roomWall({ room }: Module, { to, specifier }: Import): string | null {
  if (to === null) return null
  const other = roomOf(to)
  if (other === room || !(room in ROOMS) || !(other in ROOMS)) return null
  return ROOMS[room]?.includes(other) ? null : `${room} may not import ${other} (${specifier})`
}

function byName({ room, path }: Module, { to, specifier }: Import): string | null {
  if (to === null || !specifier.startsWith('.')) return null
  const other = roomOf(to)
  // Commands in plain JavaScript start the built code, so they name dist by its path; code used only by the build
  // cannot use package names yet.
  const beforeNames = path.endsWith('.mjs') || (BUILT.includes(room) && !path.startsWith(`${room}/src/`))
  if (other === room || beforeNames || !(room in ROOMS)) return null
  return `another room is imported as @lonja/${other}/…, not by a path (${specifier})`
}

/**
 * In core and server a feature may import only floors below. A screen may read any contract, also those that core's roof
 * joins from the features, but takes components and rules only from floors below. Files beside the folders are the roof
 * and may import everything. The lists that the roof joins are data like a contract: a screen may read them.
 */
function floorWall({ room, feature, forTests }: Module, { specifier }: Import, target: Module | null): string | null {
  if (forTests || feature === null || !FLOORED_ROOMS.includes(room)) return null
  if (!target || !FLOORED_ROOMS.includes(target.room)) return null
  const isScreen = BUILT.includes(room)
  if (isScreen && target.path === JOINED_LISTS) return null
  if (isScreen && target.room === 'core' && target.role === 'contract') return null
  if (target.feature === null) return `the roof is seen by no feature (${specifier})`
  if (target.feature === feature) return null
  const floor = floorOf(room, feature)
  const other = floorOf(target.room, target.feature)
  if (floor === undefined || other === undefined) return null // Reported by 'every feature has a floor'.
  return other < floor ? null : `${feature} (floor ${floor}) imports ${target.feature} (floor ${other}): ${specifier}`
}

function corePackages({ room, forTests }: Module, { from }: Import): string | null {
  if (room !== 'core' || forTests || from === null) return null
  return CORE_PACKAGES.includes(from) ? null : `core may not import ${from}`
}

function rulesAndStores({ role }: Module, { typeOnly, specifier }: Import, target: Module | null): string | null {
  if (typeOnly || !target) return null
  const crosses = (role === 'rules' && target.role === 'store') || (role === 'store' && target.role === 'rules')
  return crosses ? `a ${role} file calls a ${target.role} file (${specifier})` : null
}

function routesWall({ feature, forTests }: Module, { specifier }: Import, target: Module | null): string | null {
  if (target?.role !== 'routes' || feature === null || forTests) return null
  return `only the roof sees routes (${specifier}); what a second caller needs is an action`
}

/** A second implementation that shares code with the first would share its mistakes. */
function checkWall({ role, room }: Module, { from, specifier }: Import, target: Module | null): string | null {
  if (role !== 'check' || room !== 'core') return null
  if (from !== null) return null
  if (target && MATHS_OF_THE_HOUSE.includes(target.path)) {
    return `a check has its own logarithms, random words and roots, because the house has those of base (${specifier})`
  }
  return target?.feature === 'base' || target?.role === 'check'
    ? null
    : `a check imports base and other checks, and nothing else of ours (${specifier})`
}

const MATHS_OF_THE_HOUSE: readonly string[] = [
  'core/src/base/maths.ts',
  'core/src/base/noise.ts',
  'core/src/base/roots.ts',
]

/** Version 2 of the practice function has one implementation, so this file of the check runs it. */
const CHECK_OF_TWO = 'core/src/proof/price.two.ts'

/** A check that asked the function of the house first would confirm its faults. */
function proofWall(
  { room, path, feature, forTests }: Module,
  { specifier }: Import,
  target: Module | null,
): string | null {
  if (room !== 'core' || feature !== 'proof' || forTests || path === CHECK_OF_TWO) return null
  return target?.feature === 'practice' ? `the check of a price knows nothing of its function (${specifier})` : null
}

const SOURCES = /^core\/src\/(practice|replay|feed)\//

/**
 * Prices reach every other feature through `market.quotes`; only the market knows the sources, and no route does, so no
 * call can lead to a price. The functions behind the sources are public and pure, and checkers run them; in the server
 * they count as sources too.
 */
function priceDoor(
  { room, feature, role, forTests }: Module,
  { typeOnly, specifier }: Import,
  target: Module | null,
): string | null {
  if (room !== 'server' || forTests || !target) return null
  const isSource =
    (target.room === 'server' && /\/market\.(source|practice|replay|seed|feed)/.test(target.path)) ||
    (target.room === 'core' && !typeOnly && SOURCES.test(target.path))
  if (!isSource) return null
  if (role === 'routes') return `a route imports a source of prices (${specifier})`
  return feature === null || feature === 'market' ? null : `only the market knows its sources (${specifier})`
}

/** A seed that is not yet published reveals tomorrow's prices. */
function seedDoor(
  { room, path, feature, forTests }: Module,
  { specifier }: Import,
  target: Module | null,
): string | null {
  if (room !== 'server' || forTests || target?.room !== 'server') return null
  if (!/\/market\.seeds?\./.test(target.path) || feature === 'market' || feature === null) return null
  return `${path} imports unpublished seeds (${specifier})`
}

const MOVERS = ['routes', 'actions', 'jobs', 'lane']

/** The ledger's store and actions may be imported only by handlers, code shared by handlers, jobs and lane commands. */
function moneyDoor(
  { room, role, path, feature, forTests }: Module,
  edge: Import,
  target: Module | null,
): string | null {
  if (room !== 'server' || forTests || edge.typeOnly || feature === null) return null
  if (target?.room !== 'server' || target.feature !== 'ledger') return null
  if (target.role !== 'store' && target.role !== 'actions') return null
  return MOVERS.includes(role) || feature === 'ledger'
    ? null
    : `${path} reaches the ledger's ${target.role} (${edge.specifier})`
}

function testWall({ forTests, path }: Module, { specifier }: Import, target: Module | null): string | null {
  if (forTests || !target?.forTests || /^(e2e|bench|tools)\//.test(path)) return null
  return `this is for tests alone: ${specifier}`
}

function reexport(_module: Module, { isExport, specifier }: Import): string | null {
  return isExport ? `names are imported where they are made, not passed on (${specifier})` : null
}

/** Circles among our own files, each reported once with its path. */
export function circles(modules: readonly Module[]): Breach[] {
  const edges = new Map(
    modules.map(({ path, imports }) => [path, imports.flatMap(({ to }) => (to === null ? [] : [to]))]),
  )
  const done = new Set<string>()
  const breaches: Breach[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      breaches.push({ rule: 'no circles', path, sentence: [...trail.slice(at), path].join(' -> ') })
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return breaches
}

/** Folders without a floor: a new feature gets one before it is built. */
export function floorless(modules: readonly Module[]): Breach[] {
  const strays = modules.filter(
    ({ room, feature, path }) =>
      FLOORED_ROOMS.includes(room) && path.startsWith(`${room}/src/`) && feature !== null && !(feature in FLOORS),
  )
  return strays.map(({ path, feature }) => ({
    rule: 'every feature has a floor',
    path,
    sentence: `"${feature ?? ''}" stands on no floor; see FLOORS in tools/tidy.house.ts`,
  }))
}
