// @vitest-environment jsdom
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { describe, expect, test } from 'vitest'
import { eur, rateE6, usd } from '@lonja/core/base/amount'
import { readWithdrawalTerms, submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, named, plain, type Page } from '@lonja/kit/screens.testing'
import { refreshAll } from '@lonja/kit/reads'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import type { Payee, Terms } from './withdrawal.ts'
import { profile } from '../accounts/profile.testing.ts'

const wire = withApp()

const NOW = Date.now()
const payeeState = { addedAt: 0, readyAt: 0, state: 'ready', underWay: 0, withdrawals: 0 } as const

const CARD: Payee = {
  ...payeeState,
  id: newId(),
  kind: 'card',
  wallet: null,
  card: { iban: 'ES•• •••• 9902', accountName: 'Marta Ruiz', bankName: 'Banco Ribera', bankAddress: '' },
  ending: '9902',
}
const WALLET: Payee = {
  ...payeeState,
  id: newId(),
  kind: 'wallet',
  wallet: { currency: 'USDT', chain: 'tron', address: 'TR7NHq…Lj6t' },
  card: null,
  ending: 'Lj6t',
}

const terms = (more: Partial<Terms> = {}): Terms => ({
  minimum: 10_00n,
  free: [eur(1_000_00n), usd(2_500_00n)],
  owed: [],
  spare: null,
  hasTradingPassword: true,
  needsCode: false,
  payees: [CARD, WALLET],
  waitsUntil: null,
  dueHours: 24,
  sendSeconds: 600,
  limit: 10_000_00n,
  recent: 0n,
  rate: rateE6(1_100_000n),
  onePerson: false,
  medianMs: null,
  ...more,
})

async function openForm(of: Partial<Terms> = {}, payee = CARD): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(readWithdrawalTerms, { terms: terms(of), records: null })
  wire.house.answer(submitWithdrawal, ({ input: { id, amount } }) => ({
    id,
    number: 'R-1',
    amount,
    at: NOW,
    dueAt: NOW,
    coins: null,
  }))
  enter()
  const page = await openPage(`/subPackages/withdraw/withdraw?payee=${payee.id}`)
  await page.findByRole('textbox', { name: 'Importe' })
  return page
}

const sent = () => wire.house.asked(submitWithdrawal).map(({ input }) => input)
const amount = (page: Page) => page.getByRole<HTMLInputElement>('textbox', { name: 'Importe' })
const isWrong = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'
const button = (page: Page) => page.getByRole('button', { name: /^Retirar/ })

async function fill(page: Page, figure: string, password = 'secreta'): Promise<void> {
  await page.write(amount(page), figure)
  await page.write(page.getByLabelText('Contraseña de operaciones'), password)
}

describe('the amount', () => {
  test('what is free, all of it and what is left are of the chosen currency', async () => {
    const page = await openForm()
    await page.user.click(page.getByRole('radio', { name: /^USD/ }))
    expect(page.getByText('Disponible 2.500,00 US$')).toBeTruthy()
    await page.write(amount(page), '100')
    expect(plain(page.getByText('Te quedan').textContent)).toBe('Te quedan 2.400,00 US$')
    await page.user.click(page.getByRole('button', { name: 'Todo' }))
    expect(plain(button(page).textContent)).toContain('Retirar 2.500,00 US$')
    await page.user.click(page.getByRole('radio', { name: /^EUR/ }))
    await page.user.click(page.getByRole('button', { name: 'Todo' }))
    expect(plain(button(page).textContent)).toContain('Retirar 1.000,00 €')
    expect(page.getByText('Disponible 1.000,00 €')).toBeTruthy()
    expect(plain(page.getByText('Te quedan').textContent)).toBe('Te quedan 0,00 €')
  })

  test('more than is free of the chosen currency is wrong at once, and not sent', async () => {
    const page = await openForm()
    await page.user.click(page.getByRole('radio', { name: /^EUR/ }))
    await fill(page, '1000,01')
    expect(page.getByText('Saldo de la cuenta insuficiente')).toBeTruthy()
    await page.user.click(button(page))
    expect(sent()).toEqual([])
    await page.user.click(page.getByRole('radio', { name: /^USD/ }))
    expect(isWrong(amount(page))).toBe(false)
  })

  test.each([
    ['9,99', 'Importe mínimo de retirada: 10,00 €'],
    ['', 'Falta información, complétala por favor'],
  ])('%j is said to be wrong when the button is pressed, and not sent', async (figure, expected) => {
    const page = await openForm({ free: [eur(1_000_00n)] })
    if (figure !== '') await page.write(amount(page), figure)
    await page.write(page.getByLabelText('Contraseña de operaciones'), 'x')
    expect(isWrong(amount(page))).toBe(false)
    await page.user.click(button(page))
    expect(page.getAllByText(expected).length).toBeGreaterThan(0)
    expect(wire.toasts.map(plain)).toEqual([expected])
    expect(isWrong(amount(page))).toBe(true)
    expect(sent()).toEqual([])
  })
})

