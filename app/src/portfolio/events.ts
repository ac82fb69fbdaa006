import { isCurrency, tickerOf, type Amount, type Asset } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listEvents, readEvent } from '@lonja/core/ledger/events.contract'
import { ENTRY_KINDS } from '@lonja/core/lists'
import type { WITHDRAWAL_STATES } from '@lonja/core/withdrawals/withdrawals.contract'
import type { Say } from '@lonja/kit/text'
import { entryText } from './entries.ts'

export type FundEvent = ReplyOf<typeof listEvents>['rows'][number]
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]
export type EventStep = ReplyOf<typeof readEvent>['steps'][number]

/**
 * An event as an investor says it: a purchase or sale with its shares, an order that has done nothing but hold, a
 * withdrawal by its own name from its first hold on.
 */
function eventText(t: Say<'portfolio'>, event: FundEvent, count: (units: bigint) => string): string {
  const { name, state, shares, causeKind } = event
  if (shares && !isCurrency(shares.asset) && (name === 'buy' || name === 'sell')) {
    const units = count(shares.units < 0n ? -shares.units : shares.units)
    return t(name === 'buy' ? 'event_buy' : 'event_sell', { shares: units, ticker: tickerOf(shares.asset) })
  }
  if (name !== 'hold') return t(`entry_${name}`)
  if (causeKind === 'order') return t(state === 'open' ? 'event_orderOpen' : 'event_orderVoid')
  const own = ENTRY_KINDS.find((kind) => kind === causeKind)
  return own
    ? t(`entry_${own}`)
    : entryText(t, event.causeKind ? { kind: 'hold', causeKind } : { kind: name, causeKind })
}

/** An event with the number of its record, if it has one: `Retirada R-7K2M-91QX`. */
export const eventTitle = (...of: Parameters<typeof eventText>): string =>
  [eventText(...of), of[1].causeNumber].filter((part) => part !== null).join(' ')

/** The state of an event, where it is not simply done: of a withdrawal with a held amount, its own. */
export function stateText(
  t: Say<'portfolio'>,
  { name, state }: Pick<FundEvent, 'name' | 'state'>,
  withdrawal: WithdrawalState | null,
): string | null {
  if (state === 'done') return null
  if (withdrawal === 'pending' || withdrawal === 'in_review' || withdrawal === 'approved') {
    return t(`event_${withdrawal}`)
  }
  if (state === 'void') return t('event_void')
  // A bought block holds none of the cash any more, but its shares.
  if (name === 'block') return t('event_blockLocked')
  return t(name === 'hold' ? 'event_open' : 'event_openInPart')
}

/** One line of an opened event: what a step did to the free amount. */
interface EventLine {
  readonly at: number
  readonly kind: FundEvent['name']
  readonly change: bigint
}

/**
 * The changes that an event’s steps made to the free amount of one asset, by posting and kind of entry. A step that changed only
 * the held amount has one line with a change of zero; a step that did not touch the asset has no line.
 */
export function linesOf(steps: readonly EventStep[], asset: Asset): EventLine[] {
  return steps.flatMap(({ at, name, lines }) => {
    const own = lines.filter(({ change, after }) => change.asset === asset && after !== null)
    if (own.length === 0) return []
    const free = own.filter(({ account }) => account === 'free')
    if (free.length === 0) return [{ at, kind: name, change: 0n }]
    const kinds = [...new Set(free.map(({ kind }) => kind))]
    return kinds.map((kind) => ({ at, kind, change: sumOf(free.filter((line) => line.kind === kind)) }))
  })
}

const sumOf = (lines: readonly { readonly change: Amount }[]): bigint =>
  lines.reduce((sum, { change }) => sum + change.units, 0n)

/** The sums of all lines of an event by asset: zero each. */
export function sumsOf(steps: readonly EventStep[]): Amount[] {
  const lines = steps.flatMap((step) => step.lines)
  const assets = [...new Set(lines.map(({ change }) => change.asset))]
  return assets.map((asset) => ({ asset, units: sumOf(lines.filter(({ change }) => change.asset === asset)) }))
}

/** `EUR`, or the ticker of shares. */
export const codeOf = (asset: Asset): string => (isCurrency(asset) ? asset : tickerOf(asset))
