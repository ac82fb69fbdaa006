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

/** Folders that belong to the roof: they hold the frame that every screen stands in, and no feature sees them. */
export const ROOF_FOLDERS: readonly string[] = ['shell']

/** A feature imports only from floors below its own. */
export const FLOORS: Readonly<Record<string, number>> = {
  base: 0,
  ledger: 1,
  market: 1,
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
