import type { Call } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused } from '@lonja/core/base/refusal'
import { eur } from '@lonja/core/base/amount'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { applyForBlock } from '@lonja/core/blocks/blocks.contract'
import { subscribeToOffer } from '@lonja/core/ipo/ipo.contract'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { addBankCard, addWallet } from '@lonja/core/payees/payees.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import { makeAlert } from '@lonja/core/watchlist/alerts.contract'
import { makeWatchlist, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { newId } from '../base/ids.ts'
import { acceptDocument } from '../documents/documents.actions.ts'
import { TEST_DOCUMENT, testAcceptance } from '../documents/documents.testing.ts'
import { openOffer } from '../ipo/ipo.testing.ts'
import { writeFor } from '../database/locks.ts'
import { signInAgain, type TestCustomer, type TestHouse } from './house.ts'
import { openBlocks } from '../blocks/blocks.testing.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { applicationIn } from '../loans/loans.testing.ts'
import { acceptWithdrawal } from '../withdrawals/withdrawals.actions.ts'
import { makeLink, newLinkSecret } from '../staff/seat-links.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { queuedIn, startedIn, savedIn } from '../strategies/strategies.testing.ts'
import { newLink } from '../strategies/own.actions.ts'

/** A customer with one of each thing, and their ids, which the inputs of the access matrix use. */
export interface Owner extends TestCustomer {
  readonly order: string
  readonly notice: string
  readonly posting: string
  readonly session: string
  readonly list: string
  readonly alert: string
  readonly payee: string
  /** A submitted withdrawal that no seat has opened. */
  readonly withdrawal: string
  readonly deposit: string
  /** An offer with an application of the customer, and one without. */
  readonly offer: string
  readonly application: string
  readonly nextOffer: string
  /** A block offer with an application of the customer, which no seat has opened. */
  readonly blockOffer: string
  readonly block: string
  /** An application for a loan, which no seat has opened. */
  readonly loan: string
  /** A backtest in the queue. */
  readonly backtest: string
  /** A run of a strategy that goes on. */
  readonly run: string
  /** An own strategy with one version, and the link that shows it. */
  readonly ownStrategy: string
  readonly ownLink: string
  readonly picture: string
  /** A submitted identity check, and the picture of its passport. */
  readonly kyc: string
  readonly paper: string
  /** The reviews of these, by which staff name them. */
  readonly reviews: {
    readonly deposit: string
    readonly withdrawal: string
    readonly kyc: string
    readonly block: string
    readonly loan: string
  }
  /** A thread with customer service. */
  readonly thread: string
  /** A document that the customer accepted. */
  readonly accepted: string
  /** An unused one-time link for a seat. */
  readonly link: string
}

export const ALERT = { kind: 'above', level: '999.00', percentBps: null, repeats: 'once', note: null }

/** A deposit of coins as a customer submits it. */
export const COINS_SENT = { currency: 'USDC', chain: 'polygon', amount: '20.00', cash: 'EUR' }
/** A new transaction hash each time. */
export const hashOfDay = (): string => `0x${newId().replaceAll('-', '').repeat(2)}`

export const WALLET = { currency: 'USDT', chain: 'tron', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
export const CARD = {
  iban: 'DE89370400440532013000',
  accountName: 'Ana',
  bankName: 'Banco Ribera',
  bankAddress: 'Vigo',
}
const OWNED_WALLET = { currency: 'BTC', chain: 'bitcoin', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }

export const PASSPORT = {
  firstName: 'Ana',
  lastName: 'Vega',
  type: 'passport',
  number: 'XM1234567',
  front: null,
  back: null,
  sample: true,
}

/** The push subscription of the example in RFC 8291. */
export const PUSH_DEVICE = {
  endpoint: 'https://push.example.org/one',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

export const ticketOf = (of: typeof ABC) => {
  return { id: newId(), listing: of, side: 'buy', shares: '1', limit: '9.00', timeInForce: 'day' }
}

/** Makes such a customer. A new feature adds its things here, with their ids in `Owner`. */
export async function ownerIn(house: TestHouse): Promise<Owner> {
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
  const deposit = newId()
  await house.ask(submitDeposit, { id: deposit, ...COINS_SENT, hash: hashOfDay() }, { token })
  const at = house.clock.now()
  const [{ offer }, { offer: nextOffer }] = [await openOffer(house.db, at), await openOffer(house.db, at)]
  const application = newId()
  await house.ask(subscribeToOffer, { id: application, offer, wish: { lots: '2' } }, { token, key: application })
  const [block, blockOffer] = [newId(), await blockOfferIn(house)]
  await house.ask(applyForBlock, { id: block, offer: blockOffer, ...BLOCK_ASKED }, { token, key: block })
  const loan = await applicationIn(house, who.id)
  const backtest = await queuedIn(house.db, who.id, at)
  const run = await startedIn(house.db, who.id, at)
  const ownLink = newLink()
  // Its link shows everybody when it was saved: no other thing of the owner has this instant.
  const ownStrategy = await savedIn(house.db, who.id, at - SECOND, ownLink)
  const withdrawal = newId()
  // A second payee, because the first is removed and a withdrawal under review keeps its payee.
  const card = newId()
  const bank = { accountName: 'Ana Gil', bankName: 'Banco de Ensayo', bankAddress: 'Calle Mayor 1, Madrid' }
  await house.ask(addBankCard, { id: card, iban: 'GB29NWBK60161331926819', ...bank }, { token })
  const form = { id: withdrawal, amount: eur(1_000n), payee: card, password: '' }
  await writeFor(house.db, who.id, async (tx) => {
    await acceptWithdrawal(tx, house.withdrawals, { customer: who.id, now: at }, form, null)
  })
  const picture = newId()
  await house.ask(storePicture, { id: picture, use: 'kyc' }, { token })
  const [kyc, paper] = [newId(), newId()]
  await house.ask(storePicture, { id: paper, use: 'kyc' }, { token })
  await house.ask(submitKyc, { id: kyc, ...PASSPORT, front: paper }, { token })
  const answer = await house.ask(sendMessage, { id: newId(), text: 'Hola', pictures: [] }, { token })
  const { thread } = answer.data as { thread: string }
  const accepted = await acceptedIn(house, who.id, deposit)
  const second = await signInAgain(house, who)
  interface Rows {
    readonly rows: readonly { id: string; own: boolean; posting: number }[]
    readonly data: readonly { id: string }[]
  }
  const rowsOf = async (call: Call, input: object, by = token): Promise<Rows> =>
    (await house.ask(call, input, { token: by })).data as Rows
  const session = (await rowsOf(listSessions, {}, second)).rows.find(({ own }) => own)?.id ?? ''
  const notice = (await rowsOf(listNotices, {})).data[0]?.id ?? ''
  const posting = String((await rowsOf(listEntries, { kind: 'hold' })).rows[0]?.posting)
  const link = newLinkSecret()
  const now = house.clock.now()
  await house.db.write((tx) =>
    makeLink(tx, { secret: link, roles: ['support'], madeBy: null, now, endsAt: now + 48 * HOUR }),
  )
  const reviewIn = (record: string): Promise<string> => reviewOf(house, record, who.id)
  const reviews = {
    deposit: await reviewIn(deposit),
    withdrawal: await reviewIn(withdrawal),
    kyc: await reviewIn(kyc),
    block: await reviewIn(block),
    loan: await reviewIn(loan),
  }
  return {
    ...who,
    reviews,
    order: ticket.id,
    notice,
    posting,
    session,
    list,
    alert,
    payee,
    withdrawal,
    deposit,
    offer,
    application,
    nextOffer,
    blockOffer,
    block,
    loan,
    backtest,
    run,
    ownStrategy,
    ownLink,
    picture,
    kyc,
    paper,
    accepted,
    thread,
    link,
  }
}

/** An application for two shares of a block. */
export const BLOCK_ASKED = { shares: '2', cap: '5.00' }

/** A block offer. A house in which ESP was never quoted hears of a price. */
async function blockOfferIn(house: TestHouse): Promise<string> {
  const now = house.clock.now()
  if (!house.market.quote(ESP)) house.script.say(ESP, now, 499n, 500n)
  return (await openBlocks(house.db, now)).offer
}

/** Accepts the tests' document for a record of the customer. Returns the id by which staff open it. */
export const acceptedIn = (house: TestHouse, customer: CustomerId, record: string): Promise<string> =>
  writeFor(house.db, customer, async (tx) => {
    const about = { kind: 'deposit', id: record }
    const acceptance = {
      customer,
      name: TEST_DOCUMENT,
      about,
      acceptance: testAcceptance(TEST_DOCUMENT),
      at: house.clock.now(),
    }
    const accepted = await acceptDocument(tx, house.documents, acceptance)
    assert(!isRefused(accepted), 'the newest version is accepted')
    return accepted.id
  })

/** A form that claims a seat with a set-up that does not exist. */
export const claimed = ({ link }: Owner) => ({
  link,
  setUp: 'not one',
  name: 'Ana',
  password: 'long enough so',
  again: 'long enough so',
  code: '123456',
})

/** A customer without records: reads by these ids find nothing, before and after a write. */
export const withoutThings = (who: TestCustomer): Owner => ({
  ...who,
  order: newId(),
  notice: newId(),
  posting: newId(),
  session: newId(),
  list: newId(),
  alert: newId(),
  payee: newId(),
  withdrawal: newId(),
  deposit: newId(),
  offer: newId(),
  application: newId(),
  nextOffer: newId(),
  blockOffer: newId(),
  block: newId(),
  loan: newId(),
  backtest: newId(),
  run: newId(),
  ownStrategy: newId(),
  ownLink: newLink(),
  picture: newId(),
  kyc: newId(),
  reviews: { deposit: newId(), withdrawal: newId(), kyc: newId(), block: newId(), loan: newId() },
  paper: newId(),
  accepted: newId(),
  thread: newId(),
  link: newId(),
})
