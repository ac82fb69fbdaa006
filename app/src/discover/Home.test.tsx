// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { rateE6 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { noteFirstSteps, readFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { readDayCurve, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { no } from '@lonja/kit/house.testing'
import { hideFigures } from '@lonja/kit/hidden'
import { markStale } from '@lonja/kit/reads'
import { enter, inside, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, accountFigures } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { HOME, openHome } from './home.testing.ts'
import { forgetLook, rememberLook } from './looked.ts'

const wire = withApp()

type Steps = ReplyOf<typeof readFirstSteps>
let steps: Steps

beforeEach(() => {
  forgetLook()
  steps = { done: [], shown: true, looked: null }
  openHome(wire.house)
  wire.house.answer(readFirstSteps, () => steps)
  wire.house.answer(noteFirstSteps, ({ input }) => {
    if (input.looked) steps = { ...steps, done: ['look'], looked: { listing: input.looked, name: 'Bahía Verde' } }
    if (input.away !== undefined) steps = { ...steps, shown: !input.away }
    return steps
  })
})

const hrefOf = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).getAttribute('href')
const stepsOf = async (page: Page) => inside(await page.findByRole('region', { name: 'Primeros pasos' }))

describe('home of a newcomer', () => {
  test('says what the first money is, with its entry and who runs the house', async () => {
    enter()
    const page = await openPage(HOME)
    const summary = plain((await page.findByText(/^Qué son estos/)).textContent)
    expect(summary).toBe('Qué son estos 100.000,00 €')
    expect(hrefOf(page, 'Ver el apunte')).toBe('#/subPackages/portfolio/funds?kind=grant')
    expect(hrefOf(page, 'Quién lleva esta casa')).toBe('#/subPackages/about/about')
  })

  test('has buying, depositing and withdrawing as acts', async () => {
    enter()
    const page = await openPage(HOME)
    await page.findByRole('region', { name: 'Primeros pasos' })
    expect(['Comprar', 'Depositar', 'Retirar'].map((name) => hrefOf(page, name))).toEqual([
      '#/subPackages/discover/search',
      '#/subPackages/recharge/type',
      '#/subPackages/withdraw/index',
    ])
  })

  test('leads to a first share, and with one that was looked at to its ticket and its alert', async () => {
    enter()
    const page = await openPage(HOME)
    const before = (await stepsOf(page)).getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(before).toEqual([
      '#/subPackages/discover/search',
      '#/subPackages/discover/search',
      '#/subPackages/discover/search?for=alert',
    ])
    steps = { done: ['look'], shown: true, looked: { listing: BVE, name: 'Bahía Verde' } }
    markStale(['steps'])
    await page.findByText('Has visto Bahía Verde')
    const next = await stepsOf(page)
    expect(next.getByText('1 de 3')).toBeTruthy()
    expect(next.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `#/subPackages/home/socketDetail/place?listing=${BVE}&side=buy`,
      `#/subPackages/watchlist/alerts?listing=${BVE}`,
    ])
  })

  test('tells the house which share was looked at first, once', async () => {
    enter()
    rememberLook(BVE)
    rememberLook('XMAD:OTR')
    const page = await openPage(HOME)
    await page.findByText('Has visto Bahía Verde')
    expect(wire.house.asked(noteFirstSteps).map(({ input }) => input)).toEqual([{ looked: BVE }])
  })

  test('puts the steps away for good, and takes them back from the toast', async () => {
    enter()
    const page = await openPage(HOME)
    await page.user.click((await stepsOf(page)).getByRole('button', { name: 'Quitar los primeros pasos' }))
    await expect.poll(() => page.queryByRole('region', { name: 'Primeros pasos' })).toBeNull()
    expect(page.queryByText(/^Qué son estos/)).toBeNull()
    expect(wire.toasts).toContain('Primeros pasos quitados')
    await page.user.click(await page.findByRole('button', { name: 'Deshacer' }))
    await page.findByRole('region', { name: 'Primeros pasos' })
    const notes = wire.house.asked(noteFirstSteps).map(({ input }) => input)
    expect(notes).toEqual([{ away: true }, { away: false }])
  })

  test('says nothing of a first money that the house did not give', async () => {
    wire.house.answer(listEntries, { rows: [], cursor: null, count: 0 })
    enter()
    const page = await openPage(HOME)
    await page.findByRole('region', { name: 'Primeros pasos' })
    expect(page.queryByText(/^Qué son estos/)).toBeNull()
  })
})

