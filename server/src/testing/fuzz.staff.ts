import { Secret } from 'otpauth'
import { listSeatSessions, readSeatLink } from '@lonja/core/staff/staff.contract'
import { codeAt } from '../secrets/codes.ts'
import type { TestHouse } from './house.ts'
import { makeLink, newLinkSecret } from '../staff/seat-links.ts'
import { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import { RESTRICTION_LEVELS, ROLES } from '@lonja/core/base/contract'
import { OPINIONS } from '@lonja/core/review/review.contract'
import { HOUR } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import { listHouseEntries } from '@lonja/core/ledger/house.staff.contract'
import { ENTRY_KINDS, HOUSE_ACCOUNTS } from '@lonja/core/lists'
import { ABC, START } from '../orders/orders.testing.ts'
import { openRestriction, restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { openReversal } from '@lonja/core/reversals/reversals.staff.contract'
import { askReversal } from '../reversals/reversals.testing.ts'
import { makeInvitationIn } from '../accounts/invitations.ts'
import { proposeHouseMessage } from '@lonja/core/news/publications.staff.contract'
import { changeSeatRoles } from '@lonja/core/staff/seats.staff.contract'
import { ACTION_FILE, actionFile } from '../news/news.testing.ts'
import { publishArticle } from '../news/publications.actions.ts'
import { newId } from '../base/ids.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'
import type { CallName } from '@lonja/core/calls'
import { reviewOf } from '../review/reviewed.testing.ts'

/** A seat with all roles, a link that it could claim, and its next one-time code. */
export interface KnownSeat {
  readonly token: string
  readonly name: string
  readonly password: string
  readonly code: string
  readonly sessions: readonly string[]
  readonly link: string
  readonly setUp: string
  readonly setUpCode: string
  /** Another seat, to be changed and ended, and a link to be revoked. */
  readonly other: string
  readonly linkToRevoke: string
  /** A change that another admin proposed. */
  readonly change: string
  /** The review of a message to all that another seat proposed. */
  readonly publication: string
  /** The id of one of the house's own entries. */
  readonly batch: string
  /** An invitation to be ended, and an article in English to be edited and withdrawn. */
  readonly invitation: string
  /** A long restriction that it has asked for and holds. */
  readonly restriction: { readonly id: string; readonly seen: string }
  /** A reversal that it has asked for and holds. */
  readonly reversal: { readonly id: string; readonly seen: string }
  readonly article: string
}

/** `mark` is the customer whom staff restrict and write to. */
type Make = (who: { readonly seat: KnownSeat; readonly mark: string }, chance: Dice) => Fields

/** Valid inputs of the calls of staff, for their own seat. */
export const STAFF = {
  listCustomers: (_who, chance) => paged(chance),
  searchCustomers: ({ mark }, chance) => ({
    words: chance.pick([
      '+34 600 000 001',
      'ana',
      'x%_\\',
      '王小明',
      'R-7K2M-91QX',
      'ES91 2100 0418 4502 0005 1332',
      mark,
    ]),
  }),
  openCustomer: ({ mark: id }) => ({ id }),
  listCustomerEntries: ({ mark: customer }, chance) => ({
    customer,
    ...paged(chance),
    ...maybe(chance, () => ({ asset: chance.pick(['EUR', 'USD', 'cash', 'shares', ABC]) })),
    ...maybe(chance, () => ({ kind: chance.pick(ENTRY_KINDS) })),
    ...maybe(chance, () => ({ from: String(START), to: String(START + HOUR) })),
    ...maybe(chance, () => ({ cursor: chance.pick(['1', '2', 'x', '0']) })),
  }),
  openCustomerPosting: ({ mark: customer }) => ({ customer, posting: '1' }),
  listHouseAccounts: () => ({}),
  listHouseEntries: ({ seat }, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({
      account: chance.pick(HOUSE_ACCOUNTS),
      asset: chance.pick(['EUR', 'USD', 'cash', 'shares']),
    })),
    ...maybe(chance, () => ({ from: String(START), to: String(START + HOUR) })),
    ...maybe(chance, () => ({ cursor: chance.pick([`${START + HOUR}/${seat.batch}/fees/EUR`, '1/2/3/4', 'x']) })),
  }),
  readHouseBatch: ({ seat: { batch } }) => ({ batch }),
  reverseCredit: ({ mark: customer }, chance) => ({
    id: newId(),
    customer,
    entry: 1,
    amount: { amount: chance.pick(['0.01', '1.00']), currency: 'EUR' },
    reason: chance.pick(['wrong_amount', 'wrong_customer', 'credited_twice', 'granted_by_mistake']),
  }),
  previewReversal: (_who, chance) => ({
    language: chance.pick(LANGUAGES),
    currency: chance.pick(['EUR', 'USD']),
    amount: '2.00',
    owed: chance.pick(['0.00', '0.01', '2.00']),
    reason: 'wrong_customer',
  }),
  openReversal: ({ seat }) => ({ id: seat.reversal.id }),
  decideReversal: ({ seat }, chance) => ({
    ...seat.reversal,
    ...chance.pick([
      { opinion: 'approve', reason: 'wrong_amount' },
      { opinion: 'refuse', reason: 'credit_right' },
    ]),
  }),
  listDebts: (_who, chance) => paged(chance),
  restrictAccount: ({ mark: customer }, chance) => ({
    id: newId(),
    customer,
    level: chance.pick(RESTRICTION_LEVELS),
    reason: chance.pick(RESTRICTION_REASONS),
    until: START + (1 + chance.below(80)) * 24 * HOUR,
  }),
  previewRestriction: (_who, chance) => ({
    language: chance.pick(LANGUAGES),
    level: chance.pick(RESTRICTION_LEVELS),
    reason: 'unusual_activity',
    until: START,
    ended: chance.below(4),
    stopped: chance.below(4),
  }),
  liftRestriction: ({ mark: customer }) => ({ id: newId(), customer }),
  listRestricted: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ find: chance.pick(['L-4f09c2', 'ana']) })),
  }),
  openRestriction: ({ seat }) => ({ id: seat.restriction.id }),
  decideRestriction: ({ seat }, chance) => ({
    ...seat.restriction,
    opinion: chance.pick(OPINIONS),
    reason: chance.pick(['grounds_hold', 'grounds_gone', 'grounds_missing', 'grounds_remain']),
  }),
  findReset: (_who, chance) => ({ code: chance.pick(['7K4M 92QD', 'ACDE FGHJ', 'none']) }),
  openReset: ({ seat }) => ({ id: seat.restriction.id }),
  decideReset: ({ seat }, chance) => ({
    ...seat.restriction,
    opinion: chance.pick(OPINIONS),
    reason: chance.pick(['answers_match', 'answers_wrong']),
  }),
  proposeHouseMessage: (_who, chance) => ({
    id: newId(),
    texts: { tur: { title: 'Aviso', body: 'Uno' }, ...maybe(chance, () => ({ cn: { title: '通知', body: '一' } })) },
  }),
  previewActions: (_who, chance) => ({ file: chance.pick([ACTION_FILE, actionFile('withdraw,dividend,'), 'AAAA']) }),
  proposeActions: (_who, chance) => ({
    id: newId(),
    source: 'https://www.example.org/actions',
    file: chance.pick([ACTION_FILE, actionFile('split,2:0,'), 'AAAA']),
  }),
  openPublication: ({ seat }) => ({ id: seat.publication }),
  decidePublication: ({ seat }, chance) => ({
    id: seat.publication,
    seen: '',
    ...chance.pick([
      { opinion: 'approve', reason: 'text_checked' },
      { opinion: 'refuse', reason: 'not_now' },
    ]),
  }),
  sendHouseMessage: ({ mark: customer }, chance) => ({
    id: newId(),
    customer,
    texts: { [chance.pick(['tur', 'en', 'cn'])]: { title: 'Told', body: 'In plain\nwords' } },
  }),
  listHouseMessages: (_who, chance) => paged(chance),
  countRecipients: ({ mark }, chance) => maybe(chance, () => ({ customer: mark })),
  listInvitations: (_who, chance) => ({ ...paged(chance), which: chance.pick(['open', 'all']) }),
  makeInvitationCode: (_who, chance) => ({ uses: 1 + chance.below(100), days: 1 + chance.below(3_650) }),
  endInvitation: ({ seat }) => ({ id: seat.invitation }),
  readHealth: () => ({}),
  listHouseArticles: (_who, chance) => paged(chance),
  readHouseArticle: ({ seat }) => ({ name: seat.article }),
  publishHouseArticle: (_who, chance) => ({
    name: `article-${chance.below(1_000_000_000)}`,
    language: chance.pick(['tur', 'en', 'cn']),
    title: 'Por qué una orden espera',
    body: '## Un título\n\n- una línea\n- otra',
    listings: chance.pick([[], [ABC]]),
  }),
  editHouseArticle: ({ seat }, chance) => ({
    name: seat.article,
    language: 'en',
    version: 0,
    title: `Told ${chance.below(1_000_000)}`,
    body: 'In plain words',
  }),
  withdrawHouseArticle: ({ seat }) => ({ name: seat.article, reason: 'It named the wrong day.' }),
  listSeats: () => ({}),
  makeSeatLink: (_who, chance) => ({ roles: [chance.pick(ROLES)] }),
  revokeSeatLink: ({ seat }) => ({ id: seat.linkToRevoke }),
  changeSeatRoles: ({ seat }, chance) => ({ id: seat.other, roles: [chance.pick(ROLES)] }),
  endSeat: ({ seat }) => ({ id: seat.other }),
  confirmSeatChange: ({ seat }) => ({ id: seat.change }),
  withdrawSeatChange: ({ seat }) => ({ id: seat.change }),
  confirmSeat: ({ seat }) => ({ id: seat.other }),
  listSessionsOfSeat: ({ seat }) => ({ id: seat.other }),
  endSessionsOfSeat: ({ seat }) => ({ id: seat.other }),
  listActivity: (_who, chance) => paged(chance),
  listAudit: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ act: chance.pick(['seat_claimed', 'signed_in']) })),
    ...maybe(chance, () => ({ seat: newId() })),
    ...maybe(chance, () => ({ seatNumber: '1', account: 'L-4f09c2' })),
    ...maybe(chance, () => ({ from: String(START), to: String(START + HOUR) })),
  }),
  exportAudit: (_who, chance) => maybe(chance, () => ({ act: 'signed_in', from: String(START) })),
  readOwnHead: () => ({}),
  checkAudit: (_who, chance) => maybe(chance, () => ({ chain: newId() })),
  readSeatLink: ({ seat }) => ({ link: seat.link }),
  claimSeat: ({ seat: { link, setUp, setUpCode } }, chance) => ({
    link,
    setUp,
    code: setUpCode,
    name: `Ana ${chance.below(1_000_000_000)}`,
    password: 'long enough so',
    again: 'long enough so',
  }),
  signInSeat: ({ seat: { name, password, code } }) => ({ name, password, code }),
  signOutSeat: () => ({}),
  readSeat: () => ({}),
  listSeatSessions: () => ({}),
  endSeatSession: ({ seat }, chance) => ({ id: chance.once(10) ? 'others' : idFrom(seat.sessions, chance) }),
} satisfies Readonly<Record<string, Make>>

