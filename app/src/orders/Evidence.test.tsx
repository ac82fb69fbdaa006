// @vitest-environment jsdom
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import type { OrderRow } from '@lonja/core/orders/orders.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readOrderLeaves } from '@lonja/core/proof/leaf.contract'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { lots, twoLots } from '../portfolio/position.testing.ts'
import { openMarket } from './market.testing.ts'
import { openSale, partOf, storyOf } from './orders.testing.ts'
import type { OrderStory } from './story.ts'

const wire = withApp()

/* All instants are of one afternoon: 15:00 in Madrid, and what comes after it. */
const PLACED = Date.parse('2026-11-20T14:00:00Z')
const at = (seconds: number): number => PLACED + seconds * 1_000

async function openDetail(order: OrderRow, fills: OrderStory['fills'], more: Partial<OrderStory> = {}): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(readOrder, storyOf(order, { fills, ...more }))
  wire.house.answer(readOrderLeaves, { fills: [] })
  enter()
  const page = await openPage(`/subPackages/trade/detail?id=${order.id}`)
  await page.findAllByRole('heading', { level: 3 })
  return page
}

/** A fill of shares so many seconds after the order, on a bid of 15.98 and an ask of 15.99. */
function fillAt(seconds: number, shares = 40n): OrderStory['fills'][number] {
  const fill = partOf(shares, 159_900n, shares * 15_99n)
  return { ...fill, at: at(seconds), quote: { ...fill.quote, at: at(seconds) } }
}

const filled = (more: Partial<OrderRow>): OrderRow =>
  openSale({
    kind: 'market',
    limit: null,
    timeInForce: 'gtc',
    state: 'filled',
    filled: wholeShares(40n),
    placedAt: PLACED,
    marketAt: PLACED,
    filledAt: at(120),
    fillPrice: priceE4(159_800n),
    total: eur(639_20n),
    fee: eur(64n),
    heldNow: [],
    ...more,
  })

const reached = { at: at(60), bid: priceE4(159_700n), ask: priceE4(159_800n), stop: priceE4(160_000n), best: null }
const stop = { kind: 'stop', stop: priceE4(160_000n), stopNow: priceE4(160_000n), triggered: reached } as const
const trailing = {
  ...stop,
  kind: 'trailing',
  stop: null,
  trailBps: 500,
  triggered: { ...reached, best: priceE4(168_500n) },
} as const
const pair = { ...stop, kind: 'pair', profit: priceE4(190_000n) } as const

// prettier-ignore
test.each<[string, OrderRow, string, RegExp]>([
  ['a sell at market',        filled({}),                                                '15:00:00,000 · a mercado',                      /^Una venta se ejecuta al precio al que compran en la primera cotización posterior a la orden\.$/],
  ['a sell with a limit',     filled({ kind: 'limit', limit: priceE4(159_000n) }),       '15:00:00,000 · límite 15,90',                   /^Una orden límite/],
  ['a sell at a stop',        filled(stop),                                              '15:00:00,000 · stop 16,00 €',                   /^Alcanzado el stop, se vende al precio al que compran en la cotización siguiente\.$/],
  ['a buy at a stop',         filled({ ...stop, side: 'buy' }),                          '15:00:00,000 · stop 16,00 €',                   /^Alcanzado el stop, se compra al precio al que venden/],
  ['a stop-limit',            filled({ ...stop, kind: 'stop_limit', limit: priceE4(159_000n) }), '15:00:00,000 · stop 16,00 € y luego 15,90 €', /^Una orden límite/],
  ['a trailing stop',         filled(trailing),                                          '15:00:00,000 · stop 5,00%',                        /^Alcanzado el stop, se vende/],
  ['the profit of a pair',    filled({ ...pair, triggered: null }),                      '15:00:00,000 · stop 16,00 o 19,00',             /^La toma de beneficios vende con la primera cotización que llega a su precio/],
  ['the stop of a pair',      filled(pair),                                              '15:00:00,000 · stop 16,00 o 19,00',             /^Alcanzado el stop, se vende/],
  ['an order at the open',    filled({ timeInForce: 'open' }),                           '15:00:00,000 · a mercado',                      /^En la apertura cuenta solo la primera cotización de la sesión\.$/],
  ['an order at the close',   filled({ timeInForce: 'close' }),                          '15:00:00,000 · a mercado',                      /^En el cierre cuenta solo la última cotización de la sesión\.$/],
])('%s says by which rule its price is that of the quote', async (_line, order, terms, rule) => {
  const page = await openDetail(order, [fillAt(120)])
  expect(figureOf('Tu orden')).toBe(terms)
  const texts = page.getAllByText((_, element) => element?.tagName === 'P').map((each) => plain(each.textContent))
  expect(texts.filter((each) => rule.test(each))).toHaveLength(1)
})

test('a stop shows the quote that reached it, and one that followed the price how far it had', async () => {
  await openDetail(filled(trailing), [fillAt(120)])
  expect(figureOf('Stop alcanzado con')).toBe('15:01:00,000 · compra 15,97')
  expect(figureOf('Siguió al precio hasta')).toBe('16,85 €')
})

test('a stop to buy was reached by an ask', async () => {
  await openDetail(filled({ ...stop, side: 'buy' }), [fillAt(120)])
  expect(figureOf('Stop alcanzado con')).toBe('15:01:00,000 · venta 15,98')
})

