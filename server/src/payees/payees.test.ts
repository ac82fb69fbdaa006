import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { addBankCard, addWallet, listPayees, removePayee, removePayeeByGet } from '@lonja/core/payees/payees.contract'
import { PAYEES_MAX } from '@lonja/core/payees/payees.rules'
import { newId } from '../base/ids.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'
import { findPayee, listPayeeReplies } from './payees.actions.ts'
import { publishReadyPayees } from './payees.jobs.ts'

const WALLET = { currency: 'USDC', chain: 'polygon', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }
const CARD = {
  iban: 'es91 2100 0418 4502 0005 1332',
  accountName: 'Marta Ibáñez Soler',
  bankName: 'Banco Ribera',
  bankAddress: 'Calle Mayor 1, Vigo',
}

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

async function somebody() {
  const who = await house.customer()
  const { id: customer } = who
  const how = { token: who.token }
  const add = async (fields: object = {}, id = newId()) => {
    const answer = await house.ask(addWallet, { id, ...WALLET, ...fields }, how)
    return { id, ...answer }
  }
  const list = async () => (await house.ask(listPayees, {}, how)).data
  /** Waits so long that a session ends meanwhile. */
  const wait = async (ms: number): Promise<void> => {
    house.clock.advance(ms)
    how.token = await signInAgain(house, who)
  }
  return { customer, how, add, list, wait }
}