/** Midnights in Madrid, and now: up by 100.00, down by 300.00, with 5,000.00 paid in between. */
const MONTH: ReplyOf<typeof readResults> = {
  currency: 'EUR',
  at: ['22', '23', '24'].map((day) => Date.parse(`2026-11-${day}T23:00:00Z`)),
  total: [10_000_00n, 10_100_00n, 9_800_00n],
  paid: 5_000_00n,
  payments: [{ at: Date.parse('2026-11-23T23:00:00Z'), paid: 5_000_00n }],
  startedOverAt: null,
  shares: [],
  rest: -200_00n,
}

describe('home after the first steps', () => {
  const words = async (page: Page) =>
    plain((await page.findByRole('region', { name: 'Valor en el tiempo' })).textContent).replaceAll('−', '-')

  beforeEach(() => {
    steps = { done: [], shown: false, looked: null }
    enter()
  })

  test('has the result of a month with its line, what was paid in, the day and the free money', async () => {
    wire.house.answer(readResults, MONTH)
    const page = await openPage(HOME)
    await page.findByText('en 30 días')
    const text = await words(page)
    expect(text).toContain('-200,00 €-2,00%en 30 días')
    expect(text).toContain('ResultadoIngreso de 5.000,00 €, no cuenta')
    expect(text).toMatch(/hoyDisponible/)
    const line = await page.findByRole('slider')
    expect(plain(line.getAttribute('aria-label')).replaceAll('−', '-')).toMatch(/Mejor \+100,00 €, peor -200,00 €\.$/)
    line.focus()
    await page.user.keyboard('{ArrowLeft}')
    expect(plain(line.getAttribute('aria-valuetext'))).toBe('23 nov, +100,00 € · Ingreso de 5.000,00 €, no cuenta')
    expect(hrefOf(page, 'Ver el valor')).toBe('#/subPackages/portfolio/results')
  })

  test('names the newest of several payments', async () => {
    const [paid] = MONTH.payments
    const earlier = { at: MONTH.at[0] ?? 0, paid: 1_000_00n }
    wire.house.answer(readResults, { ...MONTH, payments: paid ? [earlier, paid] : [] })
    const page = await openPage(HOME)
    await page.findByText('en 30 días')
    expect(await words(page)).toContain('Ingreso de 5.000,00 €, no cuenta')
  })

  test('compares the day with the total before it', async () => {
    wire.house.answer(readResults, MONTH)
    const display = { ...accountFigures('EUR', 1_500_00n), total: 1_500_00n, dayChange: 500_00n }
    const margin = { currency: 'EUR' as const, equity: 0n, used: 0n, financed: 0n }
    const figures = { byCurrency: [display], display, rate: rateE6(1_100_000n), margin, at: 0, unpriced: [] }
    wire.house.answer(readFigures, figures)
    const page = await openPage(HOME)
    await page.findByText('en 30 días')
    await expect.poll(() => words(page)).toContain('+500,00 €+50,00%hoy')
  })

  test('asks for the chosen span, and leads to it', async () => {
    wire.house.answer(readResults, MONTH)
    const page = await openPage(HOME)
    await page.user.click(await page.findByRole('radio', { name: 'Año' }))
    await page.findByText('en 365 días')
    expect(wire.house.asked(readResults).map(({ input }) => input.span)).toEqual(['month', 'year'])
    expect(hrefOf(page, 'Ver el valor')).toBe('#/subPackages/portfolio/results?span=year')
  })

  test('says that the line could not be worked out, beside the total that is there', async () => {
    const page = await openPage(HOME)
    await page.findByText('No hemos podido calcular tu valor en el tiempo')
    expect(await words(page)).toMatch(/hoyDisponible/)
  })

  test('has no line while the figures are hidden', async () => {
    wire.house.answer(readResults, MONTH)
    hideFigures(true)
    const page = await openPage(HOME)
    await page.findByRole('button', { name: 'Mostrar las cifras' })
    await expect.poll(() => wire.house.asked(readFirstSteps)).not.toEqual([])
    expect(page.queryByRole('region', { name: 'Valor en el tiempo' })).toBeNull()
    hideFigures(false)
    await page.findByRole('region', { name: 'Valor en el tiempo' })
  })

  test('a newcomer has no line yet', async () => {
    steps = { done: [], shown: true, looked: null }
    const page = await openPage(HOME)
    await page.findByRole('region', { name: 'Primeros pasos' })
    expect(page.queryByRole('region', { name: 'Valor en el tiempo' })).toBeNull()
    expect(wire.house.asked(readResults)).toEqual([])
  })
})

