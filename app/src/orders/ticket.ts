import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import { priceE4 } from '@lonja/core/base/amount'
import { readFigure } from '@lonja/core/base/figures'
import type { Language } from '@lonja/core/base/language'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Draft } from '@lonja/core/orders/preview.rules'

/** A ticket as it is being filled in: texts as typed, so that nothing typed is lost. */
export interface TicketForm {
  readonly side: 'buy' | 'sell'
  readonly kind: 'market' | 'limit'
  readonly shares: string
  readonly limit: string
  readonly timeInForce: Ticket['timeInForce']
}

export type SharesProblem = 'missing' | 'not_positive'
export type LimitProblem = 'missing' | 'unreadable'

export interface ReadTicket {
  /** What can be reckoned and sent; null while a field is to be mended. */
  readonly draft: Draft | null
  readonly shares: bigint | null
  readonly limit: PriceE4 | null
  readonly problems: { readonly shares?: SharesProblem; readonly limit?: LimitProblem }
}

export const emptyTicket = (side: TicketForm['side']): TicketForm => ({
  side,
  kind: 'market',
  shares: '1',
  limit: '',
  timeInForce: 'day',
})

/** A price has up to four decimals on the wire; a person types two, and four below one unit. */
const PRICE_DECIMALS = 4
const SHARES_DIGITS = 12

/** Read the form in the language it was typed in. */
export function readTicket(form: TicketForm, listing: ListingId, language: Language): ReadTicket {
  const shares = readShares(form.shares, language)
  const limit = form.kind === 'market' ? { value: null } : readLimit(form.limit, language)
  const problems = {
    ...('problem' in shares ? { shares: shares.problem } : {}),
    ...('problem' in limit ? { limit: limit.problem } : {}),
  }
  const read = {
    shares: 'value' in shares ? shares.value : null,
    limit: 'value' in limit ? limit.value : null,
  }
  const whole = read.shares !== null && !('problem' in limit)
  const draft =
    whole && read.shares !== null ? { side: form.side, listing, shares: read.shares, limit: read.limit } : null
  return { ...read, draft, problems }
}

function readShares(typed: string, language: Language): { value: bigint } | { problem: SharesProblem } {
  const read = readFigure(typed, language, 0)
  if ('problem' in read) return { problem: read.problem === 'empty' ? 'missing' : 'not_positive' }
  const tooMany = read.units >= 10n ** BigInt(SHARES_DIGITS)
  return read.units > 0n && !tooMany ? { value: read.units } : { problem: 'not_positive' }
}

function readLimit(typed: string, language: Language): { value: PriceE4 } | { problem: LimitProblem } {
  const two = readFigure(typed, language, 2)
  const read =
    'problem' in two && two.problem === 'too_many_decimals' ? readFigure(typed, language, PRICE_DECIMALS) : two
  if ('problem' in read) return { problem: read.problem === 'empty' ? 'missing' : 'unreadable' }
  const units = read === two ? read.units * 100n : read.units
  return units > 0n && units < 10n ** 15n ? { value: priceE4(units) } : { problem: 'unreadable' }
}

/** One key of the number pad into a field: digits, the language's decimal sign, and taking the last sign back. */
export function pressKey(text: string, key: string, decimal: string | null): string {
  if (key === 'erase') return text.slice(0, -1)
  if (key === decimal) return text.includes(key) ? text : (text === '' ? '0' : text) + key
  if (!/^\d$/.test(key)) return text
  const next = text === '0' ? key : text + key
  return next.replace(/\D/g, '').length > SHARES_DIGITS ? text : next
}
