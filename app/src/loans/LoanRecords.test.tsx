// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { readDocument } from '@lonja/core/documents/documents.contract'
import { cancelLoan, cancelRepayment, listLoans, readLoan, repayLoan } from '@lonja/core/loans/loans.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, inside, named, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, switchOff, withApp } from '../screens.testing.tsx'
import { agreement, loanOf, paidOutLoan, repaymentOf, SHA } from './loans.testing.ts'
import { LOAN, LOAN_RECORDS, type WholeLoan } from './loan.ts'

const wire = withApp()
const text = (): string => plain(document.body.textContent)
const button = (page: Page, name: string | RegExp) => page.getByRole<HTMLButtonElement>('button', { name })

async function openLoan(loan: WholeLoan): Promise<Page> {
  wire.house.answer(readLoan, loan)
  enter()
  const page = await openPage(`${LOAN_RECORDS}?id=${loan.id}`)
  await page.findByRole('heading', { name: `Préstamo ${loan.number}` })
  return page
}

describe('the records', () => {
  test('are loans, applications and repayments, each asked for when its tab is opened', async () => {
    const { steps: _steps, account: _account, ...loan } = paidOutLoan()
    wire.house.answer(listLoans, ({ input: { list } }) => ({
      loans: list === 'loans' ? [loan] : [],
      repayments: list === 'repayments' ? [repaymentOf()] : [],
      cursor: null,
    }))
    enter()
    const page = await openPage(LOAN_RECORDS)
    const row = await page.findByRole('link', { name: /Préstamo N-0092AB/ })
    expect(plain(row.textContent)).toContain('Debes 100.800,71 €')
    await page.user.click(page.getByRole('tab', { name: 'Devoluciones' }))
    expect(plain((await page.findByRole('link', { name: /Devolución V-0140CD/ })).textContent)).toContain('30.000,00 €')
    await page.user.click(page.getByRole('tab', { name: 'Solicitudes' }))
    await page.findByText('No has pedido ningún préstamo')
    expect(wire.house.asked(listLoans).map(({ input }) => input.list)).toEqual(['loans', 'repayments', 'applications'])
  })

  test('that could not be loaded can be asked for again', async () => {
    wire.house.answer(listLoans, no('internal', 'Algo ha fallado'))
    enter()
    const page = await openPage(LOAN_RECORDS)
    await page.findByText('No hemos podido cargar el préstamo')
    wire.house.answer(listLoans, { loans: [], repayments: [], cursor: null })
    await page.user.click(button(page, 'Reintentar'))
    await page.findByText('No tienes préstamos')
  })

  test('without any lead nowhere while no new loan is given', async () => {
    switchOff('loans')
    wire.house.answer(listLoans, { loans: [], repayments: [], cursor: null })
    enter()
    const page = await openPage(LOAN_RECORDS)
    await page.findByText('No tienes préstamos')
    expect(page.queryByRole('link', { name: 'Ver las condiciones' })).toBeNull()
  })

  test('of a loan that is not there lead back to the terms', async () => {
    wire.house.answer(readLoan, no('unknown_loan', 'No existe ese préstamo'))
    enter()
    const page = await openPage(`${LOAN_RECORDS}?id=${loanOf().id}`)
    await page.findByText('No existe ese préstamo')
    expect(page.getByRole('link', { name: 'Ver las condiciones' }).getAttribute('href')).toContain(LOAN)
  })
})

