// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur, usd } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { closeAccount, readClosing } from '@lonja/core/leaving.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { enter, figureOf, inside, plain, type Page } from '@lonja/kit/screens.testing'
import { currentSession } from '@lonja/kit/session'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'

const wire = withApp()

const isSignedIn = () => currentSession() !== null

type Closing = ReplyOf<typeof readClosing>

const NOTHING_LEFT: Closing = {
  orders: 0,
  positions: 0,
  cost: [],
  cash: [],
  owed: [],
  lent: [],
  against: [],
  hasTradingPassword: true,
  needsCode: false,
  phone: '600',
}
const CLOSED_AT = Date.UTC(2026, 4, 6, 10)

async function openClosing(of: Partial<Closing> = {}): Promise<Page> {
  wire.house.answer(readClosing, { ...NOTHING_LEFT, ...of })
  wire.house.answer(closeAccount, {
    closedAt: CLOSED_AT,
    orders: 0,
    positions: 0,
    cost: [],
    cash: [],
    owed: [],
    lent: [],
  })
  enter()
  const page = await openPage('/subPackages/portfolio/close')
  await page.findByText(/^Es para siempre/)
  return page
}

const password = (page: Page) => page.getByLabelText('Contraseña de operaciones')
const code = (page: Page) => page.getByRole('textbox', { name: /^Código/ })
const close = (page: Page) => page.user.click(page.getByRole('button', { name: 'Cerrar la cuenta' }))
const question = (page: Page) => page.queryByRole('dialog', { name: '¿Cerrar la cuenta para siempre?' })
const answer = (page: Page, name: string) =>
  page.user.click(inside(question(page) ?? document.body).getByRole('button', { name }))
const confirm = (page: Page) => answer(page, 'Cerrar la cuenta')
const sent = () => wire.house.asked(closeAccount).map(({ input }) => input)

describe('what stands against it', () => {
  test('all of it, each with the page that ends it, and no form', async () => {
    const page = await openClosing({
      against: ['withdrawal_under_way', 'deposit_under_way'],
      cash: [eur(1_250_00n)],
      hasTradingPassword: false,
    })
    const link = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href')
    expect(link(/^Espera la decisión sobre tu depósito/)).toContain('/subPackages/recharge/record')
    expect(link(/^Pon tu contraseña de operaciones/)).toContain('/subPackages/payPwd/index')
    expect(link(/^Espera a que se envíe|retirada/)).toContain('/subPackages/withdraw/record')
    expect(page.queryByRole('button', { name: 'Cerrar la cuenta' })).toBeNull()
  })

  test('a failure of the house has a reference that the customer can quote', async () => {
    wire.house.answer(readClosing, no('internal', 'Algo ha fallado', { reference: 'H7K2M9QX' }))
    enter()
    const page = await openPage('/subPackages/portfolio/close')
    expect(await page.findByText('Algo ha fallado (referencia H7K2M9QX)')).toBeTruthy()
  })

  test('what could not be read is said, and can be asked again', async () => {
    wire.house.answer(readClosing, no('unavailable', 'La casa está ocupada'))
    enter()
    const page = await openPage('/subPackages/portfolio/close')
    expect(await page.findByText('La casa está ocupada')).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    await expect.poll(() => wire.house.asked(readClosing).length).toBeGreaterThan(1)
  })
})

