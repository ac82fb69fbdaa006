import { SeatId } from '@lonja/core/base/ids'
import { setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { eur, type Amount } from '@lonja/core/base/amount'
import { readCheckoutLink } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { publishHouseArticle } from '@lonja/core/news/articles.staff.contract'
import { decidePublication, openPublication, proposeHouseMessage } from '@lonja/core/news/publications.staff.contract'
import { changeSeatRoles, makeSeatLink } from '@lonja/core/staff/seats.staff.contract'
import { addBankCard, addWallet } from '@lonja/core/payees/payees.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import type { Opinion } from '@lonja/core/review/review.contract'
import { answerThread, closeThread, openThread } from '@lonja/core/support/support.staff.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import { cancelWithdrawal, submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { askFor, newId, sendPicture } from './client.ts'
import { newCustomer, type Customer } from './customers.ts'
import { takeSeat, type Seat } from './desk.ts'
import type { Welcome } from './house.ts'
import { picture } from './noise.ts'
import { PASSWORD } from './person.ts'
import { addDebt } from './scenes.debts.ts'
import { addCoins, reviewOf, type Desk } from './scenes.desk.ts'

/** Deposits, withdrawals and identity checks in every state that a customer can see. */

const TRADING = 'retirar-2026'
export const NAME = { firstName: 'Marta', lastName: 'Ibáñez Soler' }

/** The payees of a customer. */
export interface Payees {
  readonly wallet: string
  readonly card: string
  /** In another holder's name, with long names. */
  readonly other: string
}

/** Add a trading password, a wallet and two bank cards, one of them with long names. */
export async function addPayees({ url }: Welcome, { token }: Customer): Promise<Payees> {
  await askFor(url, setTradingPassword, { old: PASSWORD, password: TRADING, again: TRADING }, { token })
  const [wallet, card, other] = [newId(), newId(), newId()]
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  await askFor(url, addWallet, { id: wallet, currency: 'USDC', chain: 'polygon', address }, { token })
  const bankAddress = 'Calle Mayor 1, Vigo'
  const ownCard = { iban: 'ES9121000418450200051332', accountName: 'Marta Ibáñez Soler', bankName: 'Banco Ribera' }
  await askFor(url, addBankCard, { id: card, ...ownCard, bankAddress }, { token })
  const long = {
    iban: 'DE89370400440532013000',
    accountName: 'Maximiliana de los Ángeles Fernández-Villaverde y Santamaría',
    bankName: 'Caja Costera de Ahorros y Préstamos del Mediterráneo Occidental',
  }
  await askFor(url, addBankCard, { id: other, ...long, bankAddress }, { token })
  return { wallet, card, other }
}

/** Add a wallet and a card just now: with a waiting time, they wait. */
export async function addNewPayees({ url }: Welcome, { token }: Customer): Promise<void> {
  const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  await askFor(url, addWallet, { id: newId(), currency: 'BTC', chain: 'bitcoin', address }, { token })
  const card = { iban: 'FR1420041010050500013M02606', accountName: 'Marta Ibáñez Soler', bankName: 'Banque du Quai' }
  await askFor(url, addBankCard, { id: newId(), ...card, bankAddress: '12 rue du Port, Nantes' }, { token })
}

/** Customers whose identity check, thread or debt is in a state that the trader's is not. */
type Asker = 'applicant' | 'viewed' | 'refused' | 'debtor'

export interface MoneyScene {
  readonly others: Readonly<Record<Asker, Customer>>
  /** Values for the blanks in the screens' paths. */
  readonly names: Readonly<Record<string, string>>
  /** The two seats that decided. */
  readonly desk: Desk
}

/**
 * Every state of deposits, withdrawals, identity checks and threads. Two seats of the house's first links decide;
 * `second` is the one that has taken the first link already.
 */
export async function addMoney(house: Welcome, trader: Customer, payees: Payees, second?: Seat): Promise<MoneyScene> {
  const desk = await newDesk(house, second)
  const deposits = await addDeposits(desk, trader)
  const withdrawals = await addWithdrawals(desk, trader, payees)
  await talk(desk, trader, false)
  const [applicant, viewed, refused] = [await newCustomer(house), await newCustomer(house), await newCustomer(house)]
  await addPapers(desk, applicant, 'submitted')
  await addPapers(desk, viewed, 'opened')
  await addPapers(desk, refused, 'refuse')
  await addPapers(desk, trader, 'approve')
  await talk(desk, applicant, true)
  const debtor = await newCustomer(house)
  const reversed = await addDebt(desk, debtor)
  const others = { applicant, viewed, refused, debtor }
  return { others, names: { ...deposits, ...withdrawals, ...reversed }, desk }
}

/** One of each that staff decide: a deposit, a withdrawal, an identity check. */
export async function addOne(house: Welcome, { token }: Customer, { card }: Payees): Promise<void> {
  const { url } = house
  await addCoins(url, token, 50_000_000_000n)
  const amount = eur(180_00n)
  await askFor(url, submitWithdrawal, { id: newId(), amount, payee: card, password: TRADING }, { token })
  await sendPapers(url, await newCustomer(house))
}

/**
 * The house's own texts: a notice to all, and an article in two languages. The second seat approves the notice. It
 * proposes another one, an article about a listing, a link for a seat, and other roles for the first seat.
 */
export async function addWords({ url }: Welcome, first: Seat, second: Seat): Promise<void> {
  const { token } = first
  const texts = {
    tur: {
      title: 'Mantenimiento el domingo',
      body: 'El domingo de 3:00 a 3:20 la casa no responde. No hay que hacer nada.',
    },
    cn: { title: '周日维护', body: '周日 3:00 至 3:20 平台暂停服务，您无需操作。' },
  }
  // A second seat approves what goes to all, and what names a listing.
  const { review } = await askFor(url, proposeHouseMessage, { id: newId(), texts }, { token })
  if (review !== null) {
    const { seen } = await askFor(url, openPublication, { id: review }, { token: second.token })
    const opinion = { id: review, seen, opinion: 'approve', reason: 'text_checked' } as const
    await askFor(url, decidePublication, opinion, { token: second.token })
  }
  const article = { name: 'retiradas', listings: [] }
  const tur = { title: 'Cuánto tardan las retiradas', body: 'Cada retirada se decide en menos de 48 horas.' }
  const cn = { title: '提现需要多久', body: '每笔提现都在 48 小时内作出决定。' }
  await askFor(url, publishHouseArticle, { ...article, language: 'tur', ...tur }, { token })
  await askFor(url, publishHouseArticle, { ...article, language: 'cn', ...cn }, { token })
  await askFor(url, proposeHouseMessage, { id: newId(), texts: { tur: HOLIDAY } }, { token: second.token })
  const about = { name: 'horario-lmr', language: 'tur', ...HOURS } as const
  await askFor(url, publishHouseArticle, { ...about, listings: ['XNYS:LMR'] }, { token: second.token })
  await askFor(url, makeSeatLink, { roles: ['support'] }, { token: second.token })
  const fewer = ['support', 'operations', 'admin'] as const
  await askFor(url, changeSeatRoles, { id: SeatId.parse(first.id), roles: [...fewer] }, { token: second.token })
}

const HOLIDAY = {
  title: 'Festivo el 8 de diciembre',
  body: 'Las bolsas de Madrid no abren. Las órdenes esperan a la sesión siguiente.',
}
const HOURS = {
  title: 'Cómo se negocia LMR en media sesión',
  body: 'El viernes la sesión acaba antes.\n\n## Qué cambia\n\n- Las órdenes del día acaban con ella.\n- Las demás esperan.',
}

/** Both seats come from the command line: seats that one seat let in are one hand, and never decide together. */
async function newDesk(house: Welcome, second: Seat | undefined): Promise<Desk> {
  const one = await takeSeat(house, house.links[1] ?? '', 'Caja')
  return { house, one, two: second ?? (await takeSeat(house, house.links[0] ?? '', 'Revisión')) }
}

async function addDeposits({ house: { url }, one }: Desk, { token }: Customer): Promise<Record<string, string>> {
  const coins = (amount: bigint): Promise<string> => addCoins(url, token, amount)
  const decide = async (id: string, opinion: Opinion, reason: string): Promise<void> => {
    const review = await reviewOf(url, one, id)
    const { seen } = await askFor(url, openDeposit, { id: review }, { token: one.token })
    await askFor(url, decideDeposit, { id: review, seen, opinion, reason }, { token: one.token })
  }
  const [credited, refused] = [await coins(250_000_000_000n), await coins(90_000_000_000n)]
  await decide(credited, 'approve', 'received')
  await decide(refused, 'refuse', 'hash_unknown')
  const online = newId()
  const paid = { id: online, amount: 1_250_00n, currency: 'EUR' } as const
  const { url: checkout } = await askFor(url, readCheckoutLink, paid, { token })
  await fetch(new URL(checkout, url), { method: 'POST' })
  await askFor(url, openDeposit, { id: await reviewOf(url, one, online) }, { token: one.token })
  const next = { id: newId(), amount: 300_00n, currency: 'EUR' } as const
  const open = await askFor(url, readCheckoutLink, next, { token })
  const deposit = await coins(200_000_000_000n)
  return { deposit, credited, refused, online, checkout: new URL(open.url, url).href }
}

async function addWithdrawals(
  { house: { url }, one, two }: Desk,
  { token }: Customer,
  { card, wallet, other }: Payees,
): Promise<Record<string, string>> {
  const withdraw = async (payee: string, amount: Amount): Promise<string> => {
    const id = newId()
    await askFor(url, submitWithdrawal, { id, amount, payee, password: TRADING }, { token })
    return id
  }
  const decide = async (seat: Seat, id: string, opinion: Opinion, reason: string): Promise<void> => {
    const review = await reviewOf(url, seat, id)
    const { seen } = await askFor(url, openWithdrawal, { id: review }, { token: seat.token })
    await askFor(url, decideWithdrawal, { id: review, seen, opinion, reason }, { token: seat.token })
  }
  const sent = await withdraw(card, eur(75_00n))
  await decide(one, sent, 'approve', 'customer_confirmed')
  const refused = await withdraw(other, eur(1_500_00n))
  for (const seat of [one, two]) await decide(seat, refused, 'refuse', 'payee_name_differs')
  const cancelled = await withdraw(wallet, eur(320_50n))
  await askFor(url, cancelWithdrawal, { id: cancelled }, { token })
  const large = await withdraw(card, eur(12_345_67n))
  await decide(one, large, 'approve', 'customer_confirmed')
  const withdrawalId = await withdraw(card, eur(640_00n))
  return { sent, turnedDown: refused, cancelled, large, asked: withdrawalId }
}

async function sendPapers(url: string, { token }: Customer): Promise<{ id: string; number: string }> {
  const [id, number] = [newId(), nextNumber()]
  const [front, back] = [
    await sendPicture(url, 'kyc', picture(), token),
    await sendPicture(url, 'kyc', picture(), token),
  ]
  const papers = { type: 'id_card', number, front, back, sample: true } as const
  await askFor(url, submitKyc, { id, ...NAME, ...papers }, { token })
  return { id, number }
}

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
let numbers = 12_345_678

/** The number of another identity card, with its letter: two customers with one number do not pass. */
function nextNumber(): string {
  const number = numbers++
  return `${number}${LETTERS[number % LETTERS.length]}`
}

/** An identity check, taken to a given state. Answers with the number of the papers. */
export async function addPapers(
  { house: { url }, one }: Desk,
  customer: Customer,
  until: 'submitted' | 'opened' | Opinion,
): Promise<string> {
  const { id, number } = await sendPapers(url, customer)
  if (until === 'submitted') return number
  const review = await reviewOf(url, one, id)
  const { seen, papers } = await askFor(url, openKyc, { id: review }, { token: one.token })
  if (until === 'opened') return number
  for (const { id: picture } of papers)
    await askFor(url, viewPicture, { customer: customer.userId, id: picture }, { token: one.token })
  const decision =
    until === 'approve'
      ? { reason: 'papers_match', repeat: [] }
      : { reason: 'paper_unreadable', repeat: ['back'] as 'back'[] }
  await askFor(url, decideKyc, { id: review, seen, opinion: until, ...decision }, { token: one.token })
  return number
}

/** Two questions and an answer; a closed thread waits for its rating. */
async function talk({ house: { url }, one }: Desk, { token, userId }: Customer, closes: boolean): Promise<void> {
  const ask = async (text: string): Promise<string> => {
    const { thread } = await askFor(url, sendMessage, { id: newId(), text, pictures: [] }, { token })
    return thread
  }
  await ask('Hola. Me han rechazado la retirada porque el titular no coincide.\n¿Cómo la pido bien?')
  await askFor(url, openThread, { customer: userId }, { token: one.token })
  const text = 'Añade una tarjeta a tu nombre y pide la retirada otra vez; lo reservado ya está libre.'
  await askFor(url, answerThread, { id: newId(), customer: userId, text }, { token: one.token })
  const thread = await ask('¿La puedo usar hoy?')
  if (closes) await askFor(url, closeThread, { customer: userId, thread }, { token: one.token })
}
