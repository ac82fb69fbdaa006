import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { CALLS, type CallName } from '@lonja/core/calls'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { addWallet } from '@lonja/core/payees/payees.contract'
import { makeAlert } from '@lonja/core/watchlist/alerts.contract'
import { makeWatchlist, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { newId } from './base/ids.ts'
import { newToken } from './base/token.ts'
import { openTestHouse, signInAgain, type Someone, type TestHouse, type Told } from './house.testing.ts'
import { ABC, ESP, INDEX } from './orders/orders.testing.ts'

/**
 * Every call × who asks. `own` is what the call answers its own customer; `other` what a customer hears who asks for another's things
 * (by that one's ids). Anybody without a live session hears 401 from every call that is not for anyone.
 */
interface Case {
  readonly input: (owner: Owner) => unknown
  readonly own: string
  readonly other: string
}

/** A customer with something of everything, and the ids of it. */
interface Owner extends Someone {
  readonly order: string
  readonly notice: string
  readonly posting: string
  readonly session: string
  readonly list: string
  readonly alert: string
  readonly payee: string
  readonly picture: string
}

const nothing = () => ({})
const listing = () => ({ listing: ABC })
const same = (input: Case['input'], answer = 'accepted'): Case => ({ input, own: answer, other: answer })
const owned = (input: Case['input'], other: string, own = 'accepted'): Case => ({ input, own, other })
const passwords = { old: 'not the old one', password: 'secret2', again: 'secret2' }

const MATRIX: Readonly<Record<CallName, Case>> = {
  register: same(() => ({ phone: '1', password: 'secret1', again: 'secret1', invitation: 'X' }), 'phone_digits'),
  logIn: same(({ phone }) => ({ phone, password: 'not this one' }), 'wrong_phone_or_password'),
  logOut: same(nothing),
  listSessions: same(nothing),
  endSession: owned(({ session }) => ({ id: session }), 'unknown_session'),
  readProfile: same(nothing),
  changeProfile: same(() => ({ displayName: 'Ana' })),
  changeLoginPassword: same(() => passwords, 'wrong_password'),
  setTradingPassword: same(() => passwords, 'wrong_password'),
  listEntries: same(nothing),
  readPosting: owned(({ posting }) => ({ posting }), 'not_found'),
  readInstrument: same(listing),
  readIndex: same(() => ({ listing: INDEX })),
  listCandles: same(() => ({ listing: ABC, interval: 'day' })),
  searchInstruments: same(() => ({ words: 'abc' })),
  readExchangeRate: same(nothing),
  listNews: same(nothing),
  readNews: same(() => ({ id: newId() }), 'unknown_news'),
  listNotices: same(nothing),
  readNotice: owned(({ notice }) => ({ id: notice }), 'unknown_notice'),
  markNotice: owned(({ notice }) => ({ id: notice, read: true }), 'unknown_notice'),
  readAllNotices: same(nothing),
  unreadNotices: same(() => ({ at: 1 })),
  toggleWatch: same(() => ({ listing: ABC, watched: true })),
  isWatched: same(listing),
  listWatches: same(nothing),
  orderWatches: owned(() => ({ listings: [ABC] }), 'not_the_same_listings'),
  moveWatch: owned(({ id, list }) => ({ listing: ABC, from: id, to: list }), 'unknown_watchlist'),
  listWatchlists: same(nothing),
  makeWatchlist: same(() => ({ id: newId(), name: 'Chips' })),
  renameWatchlist: owned(({ list }) => ({ id: list, name: 'Semis' }), 'unknown_watchlist'),
  removeWatchlist: owned(({ list }) => ({ id: list, removed: true }), 'unknown_watchlist'),
  makeAlert: same(() => ({ id: newId(), listing: ABC, ...ALERT })),
  changeAlert: owned(({ alert }) => ({ id: alert, ...ALERT }), 'unknown_alert'),
  pauseAlert: owned(({ alert }) => ({ id: alert, paused: true }), 'unknown_alert'),
  removeAlert: owned(({ alert }) => ({ id: alert, removed: true }), 'unknown_alert'),
  listAlerts: same(nothing),
  placeOrder: same(() => ticketOf(ABC)),
  cancelOrder: owned(({ order }) => ({ id: order }), 'unknown_order'),
  listOrders: same(() => ({ which: 'open' })),
  readOrder: owned(({ order }) => ({ id: order }), 'unknown_order'),
  readTerms: same(nothing),
  listInstruments: same(() => ({ list: 'all' })),
  readCompany: same(listing),
  listMembers: same(() => ({ listing: ABC }), 'unknown_listing'),
  listWatched: same(nothing),
  listEarnings: same(() => ({ which: 'upcoming' })),
  readFigures: same(nothing),
  listPositions: same(nothing),
  listClosed: same(nothing),
  readDayCurve: same(nothing),
  storePicture: same(() => ({ id: newId(), use: 'kyc' })),
  readPicture: owned(({ picture }) => ({ id: picture }), 'unknown_picture'),
  readSupportLink: same(nothing),
  readAbout: same(nothing),
  listPayees: same(nothing),
  addWallet: same(() => ({ id: newId(), ...WALLET })),
  addBankCard: same(() => ({ id: newId(), ...CARD })),
  removePayee: owned(({ payee }) => ({ id: payee }), 'unknown_payee'),
  removePayeeByGet: owned(({ payee }) => ({ id: payee }), 'unknown_payee'),
}

const ALERT = { kind: 'above', level: '999.00', percentBps: null, repeats: 'once', note: null }

const WALLET = { currency: 'USDT', chain: 'tron', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
const CARD = { iban: 'ES9121000418450200051332', accountName: 'Ana', bankName: 'Banco Ribera', bankAddress: 'Vigo' }
const OWNED_WALLET = { currency: 'BTC', chain: 'bitcoin', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }

const ticketOf = (of: typeof ABC) => {
  return { id: newId(), listing: of, side: 'buy', shares: '1', limit: '9.00', timeInForce: 'day' }
}

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

async function owner(): Promise<Owner> {
  const who = await house.customer()
  const { token } = who
  const ticket = ticketOf(ABC)
  await house.ask(placeOrder, ticket, { token })
  await house.ask(toggleWatch, { listing: ABC }, { token })
  const list = newId()
  await house.ask(makeWatchlist, { id: list, name: 'Energy' }, { token })
  const alert = newId()
  await house.ask(makeAlert, { id: alert, listing: ABC, ...ALERT }, { token })
  const payee = newId()
  await house.ask(addWallet, { id: payee, ...OWNED_WALLET }, { token })
  const picture = newId()
  await house.ask(storePicture, { id: picture, use: 'kyc' }, { token })
  const second = await signInAgain(house, who)
  const sessions = (await house.ask(listSessions, {}, { token: second })).data.rows
  const notices = (await house.ask(listNotices, {}, { token })).data.data
  const entries = (await house.ask(listEntries, { kind: 'hold' }, { token })).data.rows
  const session = sessions.find((row: { own: boolean }) => row.own).id
  return {
    ...who,
    order: ticket.id,
    notice: notices[0].id,
    posting: entries[0].posting,
    session,
    list,
    alert,
    payee,
    picture,
  }
}

const said = ({ status, error }: Told): string => (status === 200 ? 'accepted' : (error ?? 'nothing'))

const TABLE = Object.entries(MATRIX).map(([name, cell]) => [name, CALLS[name as CallName] as Call, cell] as const)

test.each(TABLE)('%s', async (_name, call, { input, own, other: others }) => {
  const mine = await owner()
  const asks = async (token: string | undefined) => said(await house.ask(call, input(mine), { token }))
  const isOpen = call.caller === 'anyone'
  const ended = await signInAgain(house, mine)
  await house.ask(CALLS.logOut, {}, { token: ended })
  const forged = `${mine.id}.${newToken(mine.id).text.split('.')[1]}`

  const answers = {
    'no token': await asks(undefined),
    'a bad token': await asks('not a token'),
    'a forged token': await asks(forged),
    'an ended session': await asks(ended),
    'another customer': await asks((await house.customer()).token),
    'the customer': await asks(mine.token),
  }
  const nobody = isOpen ? own : 'not_signed_in'
  expect(answers).toEqual({
    'no token': nobody,
    'a bad token': nobody,
    'a forged token': nobody,
    'an ended session': nobody,
    'another customer': others,
    'the customer': own,
  })
})

test('a session that has run out is nobody’s, for every call', async () => {
  const { token } = await house.customer()
  const mine = await owner()
  house.clock.advance(24 * HOUR)
  for (const [name, call, { input }] of TABLE) {
    if (call.caller === 'anyone') continue
    const told = await house.ask(call, input(mine), { token })
    expect([name, told.status, told.code, told.error]).toEqual([name, 401, 401, 'not_signed_in'])
  }
})
