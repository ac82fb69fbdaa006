// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { eur, usd, wholeShares } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { previewRestriction, restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, inside, plain, show, type Page } from '@lonja/kit/screens.testing'
import { withConsole } from '../screens.testing.tsx'
import { Restrict } from './Restrict.tsx'
import type { UnderWayShown } from './UnderWay.tsx'

const wire = withConsole()

const CUSTOMER = newId<'customer'>()
const UNDER_WAY: UnderWayShown = {
  orders: [
    {
      id: newId<'order'>(),
      listing: 'XMAD:BVE',
      side: 'buy',
      shares: wholeShares(100n),
      filled: wholeShares(40n),
      held: [eur(600_00n)],
    },
    {
      id: newId<'order'>(),
      listing: 'XNYS:LMR',
      side: 'sell',
      shares: wholeShares(5n),
      filled: wholeShares(0n),
      held: [],
    },
  ],
  withdrawals: [
    { id: newId(), number: 'R-1111-AAAA', amount: eur(310_00n), state: 'approved' },
    { id: newId(), number: 'R-2222-BBBB', amount: usd(90_00n), state: 'in_review' },
  ],
  deposits: [{ id: newId(), number: 'D-3333-CCCC', amount: eur(200_00n), state: 'pending' }],
  applications: [
    { kind: 'ipo', number: 'S-4444DD', amount: eur(6_200_00n) },
    { kind: 'block', number: 'B-5555EE', amount: eur(900_00n) },
    { kind: 'loan', number: 'N-6666FF', amount: eur(120_000_00n) },
    { kind: 'loan_repayment', number: 'V-7777AA', amount: eur(500_00n) },
    { kind: 'option', number: 'OP-8888BB', amount: eur(50_00n) },
    { kind: 'run', number: '9999CC', amount: eur(1_000_00n) },
  ],
}

const REFUSED = 'Otra persona lo ha pedido ya'

const onDone = vi.fn<() => void>()
const onCancel = vi.fn<() => void>()

async function open(underWay = UNDER_WAY): Promise<Page> {
  onDone.mockClear()
  onCancel.mockClear()
  wire.house.answer(previewRestriction, ({ input }) => ({
    title: `Notice of level ${input.level}`,
    body: `${input.ended} orders, ${input.stopped} withdrawals`,
  }))
  enter()
  const page = show(
    <Restrict
      customer={CUSTOMER}
      name="Marta Ruiz"
      number="L-204118"
      language="en"
      underWay={underWay}
      onDone={onDone}
      onCancel={onCancel}
    />,
  )
  await page.findByText('Limitar la cuenta de Marta Ruiz')
  return page
}

const level = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const send = (page: Page) => page.getByRole('button', { name: /^Limitar ahora/ })
const lineOf = (page: Page, label: RegExp) => plain(page.getByText(label).closest('dt')?.parentElement?.textContent)
const accepted = () =>
  wire.house.answer(restrictAccount, ({ input: { id, until } }) => ({
    id,
    until,
    outcome: 'restricted' as const,
    review: null,
  }))

describe('what is under way', () => {
  // prettier-ignore
  test.each<[string, RegExp, string, string, string, string]>([
    ['no new risk',  /^Sin riesgo nuevo/, 'Sigue',        'Sigue',         'Se anula y libera', 'anula 1 orden · para 1 estrategia'],
    ['no money out', /^Sin dinero fuera/, 'Se para ahora', 'No se aprueba', 'Se anula y libera', 'para 1 retirada · anula 1 orden · para 1 estrategia'],
    ['closed',       /^Cerrada a todo/,   'Se para ahora', 'No se aprueba', 'Se anula y libera', 'para 1 retirada · anula 1 orden · para 1 estrategia'],
  ])('%s: each thing says what happens to it, and the button counts them', async (_case, name, approved, inReview, buy, counts) => {
    const page = await open()
    await page.user.click(level(page, name))
    expect(lineOf(page, /R-1111-AAAA/)).toContain(approved)
    expect(lineOf(page, /R-2222-BBBB/)).toContain(inReview)
    expect(lineOf(page, /^Compra abierta, 600,00 € reservados$/)).toContain(buy)
    expect(lineOf(page, /^Venta abierta/)).toContain('Sigue')
    expect(lineOf(page, /D-3333-CCCC/)).toContain('Sigue')
    expect(lineOf(page, /^S-4444DD · 6.200,00 €$/)).toBe('S-4444DD · 6.200,00 €Solicitud de acciones nuevasSigue')
    expect(lineOf(page, /B-5555EE/)).toMatch(/Solicitud de bloqueSigue$/)
    expect(lineOf(page, /N-6666FF/)).toMatch(/Solicitud de préstamoNo se aprueba$/)
    expect(lineOf(page, /V-7777AA/)).toMatch(/Devolución de préstamoSigue$/)
    expect(lineOf(page, /OP-8888BB/)).toMatch(/Opción binariaSigue$/)
    expect(lineOf(page, /9999CC/)).toMatch(/Estrategia en marchaSe anula y libera$/)
    expect(plain(send(page).textContent)).toContain(counts)
  })

  test('nothing is under way', async () => {
    const page = await open({ orders: [], withdrawals: [], deposits: [], applications: [] })
    expect(page.getByText('No hay nada en marcha.')).toBeTruthy()
    expect(plain(send(page).textContent)).not.toMatch(/anula|para/)
  })
})

