import type { CustomerId } from '@lonja/core/base/ids'
import type { CallName } from '@lonja/core/calls'
import { SECTORS } from '@lonja/core/market/instruments'
import { INTERVALS } from '@lonja/core/market/market.contract'
import { EARNINGS, LISTS, SORTS } from '@lonja/core/discover/discover.contract'
import { CURRENCIES } from '@lonja/core/base/amount'
import { CLOSED_RESULTS } from '@lonja/core/orders/lots.rules'
import { ORIGINS, TOPICS } from '@lonja/core/news/news.contract'
import { newsIdFor } from '@lonja/core/news/news.rules'
import { NOTICE_KINDS } from '@lonja/core/notices/notices.contract'
import { PICTURE_USES } from '@lonja/core/lists'
import { LANGUAGES } from '@lonja/core/base/language'
import { TEST_DOCUMENT } from '../documents/documents.testing.ts'
import { newId } from '../base/ids.ts'
import { LOANS } from './fuzz.loans.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'
import { OPTIONS } from './fuzz.options.ts'
import { STRATEGY_INPUTS } from './fuzz.strategies.ts'
import { SUPPORT } from './fuzz.support.ts'
import { codeOf, SECOND_STEP, type KnownSecondStep } from './fuzz.second-step.ts'
import { CONSOLE } from './fuzz.console.ts'
import { OFFERS } from './fuzz.offers.ts'
import { RISK } from './fuzz.risk.ts'
import { STAFF, type KnownSeat } from './fuzz.staff.ts'
import { LEAVING } from './fuzz.leaving.ts'
import { BLOCKS, type KnownBlocks } from './fuzz.blocks.ts'
import { IPO, type KnownIpo } from './fuzz.ipo.ts'
import { KYC, type KnownKyc } from './fuzz.kyc.ts'
import { DEPOSITS, type KnownDeposits } from './fuzz.deposits.ts'
import { WALLETS, WITHDRAWALS, type KnownWithdrawals } from './fuzz.withdrawals.ts'
import { TRADING } from './fuzz.trading.ts'
import { RESULT_SPAN_NAMES } from '@lonja/core/portfolio/results.rules'
import { WATCHLIST } from './fuzz.watchlist.ts'
import type { TestCustomer } from './house.ts'
import { ABC, ESP, INDEX, START } from '../orders/orders.testing.ts'

/** A customer with the ids of their things, which later calls use. */
export interface FuzzCustomer extends TestCustomer, KnownWithdrawals, KnownKyc, KnownDeposits, KnownIpo, KnownBlocks {
  readonly id: CustomerId
  token: string
  /** Null before a trading password is set. */
  trading: string | null
  readonly orders: string[]
  readonly notices: string[]
  readonly postings: string[]
  readonly sessions: string[]
  watched: string[]
  readonly lists: string[]
  readonly alerts: string[]
  readonly payees: string[]
  readonly pictures: string[]
  /** A picture that was sent to customer service. */
  readonly sent: string
  readonly threads: string[]
  /** A document that the customer accepted. */
  readonly accepted: string
  seat: KnownSeat
  second: KnownSecondStep
  readonly mark: string
}

/** The ids of a customer who has nothing yet. */
export const nothingYet = () => ({
  orders: [],
  notices: [],
  postings: [],
  sessions: [],
  watched: [],
  lists: [],
  alerts: [],
  payees: [],
  pictures: [],
  threads: [],
  applications: [],
  blocks: [],
})

/** The only article that the house has published at the start. */
export const TOLD_NEWS = newsIdFor('house:fuzz', START)

const SHARES = [ABC, ESP] as const
const LISTINGS = [ABC, ESP, INDEX] as const

type Make = (who: FuzzCustomer, chance: Dice, invitation: string) => Fields

const among = (chance: Dice): Fields => ({
  ...maybe(chance, () => ({ venue: chance.pick(['us', 'XMAD', 'XNYS']) })),
  ...maybe(chance, () => ({ sector: chance.pick(SECTORS) })),
})
const closedOf = (chance: Dice): Fields => ({
  ...maybe(chance, () => ({ listing: chance.pick(SHARES) })),
  ...maybe(chance, () => ({ currency: chance.pick(CURRENCIES) })),
  ...maybe(chance, () => ({ result: chance.pick(CLOSED_RESULTS) })),
  ...maybe(chance, () => ({ from: String(chance.below(2 ** 41)) })),
})
const sorted = (chance: Dice): Fields => ({
  ...maybe(chance, () => ({ sort: chance.pick(SORTS), direction: chance.pick(['up', 'down']) })),
  ...maybe(chance, () => ({ lines: '1' })),
})
let phones = 10_000_000

