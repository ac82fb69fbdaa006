import type { InputOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import { midnightBefore } from '@lonja/core/base/zones'
import type { listEvents } from '@lonja/core/ledger/events.contract'
import type { CauseKind, EntryKind, EntryRecords, listEntries } from '@lonja/core/ledger/ledger.contract'
import { CAUSE_KINDS, ENTRY_GROUPS } from '@lonja/core/lists'
import type { Query } from '@lonja/kit/nav'
import { kindsIn } from './entries.ts'

/*
 * The filter of the fund flow. It is stored in the page's address, so that a link, a reload and Back show the same list;
 * defaults are left out.
 */

export const ASSETS = ['EUR', 'USD', 'shares'] as const
export type AssetGroup = (typeof ASSETS)[number]

/** The spans in days, including today. */
export const SPANS = { week: 7, month: 30, quarter: 90, year: 365 } as const
export type Span = keyof typeof SPANS
export const SPAN_NAMES = Object.keys(SPANS) as Span[]

export interface FundsChoice {
  readonly asset: AssetGroup
  /** Trades, deposits or withdrawals; null for all. */
  readonly records: EntryRecords | null
  readonly kind: EntryKind | null
  readonly span: Span | null
  /** Entries from this instant on, as a link names it; a span takes its place. */
  readonly since: Instant | null
  /** All entries of one order, deposit or withdrawal, in any asset. */
  readonly cause: string | null
  /** The kind of that cause: ids are unique within a kind only. */
  readonly causeKind: CauseKind | null
  /** Each entry is a row, instead of each event. */
  readonly entries: boolean
  /** Only events of which a part is still held. */
  readonly held: boolean
}

const named = <Name extends string>(names: readonly Name[], name: string | null): Name | null =>
  names.find((each) => each === name) ?? null

const instantIn = (text: string | null): Instant | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Read a filter from an address; unknown values are ignored. */
export function choiceFor(query: URLSearchParams): FundsChoice {
  const records = named(ENTRY_GROUPS, query.get('records'))
  return ofEvents({
    asset: named(ASSETS, query.get('asset')) ?? 'EUR',
    records,
    kind: named(kindsIn(records), query.get('kind')),
    span: named(SPAN_NAMES, query.get('span')),
    since: instantIn(query.get('since')),
    cause: query.get('cause'),
    causeKind: named(CAUSE_KINDS, query.get('causeKind')),
    entries: query.get('view') === 'entries',
    held: query.get('held') === 'yes',
  })
}

/** Only events are still held in part: a list of entries has no such filter. */
const ofEvents = (choice: FundsChoice): FundsChoice => ({ ...choice, held: choice.held && !showsEntries(choice) })

/**
 * The filter after a change. A kind that its records do not contain is dropped, and so is the single cause on any other
 * change.
 */
export function changed(choice: FundsChoice, change: Partial<FundsChoice>): FundsChoice {
  const since = 'span' in change ? null : choice.since
  const next = { ...choice, cause: null, causeKind: null, since, ...change }
  return ofEvents({ ...next, kind: named(kindsIn(next.records), next.kind) })
}

/** The query of a filter. */
export const queryOf = ({
  asset,
  records,
  kind,
  span,
  since,
  cause,
  causeKind,
  entries,
  held,
}: FundsChoice): Query => ({
  asset: asset === 'EUR' ? undefined : asset,
  records: records ?? undefined,
  kind: kind ?? undefined,
  span: span ?? undefined,
  since: since === null ? undefined : String(since),
  cause: cause ?? undefined,
  causeKind: causeKind ?? undefined,
  view: entries ? 'entries' : undefined,
  held: held ? 'yes' : undefined,
})

/** The input of the call for it, from a moment of today on. */
export function askedFor(
  { asset, records, kind, span, since, cause, causeKind }: FundsChoice,
  now: Instant,
): InputOf<typeof listEntries> {
  if (cause !== null) return { cause, ...(causeKind ? { causeKind } : {}) }
  return {
    asset,
    ...(records ? { records } : {}),
    ...(kind ? { kind } : {}),
    ...(since === null ? {} : { from: since }),
    ...(span ? { from: midnightBefore(now, SPANS[span] - 1) } : {}),
  }
}

/** True if the list has entries: they were asked for, or a filter that only entries have. */
export const showsEntries = ({ entries, kind, cause }: FundsChoice): boolean =>
  entries || kind !== null || cause !== null

/** The input of the call for the events of a choice. */
export function eventsFor(
  { asset, records, span, since, held }: FundsChoice,
  now: Instant,
): Pick<InputOf<typeof listEvents>, 'asset' | 'records' | 'from' | 'held'> {
  const from = span ? midnightBefore(now, SPANS[span] - 1) : since
  return {
    asset,
    ...(records ? { records } : {}),
    ...(from === null ? {} : { from }),
    ...(held ? { held: 'yes' as const } : {}),
  }
}

/** True if any filter but the balance is set. */
export const isNarrowed = ({ records, kind, span, since, cause, held }: FundsChoice): boolean =>
  held || records !== null || kind !== null || span !== null || since !== null || cause !== null
