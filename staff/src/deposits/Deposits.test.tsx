// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur, rateE6 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, inside, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, customer, evidence, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()

type Deposit = ReplyOf<typeof openDeposit>

const NOW = Date.now()
const HASH = `0x${'a1'.repeat(32)}`
const ADDRESS = '0x1111111111111111111111111111111111111111'
const reason = (code: string, title: string) => ({ code, title, next: '' })

/** A deposit of coins with one proof, opened by this seat; one person decides. */
function deposit(more: Partial<Deposit> = {}): Deposit {
  const { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at } = evidence()
  const shared = { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at }
  return {
    ...shared,
    people: { approve: 1, refuse: 1 },
    reasons: {
      approve: [reason('received', 'Recibido')],
      refuse: [reason('not_received', 'No ha llegado'), reason('hash_used', 'Transacción ya usada')],
    },
    moves: [],
    number: 'D-4F09C2',
    way: 'crypto',
    state: 'in_review',
    cash: eur(100_00n),
    eur: 100_00n,
    coins: {
      currency: 'USDC',
      chain: 'polygon',
      amount: 11_000_000_000n,
      address: ADDRESS,
      hash: HASH,
      usd: rateE6(1_000_000n),
      ratesVersion: 3,
      eurUsd: { rate: rateE6(1_100_000n), at: NOW, source: 'practice' },
    },
    decidedAt: null,
    reason: null,
    posting: null,
    reversals: [],
    credit: null,
    proofs: [newId()],
    customer: { ...customer, kyc: 'passed', joinedAt: NOW },
    sameHash: [],
    inWindow: 100_00n,
    limit: 10_000_00n,
    earlier: { credited: 0, eur: 0n, refused: 0, underWay: 0 },
    ...more,
  }
}

type Answer = ReplyOf<typeof decideDeposit>

const decidedAs = (id: string, state: Answer['state']): Answer => ({
  id,
  outcome: 'decided',
  state,
  seat: { role: 'treasurer', number: 1 },
})