describe('one loan', () => {
  test('that waits can be taken back, after a question', async () => {
    const loan = loanOf()
    const page = await openLoan(loan)
    wire.house.answer(cancelLoan, { id: loan.id, cancelledAt: 1 })
    await page.user.click(button(page, 'Retirar la solicitud'))
    expect(wire.house.asked(cancelLoan)).toEqual([])
    const [, confirm] = page.getAllByRole('button', { name: 'Retirar la solicitud' })
    await page.user.click(confirm!)
    await expect.poll(() => wire.house.asked(cancelLoan).map(({ input }) => input)).toEqual([{ id: loan.id }])
  })

  test('that was refused says the reason, and that one can reapply', async () => {
    const reason = { code: 'data_differs', title: 'Los datos no coinciden', next: 'Vuelve a solicitarlo.' }
    const page = await openLoan(loanOf({ state: 'refused', endedAt: 2, reason }))
    expect(text()).toContain('Los datos no coinciden')
    expect(text()).toContain('Vuelve a solicitarlo.')
    expect(page.getByRole('link', { name: 'Pedir otro préstamo' }).getAttribute('href')).toContain(LOAN)
  })

  test('that was refused says no more than that while no new loan is given', async () => {
    switchOff('loans')
    const reason = { code: 'data_differs', title: 'Los datos no coinciden', next: 'Vuelve a solicitarlo.' }
    const page = await openLoan(loanOf({ state: 'refused', endedAt: 2, reason }))
    expect(text()).toContain('Los datos no coinciden')
    expect(page.queryByRole('link', { name: 'Pedir otro préstamo' })).toBeNull()
  })

  test('that was paid out is repaid also while no new loan is given', async () => {
    switchOff('loans')
    expect(button(await openLoan(paidOutLoan()), /^Devolver/)).toBeTruthy()
  })

  test('that was paid out says what is owed of each part, each day, at the end, and its account', async () => {
    const page = await openLoan(paidOutLoan())
    expect(text()).toContain('100.800,71 €')
    expect(text()).toContain('16,44 €')
    expect(text()).toContain('Si no devuelves más, el 10/10/2027 deberás 106.077,95 € y ahí acaba el interés.')
    const row = page.getByRole('row', { name: /Interés, 1 día/ })
    // In large text each figure stands on a line beside its label.
    const figures = [...row.querySelectorAll('td')].map((each) => [each.dataset['label'], plain(each.textContent)])
    expect(figures).toEqual([
      ['Importe', '19,73 €'],
      ['Debes', '120.019,73 €'],
    ])
  })

  test('whose term is over says that no more interest is charged, and has no days left', async () => {
    const page = await openLoan(paidOutLoan({ nightsLeft: 0, night: 0n, lastDay: '2026-11-22' }))
    expect(text()).toContain('El plazo acabó el 22/11/2026: ya no hay interés.')
    expect(page.queryByRole('button', { name: 'Por días' })).toBeNull()
  })

  test.each([
    ['in_review', true],
    ['refused', false],
  ] as const)('that is %s says what it will cost while it waits', async (state, waits) => {
    await openLoan(loanOf({ state, endedAt: waits ? null : 3 }))
    expect(text().includes('Te cuesta 7.201,45 €')).toBe(waits)
    expect(text().includes('127.201,45 €')).toBe(waits)
  })

  test.each(['repaid', 'written_off'] as const)('that is %s has no act, and no empty place for one', async (state) => {
    await openLoan(paidOutLoan({ state, endedAt: 3, principal: 0n, interest: 0n, night: 0n, nightsLeft: 0 }))
    expect(document.querySelector('[data-dock]')).toBeNull()
  })

  test('shows each day that is left, the last one with the debt of the end', async () => {
    const page = await openLoan(paidOutLoan({ nightsLeft: 2, lastDay: '2026-11-25' }))
    await page.user.click(button(page, 'Por días'))
    const days = await page.findByRole('region', { name: 'Lo que deberás, día a día' })
    // Keys can scroll them: nothing in them takes the focus.
    expect(days.tabIndex).toBe(0)
    const sheet = plain(days.textContent)
    expect(sheet).toContain('24/11/2026')
    expect(sheet).toContain('100.817,15 €')
    expect(sheet).toContain('25/11/2026')
    expect(sheet).toContain('100.833,59 €')
  })

  test('keeps the agreement that was signed, with its whole hash', async () => {
    wire.house.answer(readDocument, agreement())
    const page = await openLoan(paidOutLoan())
    await page.user.click(button(page, 'Abrir'))
    await page.findByText(new RegExp(SHA))
    const [question] = wire.house.asked(readDocument).map(({ input }) => input)
    expect(question).toMatchObject({ name: 'loan_agreement', version: 2, language: 'tur' })
  })
})

