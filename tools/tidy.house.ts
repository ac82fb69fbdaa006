import { FEATURE_LISTS } from '@lonja/core/lists'

/**
 * The house rules as data: rooms, floors, doors and words. `docs/HOUSE.md` describes them in prose; the checks are in
 * the other `tidy.*` files.
 */

/** The rooms that each room may import besides itself. `core` is the bottom; a room missing here may not exist. */
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

/** Rooms whose folders are features with floors. `kit` has parts, not features. */
export const FLOORED_ROOMS: readonly string[] = ['core', 'server', 'app', 'staff']

/**
 * Folders of the roof, which no feature may import: the frame around every screen (`shell`), and in the server the
 * commands, the opening and closing of a house (`lifecycle`), and the tests of a whole house with their support code
 * (`testing`).
 */
export const ROOF_FOLDERS: readonly string[] = ['shell', 'commands', 'lifecycle', 'testing']

/** Folders in which every file is for tests. Elsewhere the suffix `.testing.ts` marks one. */
export const TEST_FOLDERS: readonly string[] = ['testing']

/**
 * A feature imports only from floors below its own. A floor with many folders has steps, such as 0.2: each may import the
 * steps below it.
 */
const FLOORS_OF_PARTS: Readonly<Record<string, number>> = {
  base: 0,
  // Only in the server: the base of every feature.
  config: 0.1,
  secrets: 0.1,
  cluster: 0.2,
  database: 0.3,
  backup: 0.4,
  door: 0.4,
  jobs: 0.4,
  ledger: 1,
  market: 1,
  // Only in core: the parts of the market, which use the shapes of its contract.
  calendar: 1.1,
  universe: 1.1,
  search: 1.1,
  feed: 1.2,
  replay: 1.2,
  practice: 1.3,
  notices: 1,
  audit: 1,
  // Only in the app: language and text size, which every other screen may link to.
  settings: 1,
  accounts: 2,
  staff: 2,
  review: 3,
  // Uploads by customers: identity documents, proofs, pictures in the support thread.
  pictures: 3,
  // Published documents that customers accept, such as an agreement.
  documents: 3,
  // The debts of customers from loans, which reduce the equity of an account.
  lending: 3.1,
  orders: 4,
  payees: 4,
  // Credits of the house that are taken back, and what is owed of them.
  reversals: 4,
  news: 4,
  support: 4,
  watchlist: 4,
  // Splits, dividends and symbol changes: announced, carried out for each holder, and on record.
  corporate: 5,
  // Interest by night on what the house finances of leveraged buys.
  interest: 5,
  margin: 5,
  // Only in the app: facts about this house.
  about: 6,
  portfolio: 6,
  restrictions: 6,
  applications: 6,
  proof: 6,
  // Only in the server: what a supervisor asks, and the figures of a running house.
  monitoring: 6,
  // A customer's file for staff, across all features below.
  customers: 7,
  // Home has the customer's result from the portfolio.
  discover: 7,
  resets: 7,
  // The house's own page about the accounts with financed lots; a customer's close-out is opened as their file is.
  risk: 8,
  // Only in the console: its first page, whose figures lead to the lists of the features below.
  today: 9,
}

/** The products, each with the floor that its own lists name. */
export const PRODUCTS: Readonly<Record<string, { readonly floor: number; readonly records?: readonly string[] }>> =
  Object.fromEntries(
    Object.entries(FEATURE_LISTS).flatMap(([feature, lists]) => ('floor' in lists ? [[feature, lists]] : [])),
  )

/** The floor of every feature. */
export const FLOORS: Readonly<Record<string, number>> = {
  ...FLOORS_OF_PARTS,
  ...Object.fromEntries(Object.entries(PRODUCTS).map(([product, { floor }]) => [product, floor])),
}

/** In the server the market is above its parts: it opens one source of prices and runs it. */
const FLOORS_OF_SERVER: Readonly<Record<string, number>> = { market: 1.4 }

export const floorOf = (room: string, feature: string): number | undefined =>
  (room === 'server' ? FLOORS_OF_SERVER[feature] : undefined) ?? FLOORS[feature]

/** Server folders that may use the machine's clock and randomness; everywhere else they are injected. */
export const CLOCK_FOLDERS: readonly string[] = ['base', 'cluster', 'database', 'door']

/** Server folders with SQL outside a store. */
export const SQL_FOLDERS: readonly string[] = ['cluster', 'database', 'backup', 'door']

/** Small pure libraries that the bottom room may use: they have no clock, randomness, network or database. */
export const CORE_PACKAGES: readonly string[] = [
  'zod',
  '@noble/hashes',
  '@noble/curves',
  '@scure/base',
  '@scure/bip32',
  'ibantools',
]

/** Names without meaning: a drawer collects code that nobody placed. */
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
 * Words of the wire that occur once, in the contract entry of their call. They are listed here too,
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

/** Never part of our own names: the words for these are listing, watch, entry and deposit. */
export const FOREIGN_WORDS = /gupiao|zixuan|liushui|recharge/i

/** The files that must contain these words to search for them. */
export const WORD_FILES: readonly string[] = ['tools/tidy.house.ts', 'tools/tidy.test.ts']

export const MOST_LINES = 300
export const MOST_FUNCTION_LINES = 60
