// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur, usd, type Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  decideReversal,
  listDebts,
  openReversal,
  previewReversal,
  reverseCredit,
  type CreditShown,
} from '@lonja/core/reversals/reversals.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, plain, show, type Page } from '@lonja/kit/screens.testing'
import { countNone, customer, evidence, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { Reverse } from './Reverse.tsx'

const wire = withConsole()

type Reversal = ReplyOf<typeof openReversal>

const NOW = Date.now()
const reason = (code: string, title: string) => ({ code, title, next: '' })

/** A reversal of a part of a deposit, opened by this seat: a part of it is not free. */
function reversal(more: Partial<Reversal> = {}): Reversal {
  const { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at } = evidence()
  const shared = { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at }
  return {
    ...shared,
    people: { approve: 2, refuse: 1 },
    reasons: {
      approve: [reason('credited_twice', 'Se abonó dos veces')],
      refuse: [reason('credit_right', 'El abono era correcto')],
    },
    moves: [],
    number: 'C-7K2M-91QX',
    state: 'in_review',
    amount: eur(100_00n),
    reason: 'credited_twice',
    askedBy: { role: 'treasurer', number: 2 },
    customer: { ...customer, language: 'fr', joinedAt: NOW },
    credit: { kind: 'deposit', entry: 4, posting: 4, amount: eur(250_00n), at: NOW, reversed: eur(50_00n) },
    free: eur(70_00n),
    held: eur(20_00n),
    owed: [],
    taken: eur(70_00n),
    wouldOwe: eur(30_00n),
    underWay: { orders: 1, withdrawals: 2 },
    ...more,
  }
}

/** The first of two people has approved it. */
const PROPOSED: Reversal['steps'][number] = {
  step: 'approve',
  at: NOW,
  seat: { role: 'treasurer', number: 2, letInBy: null },
  round: 1,
  person: 1,
  reason: reason('credited_twice', 'Se abonó dos veces'),
  note: null,
}

/** The house words a notice from the terms that it is given. */
const preview = () =>
  wire.house.answer(previewReversal, ({ input: { language, currency, amount, owed, reason } }) => ({
    title: `Notice in ${language}`,
    body: `${amount} ${currency}, ${owed} owed, ${reason}`,
  }))

async function openOne(of: Partial<Reversal> = {}): Promise<Page> {
  const one = reversal(of)
  countNone(wire.house)
  wire.house.answer(listQueue, {
    rows: [waiting(one.amount, { id: one.id, kind: 'reversal', number: one.number })],
    cursor: null,
    count: null,
  })
  wire.house.answer(openReversal, one)
  wire.house.answer(decideReversal, ({ input: { id } }) => ({
    id,
    outcome: 'decided' as const,
    state: 'approved' as const,
    seat: { role: 'treasurer' as const, number: 1 },
  }))
  preview()
  enter()
  const page = await openPage(`/reversals?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

describe('the evidence', () => {
  test('names the credit, what is left of it, the balance and what is under way', async () => {
    const page = await openOne()
    const words = plain(page.getByRole('region', { name: 'Pruebas' }).textContent)
    for (const part of ['C-7K2M-91QX', 'Marta Ruiz', 'Abonado dos veces', '250,00 €', '50,00 €', '70,00 €', '20,00 €'])
      expect(words).toContain(part)
    expect(words).toContain('1 orden · 2 retiradas')
  })

  test('says before an approval what is taken, what is owed, what stops, and what the customer reads', async () => {
    const page = await openOne({ steps: [PROPOSED] })
    await page.user.click(page.getByRole('radio', { name: /^Aprobar/ }))
    expect([figureOf('Se toma de lo disponible'), figureOf('Queda a deber')]).toEqual(['70,00 €', '30,00 €'])
    expect(figureOf('Retiradas')).toBe('paradas hasta que pague todo lo que debe')
    const notice = await page.findByText('Notice in fr')
    expect(notice.parentElement?.getAttribute('lang')).toBe('fr-FR')
    expect(figureOf('Lo que leerá (Français)')).toContain('10000 EUR, 3000 owed, credited_twice')
    await page.user.click(page.getByRole('radio', { name: /^Se abonó dos veces/ }))
    await page.user.click(page.getByRole('button', { name: /^Confirmar/ }))
    await expect
      .poll(() => wire.house.asked(decideReversal).map(({ input }) => input))
      .toMatchObject([{ opinion: 'approve', reason: 'credited_twice', seen: 'what was seen first' }])
  })
})

const ALL_FREE: Partial<Reversal> = { taken: eur(100_00n), wouldOwe: eur(0n), steps: [PROPOSED] }

// prettier-ignore
test.each<[string, owed: Amount[], balance: string, withdrawals: string]>([
  ['no debt',                     [],           'nada',        'como hasta ahora'],
  ['a debt in another currency',  [usd(5_00n)], '5,00',        'paradas hasta que pague todo lo que debe'],
])('before an approval that leaves nothing owed, with %s: what is owed and whether withdrawals are stopped', async (_line, owed, balance, withdrawals) => {
  const page = await openOne({ ...ALL_FREE, owed })
  expect(figureOf('Debe')).toContain(balance)
  await page.user.click(page.getByRole('radio', { name: /^Aprobar/ }))
  expect([figureOf('Queda a deber'), figureOf('Retiradas')]).toEqual(['nada', withdrawals])
})

const CREDIT: CreditShown = {
  entry: 4,
  kind: 'deposit',
  amount: eur(250_00n),
  left: eur(200_00n),
  free: eur(30_00n),
  language: 'en',
}
const showReverse = (credit: CreditShown = CREDIT) => show(<Reverse customer={customer.id} credit={credit} />)
const seated = (role: 'treasurer' | 'support') =>
  wire.house.answer(readSeat, {
    id: newId<'seat'>(),
    number: 3,
    name: 'Eva',
    roles: [role],
    hasCustomer: false,
    claimedAt: 0,
  })

describe('the beginning', () => {
  test('begins with what is left, and asks for a part with a reason; the notice to the customer stands below the choice', async () => {
    seated('treasurer')
    wire.house.answer(reverseCredit, no('more_than_credited', 'De ese abono quedan 200,00 €', { field: 'amount' }))
    enter()
    preview()
    const page = showReverse()
    await page.user.click(await page.findByRole('button', { name: 'Revertir este abono' }))
    const field = page.getByLabelText(/^Importe a revertir/)
    expect(plain((field as HTMLInputElement).value)).toContain('200,00')
    await page.user.clear(field)
    expect(page.getByRole('button', { name: /^Pedir la reversión/ })).toHaveProperty('ariaDisabled', 'true')
    await page.user.type(field, '40,50')
    // 30,00 € are available: the rest would be owed.
    expect(await page.findByText('4050 EUR, 1050 owed, wrong_amount')).toBeTruthy()
    expect(page.getByText('Lo que leerá (English)')).toBeTruthy()
    expect(page.getByText('Notice in en').parentElement?.getAttribute('lang')).toBe('en-GB')
    await page.user.click(page.getByRole('button', { name: /^Pedir la reversión/ }))
    await expect
      .poll(() => wire.house.asked(reverseCredit).map(({ input }) => input))
      .toMatchObject([{ customer: customer.id, entry: 4, amount: eur(40_50n), reason: 'wrong_amount' }])
    expect(await page.findByText('De ese abono quedan 200,00 €')).toBeTruthy()
  })

  test('goes on where the notice cannot be prepared', async () => {
    seated('treasurer')
    wire.house.answer(previewReversal, no('unavailable', 'La casa está ocupada'))
    wire.house.answer(reverseCredit, no('credit_reversed', 'Ya está revertido'))
    enter()
    const page = showReverse()
    await page.user.click(await page.findByRole('button', { name: 'Revertir este abono' }))
    expect(await page.findByText('El aviso no se pudo preparar. Se puede seguir sin verlo.')).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: /^Pedir la reversión/ }))
    expect(await page.findByText('Ya está revertido')).toBeTruthy()
  })

  test('is not offered to a seat that may not ask', async () => {
    seated('support')
    enter()
    const page = showReverse()
    await expect.poll(() => wire.house.asked(readSeat)).toHaveLength(1)
    expect(page.queryByRole('button')).toBeNull()
  })

  test('is not offered while nothing of the credit is left', async () => {
    seated('treasurer')
    enter()
    const [none, cent] = [eur(0n), eur(1n)]
    const page = show(
      <>
        <Reverse customer={customer.id} credit={{ ...CREDIT, left: none }} />
        <Reverse customer={customer.id} credit={{ ...CREDIT, entry: 5, left: cent }} />
      </>,
    )
    await page.findByRole('button', { name: 'Revertir este abono' })
    expect(page.getAllByRole('button')).toHaveLength(1)
  })
})

test('the list of debts says who owes what since when, how many there are, or that nobody owes', async () => {
  countNone(wire.house)
  const row = { customer: customer.id, number: 'L-1A2B3C', phone: '•••• 321', displayName: 'M•••• R•••' }
  const nameless = { ...row, customer: newId<'customer'>(), number: 'L-4D5E6F', phone: '•••• 789', displayName: null }
  const rows = [row, nameless].map((each) => ({ ...each, owed: eur(30_00n), since: NOW }))
  wire.house.answer(listDebts, { rows, cursor: null, count: 2n })
  enter()
  const page = await openPage('/debts')
  expect(plain((await page.findByText('L-1A2B3C')).closest('tr')?.textContent)).toMatch(/30,00 €.*M•••• R•••/)
  // The last column has a phone number where a customer has no name.
  expect(page.getByRole('columnheader', { name: 'Cliente' })).toBeTruthy()
  expect(page.getByRole('cell', { name: '•••• 789' })).toBeTruthy()
  expect(page.getByText('2 deudas')).toBeTruthy()
})

test('an empty list of debts says so', async () => {
  countNone(wire.house)
  wire.house.answer(listDebts, { rows: [], cursor: null, count: 0n })
  enter()
  expect(await (await openPage('/debts')).findByText('Nadie debe nada.')).toBeTruthy()
})