describe('a repayment', () => {
  const open = async (of: Partial<WholeLoan> = {}) => {
    const loan = paidOutLoan(of)
    const page = await openLoan(loan)
    await page.user.click(button(page, /^Devolver/))
    await page.findByRole('dialog')
    return { loan, page, amount: page.getByRole<HTMLInputElement>('textbox', { name: 'Importe que devuelves' }) }
  }
  const submit = (page: Page) => {
    const buttons = page.getAllByRole('button', { name: /^Devolver/ })
    return page.user.click(buttons.at(-1)!)
  }

  test('says what is owed then, what it saves and what stays available, and each tap sends one repayment', async () => {
    const { loan, page, amount } = await open()
    wire.house.answer(repayLoan, ({ input: { id } }) => ({
      id,
      number: 'V-1',
      amount: eur(30_000_00n),
      at: 0,
      dueAt: 0,
    }))
    await page.write(amount, '30000')
    const sheet = plain(page.getByRole('dialog').textContent)
    expect(sheet).toContain('70.800,71 €')
    expect(sheet).toContain('20.000,00 €')
    const buttons = page.getAllByRole('button', { name: /^Devolver/ })
    await page.user.dblClick(buttons.at(-1)!)
    await expect.poll(() => wire.house.asked(repayLoan).length).toBeGreaterThan(0)
    const [form, ...more] = wire.house.asked(repayLoan).map(({ input }) => input)
    expect(form).toMatchObject({ loan: loan.id, amount: 30_000_00n })
    for (const again of more) expect(again).toEqual(form)
  })

  test.each([
    ['', {}, 'Falta información, complétala por favor'],
    ['0', {}, 'Escribe un importe mayor que cero'],
    ['100800,72', { free: eur(200_000_00n) }, 'Como máximo debes 100.800,71 €'],
    ['50000,01', {}, 'Saldo de la cuenta insuficiente'],
  ])('of “%s” is not sent', async (figure, of, mistake) => {
    const { page, amount } = await open(of)
    if (figure !== '') await page.write(amount, figure)
    await submit(page)
    expect(text()).toContain(mistake)
    expect(wire.house.asked(repayLoan)).toEqual([])
  })

  test('of all writes the whole debt', async () => {
    const { page, amount } = await open({ free: eur(200_000_00n) })
    await page.user.click(button(page, 'Todo'))
    expect(amount.value).toBe('100.800,71')
  })

  test('that waits says what is owed once it is booked, and can be cancelled', async () => {
    const repayment = repaymentOf()
    const page = await openLoan(paidOutLoan({ repayments: [repayment] }))
    expect(text()).toContain('Devolución de 30.000,00 €')
    expect(text()).toContain('70.800,71 €')
    wire.house.answer(cancelRepayment, { id: repayment.id, cancelledAt: 1, released: repayment.amount })
    await page.user.click(button(page, /^Anular la devolución/))
    const confirm = page.getAllByRole('button', named('Anular la devolución')).at(-1)!
    await page.user.click(confirm)
    await expect.poll(() => wire.house.asked(cancelRepayment).map(({ input }) => input)).toEqual([{ id: repayment.id }])
  })

  test.each([
    ['pending', ['Pedida', 'Anotada, o rechazada con su motivo']],
    ['in_review', ['Pedida', 'En revisión', 'Anotada, o rechazada con su motivo']],
  ] as const)('that is %s has the steps until it is booked', async (state, labels) => {
    const page = await openLoan(paidOutLoan({ repayments: [repaymentOf({ state })] }))
    const steps = inside(page.getByRole('list', { name: 'Devolución V-0140CD' })).getAllByRole('listitem')
    expect(steps).toHaveLength(labels.length)
    for (const [place, label] of labels.entries()) expect(plain(steps[place]!.textContent)).toContain(label)
    expect(plain(steps[0]!.textContent)).toContain('23/11/2026 10:00:00reservada de tu disponible')
    expect(plain(steps.at(-1)!.textContent)).toContain(
      'antes del 25/11/2026 10:00:00; cuenta desde el día en que la pediste',
    )
  })

  test('that was refused says why', async () => {
    const reason = { code: 'another_loan', title: 'Era de otro préstamo', next: 'Pídela desde su página.' }
    await openLoan(paidOutLoan({ repayments: [repaymentOf({ state: 'refused', endedAt: 3, reason })] }))
    expect(text()).toContain('Devolución V-0140CD de 30.000,00 € rechazada')
    expect(text()).toContain('Era de otro préstamo. Pídela desde su página.')
  })
})
