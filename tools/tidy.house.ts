/**
 * The house rules as data: rooms, floors, doors and words. `docs/HOUSE.md` says them in prose; the checks that
 * keep them stand in the other `tidy.*` files.
 */

/** What each room may import besides itself. `core` is the bottom; a room that is not named here may not exist. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  server: ['core'],
  kit: ['core'],
  app: ['core', 'kit'],
  staff: ['core', 'kit'],
  e2e: ['core', 'server'],
  bench: ['core', 'server', 'e2e'],
  tools: ['core', 'server', 'e2e'],
}

/** Rooms whose folders are features standing on floors. `kit` has parts, not features. */
export const FLOORED_ROOMS: readonly string[] = ['core', 'server', 'app', 'staff']

/**
 * Folders that belong to the roof, and that no feature sees: the frame of every screen (`shell`), and in the server the commands, what
 * opens and closes a house (`lifecycle`), and the tests of a whole house with their scaffolding (`testing`).
 */
export const ROOF_FOLDERS: readonly string[] = ['shell', 'commands', 'lifecycle', 'testing']

/** Folders whose every file is for tests. Elsewhere `.testing.ts` says it. */
export const TEST_FOLDERS: readonly string[] = ['testing']

/** A feature imports only from floors below its own. A floor of many folders has steps, such as 0.2: each sees the steps below it. */
export const FLOORS: Readonly<Record<string, number>> = {
  base: 0,
  // Of the server alone: what every feature runs on.
  config: 0.1,
  secrets: 0.1,
  cluster: 0.2,
  database: 0.3,
  backup: 0.4,
  door: 0.4,
  jobs: 0.4,
  ledger: 1,
  market: 1,
  // Of core alone: the parts of the market, which speak in the shapes of its contract.
  calendar: 1.1,
  universe: 1.1,
  search: 1.1,
  feed: 1.2,
  replay: 1.2,
  practice: 1.3,
  notices: 1,
  audit: 1,
  // Of the app alone: language and size of text, which every other screen may lead to.
  settings: 1,
  accounts: 2,
  staff: 2,
  review: 3,
  // What customers send: papers, proofs, pictures in the support thread.
  pictures: 3,
  orders: 4,
  kyc: 4,
  payees: 4,
  news: 4,
  support: 4,
  watchlist: 4,
  deposits: 5,
  withdrawals: 5,
  loans: 5,
  ipo: 5,
  blocks: 5,
  options: 5,
  strategies: 5,
  // Of the app alone: what this house is.
  about: 6,
  discover: 6,
  portfolio: 6,
  applications: 6,
  proof: 6,
  // What staff read of one customer, across all that stands below.
  customers: 7,
}

/** In the server the market stands on its parts: it opens one source of prices and runs it. */
const FLOORS_OF_SERVER: Readonly<Record<string, number>> = { market: 1.4 }

export const floorOf = (room: string, feature: string): number | undefined =>
  (room === 'server' ? FLOORS_OF_SERVER[feature] : undefined) ?? FLOORS[feature]

/** Folders of the server that may read the machine's clock and dice; everything else has them handed in. */
export const CLOCK_FOLDERS: readonly string[] = ['base', 'cluster', 'database', 'door']

/** Folders of the server that hold SQL outside a store. */
export const SQL_FOLDERS: readonly string[] = ['cluster', 'database', 'backup', 'door']

/** Small pure libraries that the bottom room may use: no clock, dice, network or database behind them. */
export const CORE_PACKAGES: readonly string[] = [
  'zod',
  '@noble/hashes',
  '@noble/curves',
  '@scure/base',
  '@scure/bip32',
  'ibantools',
]

/** Names that say nothing: a drawer collects what nobody placed. */
export const DRAWERS: readonly string[] = [
  'index',
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'types',
  'constants',
  'misc',
  'shared',
]

/**
 * Words of the wire that stand once, in the contract entry of their call, and nowhere else. Listed here as well,
 * so this file is not searched.
 */
export const WIRE_WORDS: readonly string[] = [
  'getUserInfoNew',
  'setUserInfo',
  'updatePassword',
  'setPayPassword',
  'getUserMoney',
  'getLiuShui',
  'getTickerK',
  'getGupiaoDetail',
  'getIndexDetail',
  'addZixuan',
  'isZixuan',
  'buyGupiao',
  'get_user_message_detail',
  'getRealname',
  'subRealname',
  'recharge_info',
  'addRecharge',
  'getCzhiurl',
  'bankcardDelete',
  'applicationStatus',
  'saveCA',
  'huankCA',
  'listCA',
]

/** Never part of a name of ours: the words for these are listing, watch, entry and deposit. */
export const FOREIGN_WORDS = /gupiao|zixuan|liushui|recharge/i

/** The files that must name these words to look for them. */
export const WORD_FILES: readonly string[] = ['tools/tidy.house.ts', 'tools/tidy.test.ts']

export const MOST_LINES = 300
export const MOST_FUNCTION_LINES = 60