/** A valid input for every call, as its own customer would send it. */
export const VALID: Readonly<Record<CallName, Make>> = {
  ...STAFF,
  ...RISK,
  ...CONSOLE,
  ...WATCHLIST,
  ...SUPPORT,
  ...TRADING,
  ...SECOND_STEP,
  ...WITHDRAWALS,
  ...KYC,
  ...DEPOSITS,
  ...LEAVING,
  ...BLOCKS,
  ...LOANS,
  ...OPTIONS,
  ...STRATEGY_INPUTS,
  ...IPO,
  ...OFFERS,
  register: (_who, _chance, invitation) => ({
    phone: String((phones += 1)),
    password: 'otter marsh 1',
    again: 'otter marsh 1',
    invitation,
  }),
  logIn: ({ phone, password }) => ({ phone, password }),
  logOut: () => ({}),
  listSessions: () => ({}),
  endSession: ({ sessions }, chance) => ({ id: chance.once(10) ? 'others' : idFrom(sessions, chance) }),
  readProfile: () => ({}),
  changeProfile: (_who, chance) => ({
    ...maybe(chance, () => ({ displayName: chance.pick(['Ana', '王小明', 'O’Brien', null]) })),
    ...maybe(chance, () => ({ language: chance.pick(['tur', 'cn', 'tw', 'en', 'fr']) })),
    ...maybe(chance, () => ({ displayCurrency: chance.pick(['EUR', 'USD']) })),
    ...maybe(chance, () => ({ textSize: chance.pick([100, 125, 150, 200]) })),
    ...maybe(chance, () => ({ notices: { orders: chance.once(50), signIns: chance.once(50) } })),
  }),
  changeLoginPassword: ({ password }, chance) => {
    const fresh = `fresh-${chance.below(1_000_000)}`
    return { old: password, password: fresh, again: fresh }
  },
  setTradingPassword: ({ password, trading }, chance) => {
    const fresh = `trade-${chance.below(1_000_000)}`
    return { old: trading ?? password, password: fresh, again: fresh }
  },
  endAccessWait: ({ trading }) => ({ password: trading ?? 'none' }),
  listReversals: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ cursor: chance.pick(['1', '2', 'x', '0']) })),
  }),
  listEntries: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ kind: chance.pick(['buy', 'sell', 'hold', 'grant', 'fee']) })),
    ...maybe(chance, () => ({ asset: chance.pick(['EUR', 'USD', 'cash', 'shares']) })),
    ...maybe(chance, () => ({ records: chance.pick(['trades', 'deposits', 'withdrawals']) })),
  }),
  readPosting: ({ postings }, chance) => ({ posting: idFrom(postings, chance) }),
  listEvents: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ asset: chance.pick(['EUR', 'USD', 'shares']) })),
    ...maybe(chance, () => ({ records: chance.pick(['trades', 'deposits', 'withdrawals']) })),
    ...maybe(chance, () => ({ held: 'yes' })),
  }),
  readEvent: ({ postings }, chance) => ({ entry: idFrom(postings, chance) }),
  readInstrument: (_who, chance) => ({ listing: chance.pick(SHARES) }),
  readIndex: () => ({ listing: INDEX }),
  readCompany: (_who, chance) => ({ listing: chance.pick(LISTINGS) }),
  listMembers: (_who, chance) => ({
    ...paged(chance),
    listing: INDEX,
    ...maybe(chance, () => ({ sort: chance.pick(['weight', 'change', 'code']) })),
  }),
  listCandles: (_who, chance) => ({ listing: chance.pick(LISTINGS), interval: chance.pick(INTERVALS) }),
  searchInstruments: (_who, chance) => ({ words: chance.pick(['abc', 'esp', 'x', 'ñ', '银行']) }),
  readExchangeRate: () => ({}),
  listNews: (_who, chance) => ({
    ...maybe(chance, () => ({ origin: chance.pick(ORIGINS) })),
    ...maybe(chance, () => ({ topic: chance.pick(TOPICS) })),
    ...maybe(chance, () => ({ listings: chance.pick([ABC, `${ABC},${ESP}`]) })),
    ...maybe(chance, () => ({ words: chance.pick(['a', 'cierre %', 'sesión', '收盘 \\']) })),
    ...paged(chance),
  }),
  readNews: (_who, chance) => ({ id: chance.once(70) ? TOLD_NEWS : newId() }),
  readFirstSteps: () => ({}),
  noteFirstSteps: (_who, chance) => ({
    ...maybe(chance, () => ({ looked: chance.pick([ABC, ESP]) })),
    ...maybe(chance, () => ({ away: chance.once(50) })),
  }),
  listNotices: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ kind: chance.pick(NOTICE_KINDS) })),
  }),
  readNotice: ({ notices }, chance) => ({ id: idFrom(notices, chance) }),
  markNotice: ({ notices }, chance) => ({ id: idFrom(notices, chance), read: chance.once(50) }),
  readAllNotices: () => ({}),
  unreadNotices: (_who, chance) => ({ at: chance.below(1_000_000) }),
  readPush: () => ({}),
  beginPush: (_who, chance) => ({
    endpoint: `https://push.example.org/${chance.below(1_000_000)}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }),
  endPush: () => ({}),
  listOrders: (_who, chance) => ({ which: chance.pick(['open', 'ended', 'filled']), ...paged(chance) }),
  readOrder: ({ orders }, chance) => ({ id: idFrom(orders, chance) }),
  readNearest: ({ orders }, chance) => ({ id: idFrom(orders, chance) }),
  readOrderLeaves: ({ orders }, chance) => ({ order: idFrom(orders, chance) }),
  readTerms: () => ({}),
  listInstruments: (_who, chance) => ({
    list: chance.pick(LISTS),
    ...among(chance),
    ...sorted(chance),
    ...paged(chance),
  }),
  listWatched: (_who, chance) => ({ ...among(chance), ...sorted(chance) }),
  listEarnings: (_who, chance) => ({ which: chance.pick(EARNINGS), ...among(chance), ...paged(chance) }),
  listActions: (_who, chance) => ({ listing: chance.pick(LISTINGS) }),
  readAction: () => ({ id: newId() }),
  listActionFiles: (_who, chance) => maybe(chance, () => ({ cursor: newId() })),
  readActionFile: () => ({ id: newId() }),
  listOwnActions: (_who, chance) => ({ listing: chance.pick(SHARES) }),
  readFigures: () => ({}),
  readMargin: () => ({}),
  listPositions: (_who, chance) => maybe(chance, () => ({ listing: chance.pick(SHARES) })),
  listClosed: (who, chance) => ({
    ...paged(chance),
    ...closedOf(chance),
    ...maybe(chance, () => ({ order: idFrom(who.orders, chance) })),
  }),
  readClosedTotals: (_who, chance) => closedOf(chance),
  downloadClosed: (_who, chance) => closedOf(chance),
  downloadRecords: (_who, chance) => ({ which: chance.pick(['filled', 'ended']) }),
  previewSales: () => ({}),
  readDayCurve: () => ({}),
  readResults: (_who, chance) => ({ span: chance.pick(RESULT_SPAN_NAMES) }),
  storePicture: (who, chance) => {
    const id = newId()
    who.pictures.push(id)
    return { id, use: chance.pick(PICTURE_USES) }
  },
  readPicture: ({ papers }, chance) => ({ id: chance.pick(papers) }),
  readDocument: (_who, chance) => ({
    name: chance.once(80) ? TEST_DOCUMENT : 'no_such_terms',
    ...maybe(chance, () => ({ version: chance.pick(['1', '2', '3']) })),
    ...maybe(chance, () => ({ language: chance.pick(LANGUAGES) })),
  }),
  openAcceptedDocument: ({ accepted }) => ({ id: accepted }),
  listStatements: () => ({}),
  readStatement: (_who, chance) => ({ month: chance.pick(['2026-11', '2026-10', '2026-12']) }),
  downloadStatement: (_who, chance) => ({ month: '2026-11', format: chance.once(5) ? 'pdf' : 'csv' }),
  downloadEverything: () => ({}),
  readSupportLink: () => ({}),
  readAbout: () => ({}),
  listDayRoots: (_who, chance) => paged(chance),
  listPayees: () => ({}),
  addWallet: ({ payees, second }, chance) => {
    const id = newId()
    payees.push(id)
    return { id, ...chance.pick(WALLETS), ...codeOf(second, chance) }
  },
  addBankCard: ({ payees, second }, chance) => {
    const id = newId()
    payees.push(id)
    const iban = chance.pick(['ES91 2100 0418 4502 0005 1332', 'DE89370400440532013000', 'GB29 NWBK 6016 1331 9268 19'])
    return {
      id,
      iban,
      accountName: chance.pick(['Ana', '王小明']),
      bankName: 'Banco',
      bankAddress: 'ñ 1',
      ...codeOf(second, chance),
    }
  },
  removePayee: ({ payees }, chance) => ({ id: idFrom(payees, chance) }),
  removePayeeByGet: ({ payees }, chance) => ({ id: idFrom(payees, chance) }),
}