/** A restriction of a new customer that takes two people, asked for and opened by this seat. */
async function restrictionHeldBy(house: TestHouse, token: string): Promise<KnownSeat['restriction']> {
  const { id: customer } = await house.customer()
  const terms = { level: 2, reason: 'unusual_activity', until: house.clock.now() + 100 * HOUR } as const
  const { review } = (await house.ask(restrictAccount, { id: newId(), customer, ...terms }, { token })).data
  const { seen } = (await house.ask(openRestriction, { id: review }, { token })).data
  return { id: review, seen }
}

/** A reversal of a cent of a new customer's grant, asked for and opened by this seat. */
async function reversalHeldBy(house: TestHouse, token: string): Promise<KnownSeat['reversal']> {
  const { id: customer } = await house.customer()
  const { review } = (await askReversal(house, { token }, customer, '0.01')).data as { review: string }
  const { seen } = (await house.ask(openReversal, { id: review }, { token })).data as { seen: string }
  return { id: review, seen }
}

/** A change of a seat's roles that an admin proposes to the others. */
async function changeProposed(house: TestHouse): Promise<string> {
  const [{ token }, { id }] = [await house.seat({ roles: ['admin'] }), await house.seat({ roles: ['support'] })]
  const input = { id, roles: ['support', 'reviewer'] }
  return (await house.ask(changeSeatRoles, input, { token, key: newId() })).data.change as string
}

