import * as z from 'zod/mini'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { consoleDayAt } from '@lonja/core/ipo/calendar.rules'
import { readOfferCalendar } from '@lonja/core/ipo/calendar.staff.contract'
import {
  decideOfferReview,
  openOfferReview,
  proposeOffer,
  proposeOfferWithdrawal,
  proposePostponement,
  saveOfferDraft,
} from '@lonja/core/ipo/offers.staff.contract'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { askFor, newId } from './client.ts'
import type { Alteration } from './pictures.entry.ts'
import type { Desk } from './scenes.desk.ts'

/** The offers of new shares that operations make: published by two people, and waiting for the second one. */

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The names of the proposals that wait: of terms, of later dates and of a withdrawal. */
export type OfferNames = Readonly<Record<'offerTerms' | 'offerLater' | 'offerWithdrawal', string>>

/** Published offers of which one waits for later dates and one for its withdrawal, the terms of a third, and a draft. */
export async function addHouseOffers({ house: { url }, one, two }: Desk): Promise<OfferNames> {
  const draft = async (company: string, opens: number): Promise<string> => {
    const id = newId()
    const sizes = { price: priceE4(85_000n), lot: wholeShares(40n), lots: wholeLots(300n), most: wholeLots(10n) }
    const closes = opens + 2 * DAY
    const dates = { opens, closes, draws: closes + 37 * HOUR, lists: closes + 4 * DAY }
    const fields = { company, sector: 'staples', market: 'madrid', ...sizes, ...dates, crowd: true } as const
    await askFor(url, saveOfferDraft, { id, version: 0, ...fields }, { token: one.token })
    return id
  }
  const propose = async (company: string, opens: number): Promise<{ offer: string; review: string }> => {
    const { offer, review } = await askFor(url, proposeOffer, { id: await draft(company, opens), version: 1 }, one)
    return { offer, review: waiting(review) }
  }
  const publish = async (company: string, opens: number): Promise<string> => {
    const { offer, review: id } = await propose(company, opens)
    const { seen } = await askFor(url, openOfferReview, { id }, { token: two.token })
    await askFor(url, decideOfferReview, { id, seen, opinion: 'approve', reason: 'terms_read' }, two)
    return offer
  }
  const opens = Math.ceil(Date.now() / HOUR) * HOUR + 10 * DAY
  const closes = opens + 3 * DAY
  const later = { closes, draws: closes + 38 * HOUR, lists: closes + 5 * DAY }
  const offer = await publish('Salinas del Faro', opens)
  const postponed = await askFor(url, proposePostponement, { offer, ...later }, one)
  const ending = await publish('Conservas Punta Umbría', opens)
  const withdrawn = await askFor(url, proposeOfferWithdrawal, { offer: ending, reason: 'dates_not_kept' }, one)
  const terms = await propose('Astilleros y Talleres Navales de la Ría de Vigo', opens)
  await draft('Molinos de la Vega', opens + DAY)
  const [offerLater, offerWithdrawal] = [postponed, withdrawn].map(({ review }) => waiting(review))
  return { offerTerms: terms.review, offerLater: offerLater!, offerWithdrawal: offerWithdrawal! }
}

function waiting(review: string | null): string {
  if (review === null) throw new Error('Two people decide about an offer.')
  return review
}

type Step = ReplyOf<typeof readOfferCalendar>['rows'][number]

const now = Date.now()
const step = (more: Partial<Step>): Step => ({
  offer: '019a9000-0000-7000-8000-0000000000c1',
  company: 'Salinas del Faro',
  listing: 'XMAD:SLF',
  step: 'opening',
  dueAt: now - 3 * HOUR,
  doneAt: now - 3 * HOUR + 12_000,
  state: 'done',
  fault: null,
  round: null,
  voidRound: null,
  relays: [],
  ...more,
})
const other = {
  offer: '019a9000-0000-7000-8000-0000000000c2',
  company: 'Astilleros y Talleres Navales de la Ría de Vigo',
}

/** A day of offers on which the relays do not have the round of a draw. */
export const LATE_DAY: Alteration = {
  path: readOfferCalendar.path,
  instead: z.encode(readOfferCalendar.reply, {
    day: consoleDayAt(now),
    now,
    hasOffers: true,
    rows: [
      step({
        ...other,
        step: 'beacon',
        dueAt: now - 2 * HOUR,
        doneAt: null,
        state: 'late',
        fault: 'relays',
        round: 24_310_115,
        voidRound: 24_281_300,
        relays: [{ relay: 'https://api.drand.sh', fault: 'timeout', at: now - 40_000 }],
      }),
      step({ ...other, step: 'draw', dueAt: now - 2 * HOUR, doneAt: null, state: 'late', fault: 'before' }),
      step({}),
      step({ ...other, step: 'settlement', dueAt: null, doneAt: null, state: 'due' }),
      step({ step: 'notices', dueAt: now - HOUR, doneAt: now - HOUR + 21_000 }),
      step({ step: 'deadline', dueAt: now + 2 * HOUR, doneAt: null, state: 'due' }),
    ],
  }),
}