describe('the day beside the total of a newcomer', () => {
  const curve = (total: readonly bigint[]): ReplyOf<typeof readDayCurve> => ({
    currency: 'EUR',
    start: 100_000_00n,
    from: Date.parse('2026-11-19T23:00:00Z'),
    to: Date.parse('2026-11-20T23:00:00Z'),
    at: total.map((_each, n) => Date.parse('2026-11-20T10:00:00Z') + n * 60_000),
    total: [...total],
  })
  const line = (page: Page) => page.queryByRole('img', { name: /^Valor total de hoy/ })

  test('is no dash while nothing has moved', async () => {
    enter()
    wire.house.answer(readDayCurve, curve([100_000_00n, 100_000_00n]))
    const page = await openPage(HOME)
    await page.findByRole('region', { name: 'Primeros pasos' })
    await expect.poll(() => wire.house.asked(readDayCurve)).not.toEqual([])
    expect(line(page)).toBeNull()
  })

  test('is a line once something has', async () => {
    enter()
    wire.house.answer(readDayCurve, curve([100_000_00n, 99_999_00n]))
    const page = await openPage(HOME)
    await expect.poll(() => line(page)).not.toBeNull()
  })
})

test('a total that cannot be read leaves buying, depositing and withdrawing where they are', async () => {
  enter()
  wire.house.answer(readFigures, no('unavailable', 'Ahora no'))
  const page = await openPage(HOME)
  await page.findByRole('heading', { name: /^No hemos podido|^No se ha podido|saldo/ })
  expect(hrefOf(page, 'Comprar')).toBe('#/subPackages/discover/search')
  expect(hrefOf(page, 'Retirar')).toBe('#/subPackages/withdraw/index')
})

const tiles = async (of: Page) =>
  inside(await of.findByRole('navigation', { name: 'Qué puedes hacer' }))
    .getAllByRole('link')
    .map((link) => plain(link.querySelector('strong')?.textContent))

test('signed out no tile ends at the log-in, and there is an even number of them', async () => {
  expect(await tiles(await openPage(HOME))).toEqual(['Mercado', 'Resultados', 'Radar', 'Noticias'])
})

test('signed in there are the customer’s own tiles too, and none stands alone in its row', async () => {
  enter()
  const page = await openPage(HOME)
  await page.findByRole('region', { name: 'Primeros pasos' })
  expect(await tiles(page)).toEqual([
    ...['Mercado', 'Resultados', 'Radar'],
    'Salidas a bolsa',
    'Operaciones en bloque',
    'Opciones binarias',
    'Automatización intradía',
    'Trading cuantitativo con IA',
    'Préstamo',
    'Noticias',
    'Avisos de precio',
    'Movimientos',
  ])
})

test('a share that somebody else looked at in this window is not told for the next', async () => {
  enter()
  rememberLook(BVE)
  enter('another token')
  const page = await openPage(HOME)
  await page.findByRole('region', { name: 'Primeros pasos' })
  expect(wire.house.asked(noteFirstSteps)).toEqual([])
})