/** A message to all that a seat proposes. Returns its review. */
export async function messageProposed(house: TestHouse): Promise<string> {
  const { token } = await house.seat({ roles: ['operations'] })
  const input = { id: newId(), texts: { tur: { title: 'Aviso', body: 'Cerramos el lunes.' } } }
  return (await house.ask(proposeHouseMessage, input, { token })).data.review as string
}

/** A seat in its current state, with its own unused link. */
export async function freshSeat(house: TestHouse): Promise<KnownSeat> {
  const now = house.clock.now()
  const { token, name, password, code } = await house.seat()
  const link = newLinkSecret()
  const terms = { secret: link, roles: ROLES, madeBy: null, now, endsAt: now + HOUR }
  await house.db.write((tx) => makeLink(tx, terms))
  const { setUp, secret } = (await house.ask(readSeatLink, { link })).data as { setUp: string; secret: string }
  const setUpCode = codeAt(Buffer.from(Secret.fromBase32(secret).bytes), now)
  const { rows } = (await house.ask(listSeatSessions, {}, { token })).data as { rows: { id: string }[] }
  const sessions = rows.map(({ id }) => id)
  const other = (await house.seat()).id
  const linkToRevoke = await house.db.write((tx) => makeLink(tx, { ...terms, secret: newLinkSecret() }))
  const books = (await house.ask(listHouseEntries, { limit: '1' }, { token })).data as { rows: { batch: string }[] }
  const batch = books.rows[0]?.batch ?? newId()
  const own = { token, name, password, code: codeAt(code, now), sessions }
  const { id: invitation } = await house.db.write((tx) => makeInvitationIn(tx, { uses: 1, days: 1, now }))
  const article = `article-${newId()}`
  const text = { language: 'en' as const, title: 'Told', body: 'At first', at: null, listings: [] }
  await publishArticle(house.db, 'publish', { ...text, name: article }, [], now)
  const restriction = await restrictionHeldBy(house, token)
  const reversal = await reversalHeldBy(house, token)
  const change = await changeProposed(house)
  const publication = await messageProposed(house)
  const things = { other, linkToRevoke, change, publication, batch, invitation, article, restriction, reversal }
  return { ...own, link, setUp, setUpCode, ...things }
}

const NAMES_A_REVIEW: ReadonlySet<CallName> = new Set([
  ...(['openDeposit', 'decideDeposit', 'openWithdrawal', 'decideWithdrawal', 'recallWithdrawal'] as const),
  ...(['openKyc', 'decideKyc', 'letGoReview'] as const),
])

/** The fields of a call with a record's id replaced by its review's, if the call names a review. */
export const asStaffName = async (house: TestHouse, name: CallName, fields: Fields): Promise<Fields> =>
  NAMES_A_REVIEW.has(name) ? { ...fields, id: await reviewOf(house, String(fields['id'])) } : fields