test('a part of a pair that took its profit before the stop was reached does not name the stop', async () => {
  const page = await openDetail(filled(pair), [fillAt(30, 10n), fillAt(120, 30n)])
  expect(page.getAllByText('Stop alcanzado con')).toHaveLength(1)
  expect(page.getByText(/^La toma de beneficios vende.*una cuarta parte de su tamaño como mucho/)).toBeTruthy()
})

test.each([
  ['gtc', true],
  ['ioc', false],
] as const)('a part of an order that is %s says that the rest waits: %s', async (timeInForce, waits) => {
  const page = await openDetail(filled({ timeInForce, state: 'expired', endReason: 'not_at_once' }), [fillAt(1, 10n)])
  expect(page.queryByText(/el resto espera a las siguientes/) !== null).toBe(waits)
})

test('of several fills the first has the rule of the order, and each of the others that of the rest', async () => {
  const page = await openDetail(filled({}), [fillAt(1, 10n), fillAt(2, 30n)])
  expect(page.getAllByText(/^Una venta se ejecuta al precio al que compran en la primera/)).toHaveLength(1)
  expect(page.getAllByText(/^El resto de la orden se ejecuta con las cotizaciones siguientes/)).toHaveLength(1)
})

test('after a stop the first fill names it as the rule, and the next one is of the rest', async () => {
  const page = await openDetail(filled(pair), [fillAt(30, 10n), fillAt(120, 10n), fillAt(121, 20n)])
  await page.user.click(page.getByRole('button', { name: 'Ver las pruebas de las otras 2 ejecuciones' }))
  for (const rule of [/^La toma de beneficios vende/, /^Alcanzado el stop, se vende/, /^El resto de la orden/])
    expect(page.getAllByText(rule)).toHaveLength(1)
})

test('many fills show the evidence of the first one, and the others on demand', async () => {
  const fills = Array.from({ length: 40 }, (_, at) => fillAt(at + 1, 1n))
  const page = await openDetail(filled({}), fills)
  expect(page.getAllByText('Cotización usada')).toHaveLength(1)
  await page.user.click(page.getByRole('button', { name: 'Ver las pruebas de las otras 39 ejecuciones' }))
  expect(page.getAllByText('Cotización usada')).toHaveLength(40)
  expect(page.queryByRole('button', { name: /^Ver las pruebas/ })).toBeNull()
})

test('a purchase in several parts shows its lots as one table with their sum', async () => {
  const bought = filled({ side: 'buy' })
  const [old, newer] = lots.map((lot) => ({ ...lot, order: bought.id }))
  if (!old || !newer) throw new Error('there are two lots')
  const other = { ...old, lot: newer.lot, number: 'L-OTHER', order: openSale().id }
  openMarket(wire.house)
  wire.house.answer(readOrder, storyOf(bought, { fills: [fillAt(1, 60n), fillAt(2, 80n)] }))
  wire.house.answer(readOrderLeaves, { fills: [] })
  wire.house.answer(listPositions, { rows: [twoLots({ lots: [old, newer, other] })], at: PLACED })
  enter()
  const page = await openPage(`/subPackages/trade/detail?id=${bought.id}`)
  const held = within(await page.findByRole('region', { name: 'Aún en cartera' }))
  expect(
    held.getAllByRole('row').map(({ textContent }) => plain(textContent).replace(/\d\d\/.*?:\d\d:\d\d/, ' ')),
  ).toEqual([
    expect.stringMatching(/^Lote/),
    expect.stringMatching(/^L-OLD +6015,00/),
    'Coste 900,60 €, con 0,60 € de comisión',
    expect.stringMatching(/^L-NEW +8017,98/),
    'Coste 1.440,00 €, con 1,60 € de comisión',
  ])
  expect(figureOf('Coste, con comisión')).toBe('2.340,60 €')
  // 140 at 17.47.
  expect(figureOf('Valor de mercado')).toBe('2.445,80 €')
  expect(figureOf('No realizado')).toBe('+105,20 €')
})

test('several fills have their volume-weighted price', async () => {
  const page = await openDetail(filled({ fillPrice: priceE4(159_700n) }), [fillAt(1, 10n), fillAt(2, 30n)])
  expect(page.getByText('ponderado por acciones')).toBeTruthy()
  expect(figureOf('Precio medio')).toBe('15,97 €')
})

test('one fill has no average', async () => {
  const page = await openDetail(filled({}), [fillAt(1)])
  expect(page.queryByText('Precio medio')).toBeNull()
})

const timesOf = (page: Page): (string | null)[] => page.getAllByRole('time').map(({ textContent }) => textContent)

test('the steps of an order of earlier days have their days', async () => {
  const page = await openDetail(filled({ ...stop, marketAt: PLACED - 86_400_000, placedAt: PLACED - 86_400_000 }), [
    fillAt(120),
  ])
  expect(timesOf(page)).toEqual(['19/11/2026 15:00:00', '20/11/2026 15:01:00', '20/11/2026 15:02:00'])
  expect(figureOf('Tu orden')).toBe('19/11/2026 15:00:00,000 · stop 16,00 €')
})

test('the steps of an order of today have their times alone', async () => {
  const now = Date.now()
  const page = await openDetail(filled({ placedAt: now, marketAt: now, filledAt: now }), [{ ...fillAt(0), at: now }])
  for (const time of timesOf(page)) expect(time).toMatch(/^\d\d:\d\d:\d\d$/)
})