describe('what is sent', () => {
  test('to a card: the amount in its currency, to the payee that stands on the button, and no coins', async () => {
    const page = await openForm()
    await page.user.click(page.getByRole('radio', { name: /^EUR/ }))
    await fill(page, '100')
    expect(plain(button(page).textContent)).toBe('Retirar 100,00 €a Banco Ribera, ES•• •••• 9902')
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(1)
    const [input] = sent()
    expect(input).toEqual({ id: input?.id, amount: eur(100_00n), payee: CARD.id, password: 'secreta' })
    await expect.poll(whereNow).toBe(`/subPackages/withdraw/record?id=${input?.id}`)
  })

  test('to a wallet: the coins that are shown go with it, so that no worse rate is taken silently', async () => {
    const page = await openForm({}, WALLET)
    await page.user.click(page.getByRole('radio', { name: /^EUR/ }))
    await fill(page, '100')
    // 100.00 EUR at 1.10 are 110 coins of one dollar.
    expect(page.getByText('110,00 USDT')).toBeTruthy()
    await page.user.click(button(page))
    await expect.poll(sent).toMatchObject([{ payee: WALLET.id, amount: eur(100_00n), quote: 11_000_000_000n }])
  })

  test('another way is another payee', async () => {
    const page = await openForm()
    await page.user.click(page.getByRole('radio', { name: 'Monedero' }))
    await fill(page, '100')
    expect(plain(button(page).textContent)).toContain('a USDT · Tron Nile, TR7NHq…Lj6t')
    await page.user.click(button(page))
    await expect.poll(sent).toMatchObject([{ payee: WALLET.id }])
  })

  test('without the password, and without the code where one is asked for, nothing is sent', async () => {
    const page = await openForm({ needsCode: true })
    await page.write(amount(page), '100')
    await page.user.click(button(page))
    const [password, code] = [page.getByLabelText('Contraseña de operaciones'), page.getByLabelText(/^Código/)]
    expect([isWrong(password), isWrong(code)]).toEqual([true, true])
    await page.write(password, 'secreta')
    await page.user.click(button(page))
    expect(sent()).toEqual([])
    await page.write(code, '123456')
    await page.user.click(button(page))
    await expect.poll(sent).toMatchObject([{ password: 'secreta', code: '123456' }])
  })

  test('after a lost answer the same form sends the same withdrawal, under the same id', async () => {
    const page = await openForm()
    wire.house.answer(submitWithdrawal, () => LOST)
    await fill(page, '100')
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(1)
    await expect.poll(() => page.getAllByText(/No se puede conectar/).length).toBeGreaterThan(0)
    // The server answers again.
    await refreshAll()
    await expect.poll(() => button(page).getAttribute('aria-disabled')).toBeNull()
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(2)
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1)
  })

  test('a rate that has moved is said, the terms are read again, and nothing has been sent elsewhere', async () => {
    const page = await openForm({}, WALLET)
    wire.house.answer(submitWithdrawal, no('rate_changed', 'Ahora serían 109,00 USDT'))
    await page.user.click(page.getByRole('radio', { name: /^EUR/ }))
    await fill(page, '100')
    const before = wire.house.asked(readWithdrawalTerms).length
    await page.user.click(button(page))
    expect(await page.findByText('Ahora serían 109,00 USDT')).toBeTruthy()
    await expect.poll(() => wire.house.asked(readWithdrawalTerms).length).toBe(before + 1)
    expect(whereNow()).toContain('/withdraw/withdraw')
  })

  test('a wrong password stands at its field until the form is touched', async () => {
    const page = await openForm()
    wire.house.answer(submitWithdrawal, no('wrong_trading_password', 'No es esa', { field: 'password' }))
    await fill(page, '100')
    await page.user.click(button(page))
    const password = page.getByLabelText('Contraseña de operaciones')
    await expect.poll(() => isWrong(password)).toBe(true)
    await page.write(password, 'x')
    expect(isWrong(password)).toBe(false)
  })
})

describe('what comes next', () => {
  test('above the limit, with what was asked for lately, two people decide', async () => {
    const page = await openForm({ free: [eur(20_000_00n)], recent: 9_000_00n })
    await page.write(amount(page), '1000')
    expect(page.getByText(/^Una persona; dos si pasas de 10.000,00 €/)).toBeTruthy()
    await page.write(amount(page), '1000,01')
    expect(page.getByText(/^Dos personas: pasa de 10.000,00 €/)).toBeTruthy()
  })

  test('a payee that waits cannot be chosen, and the page says so', async () => {
    wire.house.answer(readProfile, profile())
    wire.house.answer(readWithdrawalTerms, {
      terms: terms({ payees: [{ ...CARD, state: 'waiting' }] }),
      records: null,
    })
    enter()
    const page = await openPage('/subPackages/withdraw/withdraw')
    expect(await page.findByText('Ningún destino se puede usar todavía')).toBeTruthy()
    expect(page.queryByRole('button', named('Retirar'))).toBeNull()
  })
})
