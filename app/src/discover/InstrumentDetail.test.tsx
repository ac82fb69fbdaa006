// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import { listCandles, readInstrument, type Interval } from '@lonja/core/market/market.contract'
import { listNews } from '@lonja/core/news/news.contract'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { isWatched, listWatchlists } from '@lonja/core/watchlist/watchlist.contract'
import { bringIntoSight, takeOutOfSight, watchedElements } from '@lonja/kit/browser.testing'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { NOW } from '../orders/about.testing.ts'
import { BVE, instrument, openMarket, position } from '../orders/market.testing.ts'
import { openPage, switchOff, withApp } from '../screens.testing.tsx'

const wire = withApp()
const URL = `/subPackages/home/socketDetail/socketDetail?listing=${BVE}`
const MIN = 60_000

function openShare(): void {
  openMarket(wire.house, { marketCap: 168_713_000_000n }, [position()])
  wire.house.answer(listNews, { rows: [], cursor: null })
  wire.house.answer(listWatchlists, { rows: [], most: 10 })
  wire.house.answer(isWatched, { listing: BVE, watched: false, lists: [] })
  wire.house.answer(listClosed, { rows: [], cursor: null })
  wire.house.answer(listCandles, candlesOf)
  enter()
}

/** Thirty bars of a quarter of an hour up to now. */
const candlesOf = ({ input: { listing, interval } }: { input: { listing: ListingId; interval: Interval } }) => {
  const at = Array.from({ length: 30 }, (_none, n) => NOW - (30 - n) * 15 * MIN)
  const price = at.map((_at, n) => priceE4(BigInt(150_000 + n * 100)))
  return {
    listing,
    interval,
    currency: 'EUR' as const,
    at,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: at.map(() => 10n),
    session: {
      state: 'open' as const,
      open: NOW - 600 * MIN,
      close: NOW + 600 * MIN,
      opensAt: null,
      resumesAt: null,
      timeZone: 'Europe/Madrid',
    },
    previousClose: priceE4(149_000n),
    splits: 0,
  }
}

test('price and change stay in the header while the large ones are scrolled away', async () => {
  openShare()
  const page = await openPage(URL)
  await page.findByRole('heading', { level: 1, name: 'BVE' })
  const header = () => page.getByRole('banner').textContent ?? ''
  const figure = () => watchedElements().find((one) => one.textContent?.includes('17,47'))
  await expect.poll(figure).toBeTruthy()
  const element = figure()!
  expect(header()).not.toContain('17,47')
  takeOutOfSight(element)
  await expect.poll(header).toContain('17,47')
  bringIntoSight(element)
  await expect.poll(header).toContain('Bolsa de Madrid')
})

test('the day can be drawn as candles of fifteen minutes, with the own trades and their cost in words', async () => {
  openShare()
  const page = await openPage(URL)
  await page.user.click(await page.findByRole('radio', { name: '15 min' }))
  await page.user.click(page.getByRole('button', { name: 'Ver como tabla' }))
  await expect.poll(() => wire.house.asked(listCandles).at(-1)?.input.interval).toBe('15minutes')
  // The lot of 140 shares at 15,00 was bought within the table.
  expect(await page.findByRole('columnheader', { name: 'Tus operaciones' })).toBeTruthy()
  expect(page.getByRole('cell', { name: 'Compra de 140' })).toBeTruthy()
  expect(page.getAllByText('Tu coste').length).toBeGreaterThan(0)
  expect(page.getByText('15,00', { selector: 'dd' })).toBeTruthy()
})

test('the settings of the indicators that were opened while the candles load stay open when they are there', async () => {
  openShare()
  const page = await openPage(URL)
  await page.user.click(await page.findByRole('button', { name: 'Ver como tabla' }))
  let come: () => void = () => undefined
  const road = new Promise<void>((resolve) => (come = resolve))
  wire.house.answer(listCandles, async (request) => {
    await road
    return candlesOf(request)
  })
  await page.user.click(page.getByRole('radio', { name: '15 min' }))
  await page.user.click(await page.findByRole('button', { name: 'Ajustes de los indicadores' }))
  expect(await page.findByRole('dialog', { name: 'Indicadores' })).toBeTruthy()
  come()
  expect(await page.findByRole('columnheader', { name: 'Tus operaciones', hidden: true })).toBeTruthy()
  expect(page.getByRole('dialog', { name: 'Indicadores' })).toBeTruthy()
})

test('the market value has its currency', async () => {
  openShare()
  const page = await openPage(URL)
  expect(await page.findByText('168.713 M€')).toBeTruthy()
})

test('the year of an index that the house works out appears before the page would be read again', async () => {
  openShare()
  const prices = { open: priceE4(170_000n), high: priceE4(176_000n), low: priceE4(169_000n), last: priceE4(174_700n) }
  const day = { ...prices, day: '2026-11-27' as const, previousClose: null, volume: 0n, at: NOW }
  const index = { kind: 'index' as const, quote: null, day }
  wire.house.answer(readInstrument, instrument({ ...index, yearPending: true }))
  const page = await openPage(URL)
  expect(await page.findByRole('img', { name: 'Rango de 52 semanas: se está calculando' })).toBeTruthy()
  wire.house.answer(readInstrument, instrument({ ...index, yearLow: priceE4(120_000n), yearHigh: priceE4(180_000n) }))
  const year = () => page.queryByRole('img', { name: /^Rango de 52 semanas.*12,00.*18,00/ })
  await expect.poll(year, { timeout: 5_000 }).toBeTruthy()
  expect(wire.house.asked(readInstrument)).toHaveLength(2)
})

describe('the way to automate a share', () => {
  const way = (page: Page) => page.queryByRole('link', { name: 'Automatizar esta acción' })
  const isDrawn = (page: Page) => page.findByRole('link', { name: 'Dividendos y desdoblamientos' })

  test('leads to the strategies for it', async () => {
    openShare()
    const page = await openPage(URL)
    await isDrawn(page)
    expect(way(page)?.getAttribute('href')).toBe(`#/subPackages/home/dayTrading/dayTrading?listing=${BVE}`)
  })

  test('is not there while the operator has switched strategies off', async () => {
    switchOff('strategies')
    openShare()
    const page = await openPage(URL)
    await isDrawn(page)
    expect(way(page)).toBeNull()
  })

  test('is not there for a share without quotes', async () => {
    openShare()
    wire.house.answer(readInstrument, instrument({ unquoted: 'no_quotes' }))
    const page = await openPage(URL)
    await isDrawn(page)
    expect(way(page)).toBeNull()
  })
})