describe('with nothing left', () => {
  test('it closes only after its question, with the password, and signs out', async () => {
    const page = await openClosing()
    expect(page.getByText('No te queda nada ni debes nada.')).toBeTruthy()
    await page.user.type(password(page), 'to trade with')
    await close(page)
    expect(question(page)).not.toBeNull()
    expect(sent()).toEqual([])
    await confirm(page)
    await expect.poll(sent).toEqual([{ password: 'to trade with' }])
    await expect.poll(whereNow).toBe(`/subPackages/portfolio/closed?at=${CLOSED_AT}`)
    expect(isSignedIn()).toBe(false)
  })

  test('“Volver” in the question closes nothing', async () => {
    const page = await openClosing()
    await page.user.type(password(page), 'to trade with')
    await close(page)
    await answer(page, 'Volver')
    expect(question(page)).toBeNull()
    expect([sent(), isSignedIn()]).toEqual([[], true])
  })

  test('without the password there is no question, and the field is marked', async () => {
    const page = await openClosing()
    await close(page)
    expect(question(page)).toBeNull()
    expect(password(page).getAttribute('aria-invalid')).toBe('true')
    expect(sent()).toEqual([])
  })

  test('an account with a second step gives its code too, by keys alone', async () => {
    const page = await openClosing({ needsCode: true })
    await page.user.type(password(page), 'to trade with{Enter}')
    expect(question(page)).toBeNull()
    expect(code(page).getAttribute('aria-invalid')).toBe('true')
    await page.user.type(code(page), '123456{Enter}')
    expect(question(page)).not.toBeNull()
    await page.user.keyboard('{Tab}{Tab}{Enter}')
    await expect.poll(sent).toEqual([{ password: 'to trade with', code: '123456' }])
  })
})

describe('with something left', () => {
  test('what goes back to the house is said before, and it can be withdrawn first', async () => {
    const page = await openClosing({ orders: 2, positions: 1, cost: [eur(80_00n)], cash: [eur(1_250_00n), usd(3_00n)] })
    expect(figureOf('Órdenes que se anulan')).toBe('2')
    expect(figureOf('Acciones que se devuelven')).toBe('80,00 €')
    expect(plain(figureOf('Efectivo que se devuelve'))).toBe('1.250,00 € · 3,00 US$')
    expect(page.queryByText('No te queda nada ni debes nada.')).toBeNull()
    expect(page.getByText(/vuelven por lo que costaron/)).toBeTruthy()
    const first = page.getByRole('link', { name: /^Retirar antes/ })
    expect(first.getAttribute('href')).toContain('/subPackages/withdraw/index')
    await page.user.type(password(page), 'to trade with')
    await close(page)
    await confirm(page)
    await expect.poll(sent).toEqual([{ password: 'to trade with' }])
  })
})

describe('refused', () => {
  test('a wrong password stands at its field, and the account stays open', async () => {
    const page = await openClosing()
    wire.house.answer(closeAccount, no('wrong_trading_password', 'No es esa', { field: 'password' }))
    await page.user.type(password(page), 'wrong')
    await close(page)
    await confirm(page)
    expect(await page.findByText('No es esa')).toBeTruthy()
    expect([question(page), password(page).getAttribute('aria-invalid'), isSignedIn()]).toEqual([null, 'true', true])
  })

  test('what came up meanwhile is read anew and takes the place of the form', async () => {
    const page = await openClosing()
    wire.house.answer(closeAccount, no('deposit_under_way', 'Tienes un depósito en curso'))
    wire.house.answer(readClosing, { ...NOTHING_LEFT, against: ['deposit_under_way'] })
    await page.user.type(password(page), 'to trade with')
    await close(page)
    await confirm(page)
    expect(await page.findByRole('link', { name: /^Espera la decisión sobre tu depósito/ })).toBeTruthy()
    expect(isSignedIn()).toBe(true)
  })

  test('a lost answer leaves the account as it was known: the question says why it is still open, and asks again by the same request', async () => {
    const page = await openClosing()
    wire.house.answer(closeAccount, () => LOST)
    await page.user.type(password(page), 'to trade with')
    await close(page)
    await confirm(page)
    await expect.poll(sent).toHaveLength(1)
    const dialog = await page.findByRole('dialog', { name: '¿Cerrar la cuenta para siempre?' })
    expect((await inside(dialog).findByRole('alert')).textContent).toBe('No se puede conectar con el servidor.')
    expect(isSignedIn()).toBe(true)
    await confirm(page)
    await expect.poll(sent).toHaveLength(2)
    const [first, second] = wire.house.asked(closeAccount)
    expect(second?.key).toBe(first?.key)
  })
})
