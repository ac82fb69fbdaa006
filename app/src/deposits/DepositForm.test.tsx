// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur, rateE6, usd } from '@lonja/core/base/amount'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listDeposits, readCheckoutLink, readDepositWays, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { enter, later, plain, type Page } from '@lonja/kit/screens.testing'
import { refreshAll } from '@lonja/kit/reads'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import type { Ways } from './deposit.ts'

const wire = withApp()

const NOW = Date.now()
const HASH = `0x${'a1'.repeat(32)}`

const ways = (more: Partial<Ways> = {}): Ways => ({
  chains: [
    { chain: 'polygon', name: 'Polygon Amoy', address: '0x1111111111111111111111111111111111111111' },
    { chain: 'ethereum', name: 'Ethereum Sepolia', address: '0x2222222222222222222222222222222222222222' },
    { chain: 'bitcoin', name: 'Bitcoin Testnet', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
  ],
  coins: [
    { currency: 'BTC', chains: ['bitcoin'], usd: rateE6(60_000_000_000n) },
    { currency: 'USDC', chains: ['polygon', 'ethereum'], usd: rateE6(1_000_000n) },
  ],
  ratesVersion: 1,
  eurUsd: { rate: rateE6(1_100_000n), at: NOW, source: 'practice' },
  minimum: 10_00n,
  limit: { most: 100_000_00n, left: 100_000_00n, verified: true },
  dueHours: 24,
  ...more,
})

async function openForm(type: string, of: Partial<Ways> = {}): Promise<Page> {
  wire.house.answer(readDepositWays, ways(of))
  wire.house.answer(submitDeposit, ({ input: { id, cash } }) => ({
    id,
    number: 'D-1',
    cash: cash === 'EUR' ? eur(100_00n) : usd(110_00n),
    eurUsd: null,
    at: NOW,
    dueAt: NOW,
  }))
  enter()
  const page = await openPage(`/subPackages/recharge/recharge?type=${type}`)
  await page.findByRole('textbox', { name: 'Importe' })
  return page
}

const amount = (page: Page) => page.getByRole('textbox', { name: 'Importe' })
const hash = (page: Page) => page.getByRole('textbox', { name: /^Hash/ })
const button = (page: Page) => page.getByRole('button', { name: /^(Enviar depósito|Abrir la caja|Ir a la caja)/ })
const sent = () => wire.house.asked(submitDeposit).map(({ input }) => input)
const isWrong = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'

describe('a purchase in dollars that led here', () => {
  test.each(['crypto', 'online'] as const)('is credited in dollars: %s', async (type) => {
    const page = await openForm(`${type}&cash=USD`)
    expect(page.getByRole<HTMLInputElement>('radio', { name: 'Dólares' }).checked).toBe(true)
  })

  test('is remembered by both ways', async () => {
    wire.house.answer(readDepositWays, ways())
    wire.house.answer(readProfile, profile())
    wire.house.answer(readFigures, no('not_found', 'No hay'))
    wire.house.answer(listDeposits, { rows: [], cursor: null })
    enter()
    const page = await openPage('/subPackages/recharge/type?cash=USD')
    for (const way of [/^Criptomoneda/, /^Depósito en línea/])
      expect((await page.findByRole('link', { name: way })).getAttribute('href')).toContain('cash=USD')
  })
})

describe('coins', () => {
  test('the address is one’s own on the chosen network, and another coin brings its own network', async () => {
    const page = await openForm('crypto')
    expect(page.getByText(/^Envía solo USDC de prueba, por Polygon Amoy/)).toBeTruthy()
    const address = () => document.querySelector('code')?.textContent
    expect(address()).toBe('0x1111111111111111111111111111111111111111')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Red de prueba' }), 'ethereum')
    expect(address()).toBe('0x2222222222222222222222222222222222222222')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Moneda' }), 'BTC')
    expect(page.getByText(/^Envía solo BTC de prueba, por Bitcoin Testnet/)).toBeTruthy()
    expect(address()).toBe('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
  })

  test('an example fills in the whole form: the least amount, and a new transaction each time', async () => {
    const page = await openForm('crypto')
    const example = page.getByRole('button', { name: 'Usar un ejemplo para practicar' })
    await page.user.click(example)
    const first = (hash(page) as HTMLInputElement).value
    await page.user.click(example)
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(1)
    const [deposit] = sent()
    expect(deposit?.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(deposit?.hash).not.toBe(first)
    // Ten euros at 1.10 dollars, in millionths of a coin.
    expect(deposit?.amount).toBe(11_000_000_00n)
  })

  test('what the coins become is shown in the chosen currency, and sent as it stands', async () => {
    const page = await openForm('crypto')
    await page.write(amount(page), '110')
    // 110 coins of one dollar, at 1.10 dollars a euro.
    expect(plain(button(page).textContent)).toMatch(/^Enviar depósito de 110,00 USDCunos 100,00 €/)
    await page.user.click(page.getByRole('radio', { name: 'Dólares' }))
    expect(plain(button(page).textContent)).toMatch(/se abonan 110,00 US\$/)
    await page.write(hash(page), HASH)
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(1)
    const [input] = sent()
    expect(input).toEqual({
      id: input?.id,
      currency: 'USDC',
      chain: 'polygon',
      amount: 11_000_000_000n,
      cash: 'USD',
      hash: HASH,
      proofs: [],
    })
    await expect.poll(whereNow).toBe(`/subPackages/recharge/record?id=${input?.id}`)
  })

  test('nothing and no transaction are said to be wrong when the button is pressed, and not sent', async () => {
    const page = await openForm('crypto')
    await page.user.click(button(page))
    expect([isWrong(amount(page)), isWrong(hash(page))]).toEqual([true, true])
    await page.write(amount(page), '110')
    await page.write(hash(page), '0x12')
    await page.user.click(button(page))
    expect(page.getAllByText(/^Esto no es un hash de Polygon Amoy/).length).toBeGreaterThan(0)
    expect(sent()).toEqual([])
  })

  test('a proof goes with it by its id, and it waits until the proof is there', async () => {
    const reply = later<void>()
    wire.house.answer(storePicture, async ({ input }) => {
      await reply.value
      return { id: input.id, width: 1, height: 1, bytes: 1 }
    })
    const page = await openForm('crypto')
    await page.write(amount(page), '110')
    await page.write(hash(page), HASH)
    await page.user.upload(
      document.querySelector<HTMLElement>('input[type=file]')!,
      new File(['x'], 'uno.png', { type: 'image/png' }),
    )
    await expect.poll(() => plain(button(page).textContent)).toContain('espera a que suban las imágenes')
    await page.user.click(button(page))
    expect(sent()).toEqual([])
    reply.give()
    await expect.poll(() => button(page).getAttribute('aria-disabled')).toBeNull()
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(1)
    expect(sent()[0]?.proofs).toEqual(wire.house.asked(storePicture).map(({ input }) => input.id))
  })

  test('after a lost answer the same form sends the same deposit, under the same id', async () => {
    const page = await openForm('crypto')
    wire.house.answer(submitDeposit, () => LOST)
    await page.write(amount(page), '110')
    await page.write(hash(page), HASH)
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(1)
    await expect.poll(() => page.queryAllByText('No se puede conectar con el servidor.').length).toBeGreaterThan(0)
    // The server answers again.
    await refreshAll()
    await expect.poll(() => button(page).getAttribute('aria-disabled')).toBeNull()
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(2)
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1)
  })

  test('a refusal stands at its field, and one of no field by the button', async () => {
    const page = await openForm('crypto')
    wire.house.answer(submitDeposit, no('hash_credited', 'Esa transacción ya se abonó', { field: 'hash' }))
    await page.write(amount(page), '110')
    await page.write(hash(page), HASH)
    await page.user.click(button(page))
    await expect.poll(() => isWrong(hash(page))).toBe(true)
    wire.house.answer(submitDeposit, no('too_many_deposits', 'Tienes demasiados en curso'))
    await page.write(hash(page), HASH.replace('a1', 'b2'))
    await page.user.click(button(page))
    expect(await page.findByText('Tienes demasiados en curso')).toBeTruthy()
    expect(isWrong(hash(page))).toBe(false)
  })

  test('without a rate there are no euros to be had, and that is said', async () => {
    const page = await openForm('crypto', { eurUsd: null })
    await page.write(amount(page), '110')
    expect(page.getByText(/^Ahora no hay cambio EUR\/USD: elige dólares/)).toBeTruthy()
    await page.user.click(page.getByRole('radio', { name: 'Dólares' }))
    expect(page.getByText('110,00 US$')).toBeTruthy()
  })
})

describe('online', () => {
  test('the link is asked for with the amount in its currency, and followed', async () => {
    const page = await openForm('online')
    const url = `${location.origin}/#/checkout`
    wire.house.answer(readCheckoutLink, { url, endsAt: NOW })
    await page.user.click(page.getByRole('radio', { name: 'Dólares' }))
    await page.write(amount(page), '50,25')
    expect(plain(button(page).textContent)).toBe('Abrir la caja: 50,25 US$')
    await page.user.click(button(page))
    await expect
      .poll(() => wire.house.asked(readCheckoutLink).map(({ input }) => [input.amount, input.currency]))
      .toEqual([[50_25n, 'USD']])
    await expect.poll(() => location.href).toBe(url)
  })

  test('nothing is asked for an amount that is none, and a refusal stands at the field', async () => {
    const page = await openForm('online')
    await page.user.click(button(page))
    expect(isWrong(amount(page))).toBe(true)
    expect(wire.toasts).toEqual(['El importe del depósito debe ser mayor que 0'])
    expect(wire.house.asked(readCheckoutLink)).toEqual([])
    wire.house.answer(readCheckoutLink, no('minimum_deposit', 'Depósito mínimo: 10,00 €'))
    await page.write(amount(page), '5')
    await page.user.click(button(page))
    await expect.poll(() => isWrong(amount(page))).toBe(true)
    expect(page.getAllByText('Depósito mínimo: 10,00 €').length).toBeGreaterThan(0)
  })
})