describe('the notice', () => {
  test('is shown as the customer will read it, in their language, with the level and the counts', async () => {
    const page = await open()
    const shown = (await page.findByText('Notice of level 2')).parentElement
    expect(shown?.getAttribute('lang')).toBe('en-GB')
    expect(plain(shown?.textContent)).toContain('1 orders, 1 withdrawals')
    await page.user.click(level(page, /^Sin riesgo nuevo/))
    await page.findByText('Notice of level 1')
    expect(page.getByText('1 orders, 0 withdrawals')).toBeTruthy()
  })

  test('that cannot be prepared does not stop the restriction', async () => {
    accepted()
    const page = await open()
    wire.house.answer(previewRestriction, no('unavailable', 'La casa está ocupada'))
    await page.user.selectOptions(page.getByLabelText('Motivo, lo lee el cliente'), 'court_order')
    await page.user.click(send(page))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  })
})

describe('sending', () => {
  test('level, reason, end and note go to the house; the note only where one is written', async () => {
    accepted()
    const page = await open()
    await page.user.click(level(page, /^Cerrada a todo/))
    await page.user.selectOptions(page.getByLabelText('Motivo, lo lee el cliente'), 'reported_stolen')
    await page.user.selectOptions(page.getByLabelText('Durante'), '24')
    await page.user.type(page.getByLabelText('Nota interna, opcional'), '  Called at 14:21  ')
    await page.user.click(send(page))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    const [{ input } = { input: null }] = wire.house.asked(restrictAccount)
    expect(input).toMatchObject({ customer: CUSTOMER, level: 3, reason: 'reported_stolen', note: 'Called at 14:21' })
    expect(Math.round(((input?.until ?? 0) - Date.now()) / HOUR)).toBe(24)
  })

  // prettier-ignore
  test.each([
    ['72',  /^Limitar ahora/,   'Sin dinero fuera · para 1 retirada · anula 1 orden'],
    ['168', /^Pedir el límite/, 'Sin dinero fuera · deciden dos personas'],
  ])('for %s hours the button says who decides, and the answer too', async (span, name, second) => {
    wire.house.answer(restrictAccount, ({ input: { id, until } }) => ({ id, until, outcome: 'asked' as const, review: newId() }))
    const page = await open()
    await page.user.selectOptions(page.getByLabelText('Durante'), span)
    const button = page.getByRole('button', { name })
    expect(plain(button.textContent)).toContain(second)
    await page.user.click(button)
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(wire.toasts).toContain('Pedido: deciden dos personas')
  })

  test('a refusal stays in the dialog; other terms are another request', async () => {
    wire.house.answer(restrictAccount, no('restriction_asked', REFUSED))
    const page = await open()
    await page.user.click(send(page))
    await inside(page.getByRole('dialog')).findByText(REFUSED)
    expect(onDone).not.toHaveBeenCalled()
    await page.user.click(level(page, /^Sin riesgo nuevo/))
    await page.user.click(send(page))
    await vi.waitFor(() => expect(wire.house.asked(restrictAccount)).toHaveLength(2))
    const [first, second] = wire.house.asked(restrictAccount)
    expect(second?.input.id).not.toBe(first?.input.id)
    expect(second?.input).not.toHaveProperty('note')
  })

  test('by keys: a digit chooses the level, but not while a note is written; Ctrl+Enter sends', async () => {
    accepted()
    const page = await open()
    await page.user.keyboard('3')
    expect(level(page, /^Cerrada a todo/)).toHaveProperty('checked', true)
    await page.user.click(page.getByLabelText('Nota interna, opcional'))
    await page.user.keyboard('1')
    expect(level(page, /^Cerrada a todo/)).toHaveProperty('checked', true)
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(wire.house.asked(restrictAccount)[0]?.input).toMatchObject({ level: 3, note: '1' })
  })

  test('the safe button leaves without a request', async () => {
    const page = await open()
    await page.user.click(inside(page.getByRole('dialog')).getByRole('button', { name: 'No limitar' }))
    expect(onCancel).toHaveBeenCalledTimes(1)
    expect(wire.house.asked(restrictAccount)).toHaveLength(0)
  })
})
