import { isCurrency, tickerOf, type Asset, type ListingId } from '@lonja/core/base/amount'
import { formatDate, formatDayIn } from '@lonja/core/base/dates'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Language } from '@lonja/core/base/language'
import type { PostingCauseKind } from '@lonja/core/ledger/ledger.contract'
import { gatherEvents, type FundEvent } from '@lonja/core/ledger/events.rules'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import { trimmedCoins } from '@lonja/core/payees/rates'
import type { StatementFigures } from '@lonja/core/portfolio/statements.contract'
import type { CoinsOut } from '@lonja/core/withdrawals/withdrawals.rules'
import { sentence, type Detail } from '../base/texts.ts'
import { takeTurns } from '../base/turns.ts'
import type { Statement } from './statements.actions.ts'

/** The content of a statement in any format: the month, the customer, the language. */
export interface Paper extends Statement {
  readonly customer: { readonly id: CustomerId; readonly name: string | null; readonly phone: string }
  readonly language: Language
  readonly madeAt: number
  /** The source of this house's prices, as the practice mark names it. */
  readonly source: { readonly name: string; readonly label: string }
  readonly nameOf: (listing: ListingId) => string
  /** Reads the entries after one. Entries never change, so no snapshot is held open between two pieces. */
  readonly read: (after: number) => Promise<Piece>
}

/** Some entries in order, the listings of their causes, and the coins of withdrawals. */
export interface Piece {
  readonly entries: readonly Entry[]
  readonly listings: ReadonlyMap<string, ListingId>
  readonly coins: ReadonlyMap<string, Pick<CoinsOut, 'coin' | 'amountE8'>>
}

/** One event of the month in one asset, in words. */
export interface EventLine {
  readonly time: string
  readonly what: string
  readonly asset: string
  readonly name: string
  /** The shares that came or went with it. */
  readonly units: string
  /** The change of the free amount, what is free with it, and what of it was still held at the end of the month. */
  readonly effect: string
  readonly left: string
  readonly stillHeld: string
  readonly cause: string
}

/** One line of the fund flow, in words. */
export interface Line {
  readonly version: number
  readonly time: string
  readonly what: string
  /** EUR, USD, or a listing's code. */
  readonly asset: string
  readonly name: string
  readonly free: string
  readonly held: string
  readonly freeAfter: string
  readonly heldAfter: string
  readonly cause: string
}

/** The number format of a writer: grouped by language for people, with the decimal sign alone for spreadsheets. */
export interface Figures {
  readonly cents: (units: bigint) => string
  readonly count: (units: bigint) => string
  /** A figure with this many decimal places. */
  readonly places: (units: bigint, places: number) => string
}

/** The entries of a statement in order, read a piece at a time. */
export async function* linesOf(paper: Paper, figures: Figures): AsyncGenerator<Line> {
  for (let after = paper.after; after < paper.through;) {
    const piece = await paper.read(after)
    const { entries } = piece
    const last = entries.at(-1)
    if (!last) return
    for (const entry of entries) {
      yield lineOf(entry, piece, paper, figures)
      await takeTurns()
    }
    after = last.version
  }
}

/**
 * The events of a statement, in the order in which each last moved in it. Their effects lead from what was free of each
 * asset at its start to what was free at its end, also where an event began before or went on after it.
 */
export async function* eventLinesOf(paper: Paper, figures: Figures): AsyncGenerator<EventLine> {
  const gathering = gatherEvents()
  const listings = new Map<string, ListingId>()
  const coins = new Map<string, Pick<CoinsOut, 'coin' | 'amountE8'>>()
  for (let after = paper.after; after < paper.through;) {
    const piece = await paper.read(after)
    const last = piece.entries.at(-1)
    if (!last) break
    gathering.add(piece.entries)
    for (const [cause, listing] of piece.listings) listings.set(cause, listing)
    for (const [cause, became] of piece.coins) coins.set(cause, became)
    after = last.version
    await takeTurns()
  }
  for (const event of gathering.events()) {
    yield eventLineOf(event, { listings, coins }, paper, figures)
    await takeTurns()
  }
}

