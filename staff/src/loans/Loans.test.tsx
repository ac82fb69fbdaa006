// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  LOAN_CHECKS,
  decideLoan,
  decideRepayment,
  openLoan,
  openRepayment,
} from '@lonja/core/loans/loans.staff.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, inside, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, customer, evidence, framed, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()
const DAY = 86_400_000
const SIGNATURE = newId()

const loan = (more: Partial<ReplyOf<typeof openLoan>> = {}): ReplyOf<typeof openLoan> => ({
  ...framed(['requirements_met'], ['data_differs']),
  moves: evidence().moves,
  number: 'N-0092AB',
  state: 'in_review',
  amount: eur(120_000_00n),
  terms: { version: 1, yearBps: 600, nights: 365 },
  cost: 7_201_45n,
  checks: LOAN_CHECKS.map((check) => ({ check, ok: true })),
  equity: 107_190_06n,
  limit: 210_000_00n,
  borrowed: 0n,
  applicant: {
    name: 'Marta Ibáñez Soler',
    number: '12345678Z',
    address: 'Gran Vía 12, 48001 Bilbao',
    phone: '600123456',
    email: 'marta@ejemplo.es',
  },
  signed: { how: 'typed', name: 'Marta Ibáñez Soler', picture: null },
  accepted: [],
  customer: { ...customer, joinedAt: 0, verifiedName: 'Marta Ibáñez Soler' },
  ...more,
})

const repayment = (): ReplyOf<typeof openRepayment> => ({
  ...framed(['amount_held'], ['another_loan']),
  moves: evidence().moves,
  number: 'V-0140CD',
  state: 'in_review',
  amount: eur(30_000_00n),
  loan: { id: newId(), number: 'N-0092AB', amount: eur(120_000_00n), paidOutAt: DAY },
  owed: 100_800_71n,
  owedAfter: 70_790_86n,
  returned: 9_85n,
  customer: { ...customer, joinedAt: 0 },
})

async function openOne(path: string, kind: string, one: { id: string; number: string }): Promise<Page> {
  countNone(wire.house)
  const seat = { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0 }
  wire.house.answer(readSeat, { ...seat, roles: ['treasurer'] })
  const row = { id: one.id, kind, number: one.number, amount: null, eur: null }
  wire.house.answer(listQueue, { rows: [waiting(eur(0n), row)], cursor: null, count: null })
  enter()
  const page = await openPage(`${path}?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

async function openApplication(more: Partial<ReplyOf<typeof openLoan>> = {}) {
  const one = loan(more)
  wire.house.answer(openLoan, one)
  const outcome = { outcome: 'decided', seat: { role: 'treasurer', number: 2 } } as const
  wire.house.answer(decideLoan, ({ input: { id } }) => ({ id, ...outcome, state: 'paid_out' as const }))
  return { one, page: await openOne('/loans', 'loan', one) }
}

const evidenceIn = (page: Page): string => plain(page.getByRole('region', { name: 'Pruebas' }).textContent)
const panelIn = (page: Page): string => plain(page.getByRole('complementary', { name: 'Decisión' }).textContent)

test('an application has its checks, the applicant beside the customer, the limit, the cost and the signature', async () => {
  const { page } = await openApplication({
    checks: LOAN_CHECKS.map((check) => ({ check, ok: check !== 'number_matches' })),
  })
  const text = evidenceIn(page)
  expect(text).toMatch(/El documento es el verificado.*?no/)
  // A check that failed stands before those that passed.
  expect(text.indexOf('El documento es el verificado')).toBeLessThan(text.indexOf('Cuenta sin restricción'))
  for (const part of ['12345678Z', 'Gran Vía 12', '107.190,06 €', '210.000,00 €', '7.201,45 €', '365 noches'])
    expect(text).toContain(part)
  expect(text).toContain('Nombre escrito: Marta Ibáñez Soler')
})

test('a check that the house cannot make is neither for nor against, in its sign and in words', async () => {
  const answers = { number_matches: null, within_limit: false } as Readonly<Record<string, boolean | null>>
  const checks = LOAN_CHECKS.map((check) => ({ check, ok: check in answers ? (answers[check] ?? null) : true }))
  const { page } = await openApplication({ checks })
  const signOf = (name: string) =>
    inside(page.getByText(name).closest('li')!).getByRole('img').getAttribute('aria-label')
  expect(signOf('El documento es el verificado')).toBe('sin respuesta')
  expect(signOf('Dentro de su límite')).toBe('falla')
  expect(signOf('Identidad verificada')).toBe('correcta')
  expect(evidenceIn(page)).toMatch(/El documento es el verificado ?no se sabe/)
})

test('a drawn signature is seen on request alone', async () => {
  const { one, page } = await openApplication({ signed: { how: 'drawn', name: null, picture: SIGNATURE } })
  wire.house.answer(viewPicture, { type: 'image/jpeg', width: 4, height: 3, base64: 'QQ==', use: 'signature' })
  expect(wire.house.asked(viewPicture)).toEqual([])
  await page.user.click(page.getByRole('button', { name: 'Ver' }))
  await page.findByRole('img', { name: /Firma dibujada/ })
  expect(wire.house.asked(viewPicture).map(({ input }) => input)).toEqual([
    { customer: one.customer.id, id: SIGNATURE },
  ])
})

test('the data of an applicant that were removed are said to be', async () => {
  const { page } = await openApplication({ applicant: null, state: 'repaid' })
  expect(evidenceIn(page)).toContain('Datos borrados al acabar su plazo')
})

test('an approval says what is paid out and what it costs, a refusal that nothing is', async () => {
  const { one, page } = await openApplication()
  await page.user.keyboard('a1')
  expect(panelIn(page)).toMatch(/Se abona al cliente ?120\.000,00 €/)
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => wire.house.asked(decideLoan).map(({ input }) => [input.id, input.opinion, input.reason]))
    .toEqual([[one.id, 'approve', 'requirements_met']])
})

test('a repayment has the debt before and after it, and the interest that goes back', async () => {
  const one = repayment()
  wire.house.answer(openRepayment, one)
  const outcome = { outcome: 'decided', seat: { role: 'treasurer', number: 2 } } as const
  wire.house.answer(decideRepayment, ({ input: { id } }) => ({ id, ...outcome, state: 'booked' as const }))
  const page = await openOne('/loan-repayments', 'loan_repayment', one)
  const text = evidenceIn(page)
  for (const part of ['30.000,00 €', '100.800,71 €', '70.790,86 €', '9,85 €', 'N-0092AB']) expect(text).toContain(part)
  await page.user.keyboard('a1')
  expect(panelIn(page)).toMatch(/El cliente debe ?70\.790,86 €/)
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => wire.house.asked(decideRepayment).map(({ input }) => [input.id, input.opinion]))
    .toEqual([[one.id, 'approve']])
})
