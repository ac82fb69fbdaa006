import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { TERMS } from '@lonja/core/ipo/draw.testing'
import { termsText, wholeLots } from '@lonja/core/ipo/terms.text'
import type { openOfferReview } from '@lonja/core/ipo/offers.staff.contract'
import type { readOfferCalendar } from '@lonja/core/ipo/calendar.staff.contract'
import { newId } from '@lonja/kit/ids'
import { evidence } from '../review/queue.testing.ts'
import type { Draft, HouseOffer } from './draft.ts'

const opens = Date.parse('2026-12-01T09:00:00Z')
const closes = Date.parse('2026-12-03T17:00:00Z')
const draws = Date.parse('2026-12-05T17:00:00Z')
const lists = Date.parse('2026-12-08T08:00:00Z')
const sizes = { price: priceE4(85_000n), lot: wholeShares(40n), lots: wholeLots(30n), most: wholeLots(10n) }

/** A draft of an offer of Madrid. */
export const draft = (more: Partial<Draft> = {}): Draft => ({
  id: newId(),
  version: 3,
  company: 'Salinas del Faro',
  sector: 'staples',
  market: 'madrid',
  ...sizes,
  opens,
  closes,
  draws,
  lists,
  crowd: true,
  changedBy: { role: 'operations', number: 4 },
  changedAt: opens - 3_600_000,
  review: null,
  ...more,
})

/** The published offer of such a draft. */
export const offer = (more: Partial<HouseOffer> = {}): HouseOffer => ({
  id: newId(),
  company: 'Salinas del Faro',
  listing: 'XMAD:SLF',
  state: 'subscribing',
  ...sizes,
  opens,
  closes,
  draws,
  lists,
  crowd: true,
  beacon: 'drand',
  termsHash: 'a1'.repeat(32),
  publishedAt: opens - 3_600_000,
  isOwn: true,
  withdrawal: null,
  review: null,
  canWithdraw: true,
  canPostpone: true,
  ...more,
})

/** The terms of that offer. */
export const TERMS_READ = { ...TERMS, company: 'Salinas del Faro', listing: 'XMAD:SLF', ...sizes, opens, closes, draws, delivers: draws + 50_400_000, lists } as const // prettier-ignore

type Proposal = ReplyOf<typeof openOfferReview>

/** A proposal of another seat that this one may decide. */
export function proposal(more: Partial<Proposal> = {}): Proposal {
  const { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at } = evidence()
  return {
    review,
    seen,
    steps,
    holder,
    onlyLook,
    onePerson,
    seatedBy,
    id,
    dueAt,
    at,
    people: { approve: 2, refuse: 1 },
    reasons: { approve: [{ code: 'terms_read', title: 'Condiciones leídas', next: '' }], refuse: [] },
    number: 'O-7K2M-91QX',
    state: 'in_review',
    what: 'publish',
    offer: newId(),
    company: 'Salinas del Faro',
    listing: 'XMAD:SLF',
    terms: termsText(TERMS_READ),
    termsHash: 'a1'.repeat(32),
    prospectus: '[tur]\nSalinas del Faro\n\nPuede caer.\n\n[en]\nSalinas del Faro\n\nIt can fall.\n',
    reason: null,
    termsBefore: null,
    applications: 0,
    proposedBy: { role: 'operations', number: 4 },
    ...more,
  }
}

type Step = ReplyOf<typeof readOfferCalendar>['rows'][number]

/** A step of an offer that was done in time. */
export const step = (more: Partial<Step> = {}): Step => ({
  offer: newId(),
  company: 'Salinas del Faro',
  listing: 'XMAD:SLF',
  step: 'freeze',
  dueAt: closes + 60_000,
  doneAt: closes + 70_000,
  state: 'done',
  fault: null,
  round: null,
  voidRound: null,
  relays: [],
  ...more,
})

export const DATES = { closes, draws, lists }