function eventLineOf(event: FundEvent, known: CauseNames, { language, nameOf }: Paper, figures: Figures): EventLine {
  const { asset, name, state, shares, effect, left, held, movedAt, cause } = event
  const write = isCurrency(asset) ? figures.cents : figures.count
  const what = name !== 'hold' ? `kind_${name}` : state === 'void' ? 'event_void' : 'kind_hold'
  return {
    time: formatDate(movedAt),
    what: wordsOf(language)(what),
    asset: codeOf(asset),
    name: nameIn(event, known, nameOf, figures),
    units: shares ? figures.count(shares.units) : '',
    effect: write(effect),
    left: write(left),
    stillHeld: held > 0n ? write(held) : '',
    cause: cause ?? '',
  }
}

/** The listings and coins of causes. */
type CauseNames = Pick<Piece, 'listings' | 'coins'>

/** The share that an entry or event is about, or the coins that a withdrawal became. */
function nameIn(
  { asset, causeKind, cause }: Pick<Entry, 'asset' | 'causeKind' | 'cause'>,
  { listings, coins }: CauseNames,
  nameOf: Paper['nameOf'],
  figures: Figures,
): string {
  const causeOf = (kind: PostingCauseKind): string => (causeKind === kind ? (cause ?? '') : '')
  const listing = isCurrency(asset) ? listings.get(causeOf('order')) : asset
  const became = coins.get(causeOf('withdrawal'))
  if (listing !== undefined) return `${tickerOf(listing)} ${nameOf(listing)}`
  return became ? coinsSaid(became, figures) : ''
}

function lineOf(entry: Entry, known: CauseNames, { language, nameOf }: Paper, figures: Figures): Line {
  const { cents, count } = figures
  const { asset } = entry
  const write = isCurrency(asset) ? cents : count
  const changed = (units: bigint): string => (units === 0n ? '' : write(units))
  return {
    version: entry.version,
    time: formatDate(entry.at),
    what: wordsOf(language)(`kind_${entry.kind}`),
    asset: codeOf(asset),
    name: nameIn(entry, known, nameOf, figures),
    free: changed(entry.freeAfter - entry.freeBefore),
    held: changed(entry.heldAfter - entry.heldBefore),
    freeAfter: write(entry.freeAfter),
    heldAfter: write(entry.heldAfter),
    cause: entry.cause ?? '',
  }
}

/** `702.03 USDC`: the coins that leave for a wallet. */
function coinsSaid({ coin, amountE8 }: Pick<CoinsOut, 'coin' | 'amountE8'>, { places }: Figures): string {
  const trimmed = trimmedCoins(amountE8)
  return `${places(trimmed.units, trimmed.places)} ${coin}`
}

const codeOf = (asset: Asset): string => (isCurrency(asset) ? asset : tickerOf(asset))

export const wordsOf =
  (language: Language) =>
  (key: string, detail: Detail = {}): string =>
    sentence(language, 'statements', key, detail)

/** The rows of the summary in order, by the name of the figure and of its text. */
export const SUMMARY = [
  'openingCash',
  'openingCost',
  'openingOwed',
  'paidIn',
  'paidOut',
  'convertedIn',
  'convertedOut',
  'accumulated',
  'realised',
  'fees',
  'closingCash',
  'closingCost',
  'closingOwed',
  'gap',
] as const satisfies readonly (keyof StatementFigures)[]

/** The practice mark in words: which prices the figures follow. */
export const practiceOf = ({ language, source }: Pick<Paper, 'language' | 'source'>): string => {
  const say = wordsOf(language)
  const prices = source.name === 'practice' || source.name === 'replay' ? source.name : 'feed'
  return say('practice', { source: say(`prices_${prices}`, { label: source.label }) })
}

/** The first and the last day of the statement, in words. */
export const periodOf = ({ language, from, until, running }: Paper): string =>
  wordsOf(language)('period', {
    from: formatDayIn(from, language),
    until: formatDayIn(running ? until : until - 1, language),
  })

/** A file's name in ASCII: `lonja-2026-11.pdf`. */
export const fileNameOf = ({ month }: Pick<Paper, 'month'>, ending: string): string => `lonja-${month}.${ending}`
