// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { countQueues, listQueue } from '@lonja/core/reviews.contract'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { listColleagues } from '@lonja/core/staff/staff.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'
import { countNone, evidence, proposed, waiting, type Evidence } from './queue.testing.ts'

const wire = withConsole()

type Outcome = ReplyOf<typeof decideWithdrawal>

const outcomeOf = (id: string, outcome: Outcome['outcome'], state: Outcome['state']): Outcome => ({
  id,
  outcome,
  state,
  seat: { role: 'treasurer', number: 1 },
})

async function openOne(of: Partial<Evidence> = {}): Promise<Page> {
  const one = evidence(of)
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [waiting(one.amount, { id: one.id })], cursor: null, count: null })
  wire.house.answer(openWithdrawal, one)
  wire.house.answer(decideWithdrawal, ({ input: { id, opinion } }) =>
    outcomeOf(id, 'decided', opinion === 'approve' ? 'approved' : 'refused'),
  )
  enter()
  const page = await openPage(`/withdrawals?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

const decided = () => wire.house.asked(decideWithdrawal).map(({ input }) => input)
const choose = (page: Page, name: string) => page.user.click(page.getByRole('radio', { name: new RegExp(`^${name}`) }))
/** The one deciding button, whose label begins with its act. */
const button = (page: Page) =>
  page.getByRole('button', { name: /^(Decidir|Aprobar|Rechazar|Proponer|Confirmar|Discrepar)/ })
const label = (page: Page) => plain(button(page).textContent)

describe('what the press does', () => {
  test.each([
    ['Aprobar', 'Comprobado', 'approve', 'checks_passed', 'Aprobada'],
    ['Rechazar', 'El destino no sirve', 'refuse', 'payee_unusable', 'Rechazada'],
  ])('%s sends just that, with its reason and what was seen', async (opinion, reason, sent, code, state) => {
    const page = await openOne({ people: { approve: 1, refuse: 1 } })
    await choose(page, opinion)
    await choose(page, reason)
    expect(label(page)).toBe(`${opinion}500,00 €`)
    await page.user.click(button(page))
    await expect.poll(decided).toMatchObject([{ opinion: sent, reason: code, seen: 'what was seen first' }])
    expect(await page.findByText('Decidida')).toBeTruthy()
    expect(page.getByText(new RegExp(`^${state} · 500,00`))).toBeTruthy()
  })

  // prettier-ignore
  test.each<[string, Partial<Evidence>, 'Aprobar' | 'Rechazar', string]>([
    ['one person decides',           { people: { approve: 1, refuse: 2 } }, 'Aprobar',  'Aprobar'],
    ['the first of two proposes',    { people: { approve: 2, refuse: 2 } }, 'Aprobar',  'Proponer aprobar'],
    ['each refusal takes two',       { people: { approve: 1, refuse: 2 } }, 'Rechazar', 'Proponer rechazar'],
    ['the second confirms',          { people: { approve: 2, refuse: 2 }, steps: [proposed('approve', 'Visto')] }, 'Aprobar',  'Confirmar aprobación'],
    ['the second confirms a refusal', { people: { approve: 2, refuse: 2 }, steps: [proposed('refuse', 'Visto')] }, 'Rechazar', 'Confirmar rechazo'],
    ['the second disagrees',         { people: { approve: 2, refuse: 2 }, steps: [proposed('approve', 'Visto')] }, 'Rechazar', 'Discrepar y devolver'],
  ])('%s', async (_what, of, opinion, expected) => {
    const page = await openOne(of)
    await choose(page, opinion)
    expect(label(page)).toBe(`${expected}elige un motivo`)
  })

  test('what follows is said before the press: what the customer gets, or that nothing changes yet', async () => {
    const page = await openOne()
    await choose(page, 'Aprobar')
    expect(page.getByRole('group', { name: 'Motivo, lo lee el cliente' })).toBeTruthy()
    expect(figureOf('Se envía al cliente')).toBe('500,00 €')
    await choose(page, 'Rechazar')
    expect(figureOf('Cliente')).toBe('nada cambia todavía')
  })

  test('the second person sees what the first proposes and why', async () => {
    wire.house.answer(listColleagues, { rows: [{ number: 2, name: 'Ana' }] })
    const page = await openOne({ people: { approve: 2, refuse: 2 }, steps: [proposed('refuse', 'Pedida dos veces')] })
    expect(await page.findByText('Ana · puesto 2 propone rechazar')).toBeTruthy()
    expect(page.getAllByText(/Pedida dos veces/).length).toBeGreaterThan(0)
  })
})

describe('before the press', () => {
  test('without an opinion and a reason of its own list nothing is sent', async () => {
    const page = await openOne()
    await page.user.click(button(page))
    await choose(page, 'Aprobar')
    await page.user.click(button(page))
    await choose(page, 'Comprobado')
    await choose(page, 'Rechazar')
    expect(page.queryByRole('radio', { name: /^Comprobado/ })).toBeNull()
    await page.user.click(button(page))
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    expect(label(page)).toContain('elige un motivo')
    expect(decided()).toEqual([])
  })

  test('by keys: an opinion, a reason, a note for other staff, and the press', async () => {
    const page = await openOne()
    await page.user.keyboard('a2n')
    await page.user.keyboard('mirado')
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(decided).toMatchObject([{ opinion: 'approve', reason: 'customer_confirmed', note: 'mirado' }])
  })

  test('the letter of refusing refuses', async () => {
    const page = await openOne()
    await page.user.keyboard('r1{Control>}{Enter}{/Control}')
    await expect.poll(decided).toMatchObject([{ opinion: 'refuse', reason: 'payee_unusable' }])
    expect(decided()[0]).not.toHaveProperty('note')
  })
})

describe('what comes back', () => {
  test('after a lost answer the same press is the same decision', async () => {
    const page = await openOne()
    wire.house.answer(decideWithdrawal, () => LOST)
    await page.user.keyboard('a1{Control>}{Enter}{/Control}')
    await expect.poll(decided).toHaveLength(1)
    expect(await page.findByText('No se puede llegar al servidor.')).toBeTruthy()
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(decided).toHaveLength(2)
    expect(new Set(wire.house.asked(decideWithdrawal).map(({ key }) => key)).size).toBe(1)
  })

  test('evidence that has changed is opened anew, and the next press names what is seen now', async () => {
    const page = await openOne()
    wire.house.answer(decideWithdrawal, no('payload_changed', 'Ha cambiado mientras mirabas'))
    await page.user.keyboard('a1{Control>}{Enter}{/Control}')
    expect(await page.findByText('Ha cambiado mientras mirabas')).toBeTruthy()
    wire.house.answer(openWithdrawal, ({ input }) => evidence({ id: input.id, seen: 'what is seen now' }))
    await page.user.click(page.getByRole('button', { name: 'Abrirla otra vez' }))
    await expect.poll(() => page.queryByText('Ha cambiado mientras mirabas')).toBeNull()
    await expect.poll(() => wire.house.asked(openWithdrawal)).toHaveLength(2)
    await page.user.keyboard('a1{Control>}{Enter}{/Control}')
    await expect.poll(() => decided().at(-1)?.seen).toBe('what is seen now')
  })

  test('after the last of a queue the queues in which something waits are at hand', async () => {
    const page = await openOne()
    const none = { late: 0, oldestAt: null, firstDueAt: null, second: 0, secondForYou: 0, mine: 0, mineDueAt: null }
    wire.house.answer(countQueues, { rows: [{ ...none, kind: 'deposit', waiting: 3 }], limit: 0n, onePerson: false })
    wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
    await page.user.keyboard('a1{Control>}{Enter}{/Control}')
    expect(await page.findByText('Decidida')).toBeTruthy()
    const elsewhere = await page.findByRole('link', { name: /^Depósitos: / })
    expect(elsewhere.getAttribute('href')).toBe('#/deposits')
  })

  test('a proposal says that another person is needed', async () => {
    const page = await openOne({ people: { approve: 2, refuse: 2 } })
    wire.house.answer(decideWithdrawal, ({ input: { id } }) => outcomeOf(id, 'needs_second', 'in_review'))
    await page.user.keyboard('a1{Control>}{Enter}{/Control}')
    expect(await page.findByText('Propuesta, falta otra persona')).toBeTruthy()
    expect(page.queryByText('Decidida')).toBeNull()
  })

  // prettier-ignore
  test.each<[NonNullable<Evidence['onlyLook']>, string]>([
    ['own_account',     'Es tu propia cuenta'],
    ['same_person',     'Ya has opinado'],
    ['held_by_another', 'La tiene otro puesto'],
    ['review_over',     'Ya está decidida'],
  ])('who may only look (%s) reads why, and has nothing to decide with', async (onlyLook, why) => {
    const page = await openOne({ onlyLook })
    expect(page.getByText(why, { ignore: 'option' })).toBeTruthy()
    await page.user.keyboard('a1{Control>}{Enter}{/Control}')
    expect(page.queryByRole('radio')).toBeNull()
    expect(decided()).toEqual([])
  })
})