async function openOne(of: Partial<Deposit> = {}): Promise<Page> {
  const one = deposit(of)
  countNone(wire.house)
  wire.house.answer(listQueue, {
    rows: [waiting(one.cash, { id: one.id, kind: 'deposit', number: one.number })],
    cursor: null,
    count: null,
  })
  wire.house.answer(openDeposit, one)
  wire.house.answer(decideDeposit, ({ input: { id, opinion } }) =>
    decidedAs(id, opinion === 'approve' ? 'approved' : 'refused'),
  )
  enter()
  const page = await openPage(`/deposits?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

const shown = (page: Page) => page.getByRole('region', { name: 'Pruebas' })
const words = (page: Page) => plain(shown(page).textContent)
/** The line of a check by the server itself. */
const check = (page: Page, label: string) =>
  plain(page.getAllByRole('listitem').find(({ textContent }) => textContent.includes(label))?.textContent)
const decided = () => wire.house.asked(decideDeposit).map(({ input }) => input)
const choose = (page: Page, name: string) => page.user.click(page.getByRole('radio', { name: new RegExp(`^${name}`) }))
const press = (page: Page, name: RegExp) => page.user.click(page.getByRole('button', { name }))

describe('the evidence', () => {
  test('what was sent, by which rates, to which address, and whose it is', async () => {
    const page = await openOne()
    expect(plain(page.getByRole('heading', { level: 2, name: /100,00/ }).textContent)).toBe('100,00 €')
    for (const part of [
      'D-4F09C2',
      '110,00 USDC',
      'Polygon',
      'tabla 3',
      '1 € = 1,100000 US$, sin margen',
      HASH,
      ADDRESS,
      'Marta Ruiz',
    ])
      expect(words(page)).toContain(part)
    expect(check(page, 'Nadie más nombra esta transacción')).toContain('Correcto')
    expect(check(page, 'Identidad verificada')).toContain('Correcto')
    expect(wire.house.asked(openDeposit)).toHaveLength(1)
  })

  test('a transaction that another deposit was credited for fails, and the other is named', async () => {
    const other = { id: newId(), number: 'D-0A0B0C', own: false, cash: eur(250_00n), at: NOW, credited: true }
    const page = await openOne({ sameHash: [other] })
    expect(check(page, 'Nadie más nombra')).toMatch(/D-0A0B0C 250,00 €.*Ya abonada/)
    expect(inside(shown(page)).getAllByRole('img', { name: 'falla' })).toHaveLength(1)
  })

  test('the sum of a day against the limit of one person, the age of the account and the deposits before it', async () => {
    const joinedAt = NOW - 50 * 3_600_000
    const page = await openOne({
      at: NOW,
      inWindow: 10_100_00n,
      customer: { ...customer, kyc: 'passed', joinedAt },
      earlier: { credited: 2, eur: 750_00n, refused: 1, underWay: 3 },
    })
    expect(words(page)).toContain('2 d 2 h antes de este depósito')
    expect(figureOf('Depositado en 24 h')).toBe('10.100,00 €')
    expect(figureOf('Límite de una persona')).toBe('10.000,00 €')
    expect(figureOf('Abonados antes')).toBe('2 · 750,00 €')
    expect(figureOf('Rechazados antes')).toBe('1')
    expect(figureOf('Otras peticiones en marcha')).toBe('3')
  })

  test('an online deposit has no transaction, and an identity that is not verified is said', async () => {
    const page = await openOne({
      way: 'online',
      coins: null,
      proofs: [],
      customer: { ...customer, kyc: 'refused', joinedAt: NOW },
    })
    expect(words(page)).toContain('página de pago de práctica')
    expect(page.queryByText('Transacción')).toBeNull()
    expect(check(page, 'Identidad verificada')).toContain('Identidad rechazada')
  })

  test('a proof is asked for only when it is pressed, because that is a view', async () => {
    const proof = newId()
    const page = await openOne({ proofs: [proof] })
    const image = { type: 'image/jpeg', width: 4, height: 3, base64: 'QQ==', use: 'deposit' } as const
    wire.house.answer(viewPicture, image)
    expect(wire.house.asked(viewPicture)).toEqual([])
    await press(page, /^Ver$/)
    expect(await page.findByRole('img', { name: 'Imagen con marca de agua: Prueba 1' })).toBeTruthy()
    expect(wire.house.asked(viewPicture).map(({ input }) => input)).toEqual([{ customer: customer.id, id: proof }])
  })
})

describe('the decision', () => {
  test.each([
    ['Aprobar', 'Recibido', 'approve', 'received', 'Abonado', '100,00 €'],
    ['Rechazar', 'Transacción ya usada', 'refuse', 'hash_used', 'Rechazado', 'nada'],
  ])(
    '%s sends its reason and what was seen, after saying what follows',
    async (name, why, opinion, code, state, then) => {
      const page = await openOne()
      await choose(page, name)
      expect(figureOf('Se abona al cliente')).toBe(then)
      await choose(page, why)
      await press(page, new RegExp(`^${name}`))
      await expect
        .poll(decided)
        .toEqual([expect.objectContaining({ opinion, reason: code, seen: 'what was seen first' })])
      expect(decided()[0]?.id).toBe(wire.house.asked(openDeposit)[0]?.input.id)
      expect(await page.findByText(new RegExp(`^${state} · 100,00`))).toBeTruthy()
    },
  )

  test('by keys: an opinion, a reason, a note, and the press', async () => {
    const page = await openOne()
    await page.user.keyboard('r1n')
    await page.user.keyboard('no está{Control>}{Enter}{/Control}')
    await expect.poll(decided).toMatchObject([{ opinion: 'refuse', reason: 'not_received', note: 'no está' }])
  })

  test('a transaction that was credited meanwhile is refused in words, and the deposit stays undecided', async () => {
    const page = await openOne()
    wire.house.answer(decideDeposit, no('hash_credited', 'Esa transacción ya se abonó'))
    await page.user.keyboard('a1{Control>}{Enter}{/Control}')
    expect((await page.findByText('Esa transacción ya se abonó')).getAttribute('role')).toBe('alert')
    expect(page.queryByText(/^Abonado · /)).toBeNull()
    // The seat can refuse it instead.
    await choose(page, 'Rechazar')
    expect(page.getByRole('radio', { name: /^Transacción ya usada/ })).toBeTruthy()
  })
})

test('a seat whose role was taken away meanwhile reads why, and can ask again', async () => {
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
  wire.house.answer(openDeposit, no('not_your_role', 'Tu puesto no tiene ese rol'))
  enter()
  const page = await openPage(`/deposits?id=${newId()}`)
  expect(await page.findByText('Tu puesto no tiene ese rol')).toBeTruthy()
  expect(page.queryByRole('radio')).toBeNull()
  await press(page, /^Reintentar/)
  await expect.poll(() => wire.house.asked(openDeposit)).toHaveLength(2)
})