test('a wallet and a card are listed masked, wait for their time, and then get a notice', async () => {
  const { customer, how, add, list } = await somebody()
  const { id } = await add()
  const card = newId()
  const answer = await house.ask(addBankCard, { id: card, ...CARD }, how)
  expect(answer.data).toEqual({ id: card, readyAt: house.clock.now() + 72 * HOUR })
  const { rows, most, waitMs } = await list()
  expect([most, waitMs]).toEqual([PAYEES_MAX, 72 * HOUR])
  expect(rows).toMatchObject([
    {
      id,
      kind: 'wallet',
      card: null,
      ending: 'eAed',
      state: 'waiting',
      underWay: 0,
      withdrawals: 0,
      wallet: { currency: 'USDC', chain: 'polygon', address: '0x5aAe…eAed' },
    },
    {
      id: card,
      kind: 'card',
      wallet: null,
      ending: '1332',
      card: { iban: 'ES••\u00a0••••\u00a01332', bankName: 'Banco Ribera' },
    },
  ])
  expect(JSON.stringify(rows)).not.toContain('5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  expect(JSON.stringify(rows)).not.toContain('21000418')
  const notices = (await house.ask(listNotices, { kind: 'money' }, how)).data.data
  expect(notices.map(({ code, title }: { code: string; title: string }) => [code, title]).slice(0, 2)).toEqual([
    ['payee_added', 'Bank account added: Banco Ribera'],
    ['payee_added', 'Wallet added: USDC'],
  ])
  // The payee is unmasked for the code that pays to it.
  expect(await house.db.read((tx) => findPayee(tx, customer, card))).toMatchObject({
    to: { iban: 'ES9121000418450200051332', accountName: 'Marta Ibáñez Soler' },
  })
})

test('the same form sent twice is one payee; the same place again is refused', async () => {
  const { add, list } = await somebody()
  const id = newId()
  const [one, two] = await Promise.all([add({}, id), add({}, id)])
  expect([one.status, two.status, one.data]).toEqual([200, 200, two.data])
  expect((await add()).error).toBe('payee_there_already')
  expect((await add({ chain: 'ethereum' }, id)).error).toBe('key_reused')
  expect((await list()).rows).toHaveLength(1)
})

test('of many added at once ten are accepted, and of the same place one', async () => {
  const { how, add, list } = await somebody()
  const same = await Promise.all(Array.from({ length: 6 }, () => add()))
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
  // Spanish accounts with different numbers, each with its check digits.
  const ibans = Array.from({ length: 12 }, (_, n) => spanish(String(1_000_000_000 + n)))
  const answers = await Promise.all(ibans.map((iban) => house.ask(addBankCard, { id: newId(), ...CARD, iban }, how)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(PAYEES_MAX - 1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error))).toEqual(
    new Set(['too_many_payees']),
  )
  expect((await list()).rows).toHaveLength(PAYEES_MAX)
})

test('a removed payee leaves the list, makes room, and waits anew when it is added again', async () => {
  const { customer, how, add, list, wait } = await somebody()
  const { id } = await add()
  await wait(72 * HOUR - 1)
  expect((await list()).rows).toMatchObject([{ state: 'waiting' }])
  house.clock.advance(1)
  expect((await list()).rows).toMatchObject([{ state: 'ready' }])
  expect((await house.ask(removePayee, { id }, how)).data).toEqual({ id, removed: true })
  expect((await house.ask(removePayee, { id }, how)).status).toBe(200)
  expect((await list()).rows).toEqual([])
  expect(await house.db.read((tx) => findPayee(tx, customer, id))).toBeNull()
  await add()
  expect((await list()).rows).toMatchObject([{ state: 'waiting' }])
})

test('a payee that has waited gets one notice, also with two servers; removed or in another name, none', async () => {
  const { customer, how, add, wait } = await somebody()
  const { id } = await add()
  const { id: gone } = await add({ address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' })
  const card = newId()
  await house.ask(addBankCard, { id: card, ...CARD }, how)
  await house.ask(removePayee, { id: gone }, how)
  const publications: string[] = []
  const ground = { db: house.db, clock: house.clock, events: { publish: (who: string) => void publications.push(who) } }
  const other = { verifiedNameOf: () => Promise.resolve('Somebody Else') }
  const look = () => publishReadyPayees(ground, other)
  await wait(72 * HOUR - 1)
  await look()
  expect(publications).not.toContain(customer)
  house.clock.advance(1)
  await Promise.all([look(), look()])
  await look()
  expect(publications.filter((who) => who === customer)).toHaveLength(1)
  const notices = (await house.ask(listNotices, { kind: 'money' }, how)).data.data
  const ready = notices.filter(({ code }: { code: string }) => code === 'payee_ready')
  expect(ready).toMatchObject([
    { title: expect.stringContaining('USDC'), body: expect.stringContaining('0x5aAe…eAed') },
  ])
  expect(await house.db.read((tx) => findPayee(tx, customer, id))).not.toBeNull()
})

test('the GET of the spec removes by the token header alone, not by link, image or prefetch', async () => {
  const { how, add, list } = await somebody()
  const other = await somebody()
  const { id } = await add()
  const url = `/api/en${removePayeeByGet.path}?id=${id}`
  const tries = [url, `${url}&token=${how.token}`, `${url}&lang=en&token=${encodeURIComponent(how.token)}`]
  for (const each of tries) {
    const headers = { cookie: `token=${how.token}`, 'sec-purpose': 'prefetch', authorization: `Bearer ${how.token}` }
    const answer = await house.door.inject({ method: 'GET', url: each, headers })
    expect(answer.statusCode).toBe(401)
  }
  expect((await house.ask(removePayeeByGet, { id }, other.how)).error).toBe('unknown_payee')
  expect((await list()).rows).toHaveLength(1)
  // One notice, however often the job runs.
  for (let time = 0; time < 3; time += 1) {
    expect((await house.ask(removePayeeByGet, { id }, how)).data).toEqual({ id, removed: true })
  }
  expect((await list()).rows).toEqual([])
  const notices = (await house.ask(listNotices, { kind: 'money' }, how)).data.data
  expect(notices.filter(({ code }: { code: string }) => code === 'payee_removed')).toHaveLength(1)
})

test('a payee with a withdrawal under way, and a card in another name, are marked', async () => {
  const { customer, add, how } = await somebody()
  const { id } = await add()
  await house.ask(addBankCard, { id: newId(), ...CARD }, how)
  house.clock.advance(80 * HOUR)
  const rows = await house.db.read((tx) =>
    listPayeeReplies(tx, customer, house.clock.now(), {
      usesOf: () => Promise.resolve(new Map([[id, { underWay: 1, all: 3 }]])),
      verifiedNameOf: () => Promise.resolve('Marta Soler'),
    }),
  )
  expect(rows).toMatchObject([
    { state: 'ready', underWay: 1, withdrawals: 3 },
    { state: 'other_holder', underWay: 0 },
  ])
})

test.each([
  ['an empty address', { address: '' }, 'missing_information', 'address'],
  ['an address of spaces', { address: '   ' }, 'missing_information', 'address'],
  ['a slip in the address', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, 'address_checksum', 'address'],
  ['an address with a hidden sign', { address: `${WALLET.address}\u200b` }, 'address_form', 'address'],
  ['a coin on another chain', { chain: 'bitcoin' }, 'chain_of_currency', 'chain'],
  ['a chain that is none', { chain: 'dogecoin' }, 'bad_input', 'chain'],
  ['an address without end', { address: 'x'.repeat(201) }, 'bad_input', 'address'],
])('%s is refused at its field', async (_line, fields, error, field) => {
  const { add, list } = await somebody()
  const answer = await add(fields)
  expect([answer.error, answer.fields?.map((one) => one.field)]).toEqual([error, [field]])
  expect((await list()).rows).toEqual([])
})

/** A Spanish IBAN of an account at bank 2100, branch 0418: its two inner check digits and its outer ones. */
function spanish(account: string): string {
  const weighed = (digits: string): string => {
    const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
    const rest = 11 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 0), 0) % 11)
    return String(rest === 10 ? 1 : rest === 11 ? 0 : rest)
  }
  const bban = `21000418${weighed('0021000418')}${weighed(account)}${account}`
  return `ES${String(98n - (BigInt(`${bban}142800`) % 97n)).padStart(2, '0')}${bban}`
}
