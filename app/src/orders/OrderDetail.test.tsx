// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur, priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { OrderRow } from '@lonja/core/orders/orders.contract'
import { orderNumberFor } from '@lonja/core/orders/orders.rules'
import { readNearest } from '@lonja/core/orders/nearest.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { readOrderLeaves } from '@lonja/core/proof/leaf.contract'
import { enter, figureOf, named, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { listCandles } from '@lonja/core/market/market.contract'
import { candles, openMarket, position } from './market.testing.ts'
import { openOrder, openSale, partOf, storyOf } from './orders.testing.ts'
import type { OrderStory } from './story.ts'

const wire = withApp()

async function openDetail(
  story: OrderStory,
  nearest: ReplyOf<typeof readNearest>['nearest'] = null,
  past = candles(),
  held = [position()],
): Promise<Page> {
  openMarket(wire.house, {}, held)
  wire.house.answer(listCandles, past)
  wire.house.answer(readOrder, story)
  wire.house.answer(readOrderLeaves, { fills: [] })
  wire.house.answer(readNearest, { nearest, since: 0 })
  enter()
  const page = await openPage(`/subPackages/trade/detail?id=${story.order.id}`)
  await page.findByRole('heading', { level: 2 })
  return page
}

const steps = (page: Page): string[] => page.getAllByRole('listitem').map((step) => plain(step.textContent) ?? '')
const docked = (page: Page): string[] =>
  [...page.getAllByRole('button'), ...page.queryAllByRole('link')]
    .filter((each) => each.closest('[data-dock]'))
    .map((each) => plain(each.textContent) ?? '')

describe('an order that waits', () => {
  // The share is quoted 17.46 to 17.47.
  const stop = (price: bigint): Partial<OrderRow> => ({
    kind: 'stop',
    limit: null,
    stop: priceE4(price),
    stopNow: priceE4(price),
  })
  // prettier-ignore
  test.each<[string, OrderRow, string, string]>([
    ['a limit to buy',          openOrder(),                                 'Compras ahora a17,47 €', 'Tiene que bajar0,47 € · 2,69%'],
    ['a limit to sell',         openSale(),                                  'Vendes ahora a17,46 €',    'Tiene que subir0,54 € · 3,09%'],
    ['a stop to buy',           openOrder(stop(180_000n)),                   'Compras ahora a17,47 €', 'Tiene que subir0,53 € · 3,03%'],
    ['a stop to sell',          openSale(stop(160_000n)),                    'Vendes ahora a17,46 €',    'Tiene que bajar1,46 € · 8,36%'],
    ['a limit that is reached', openOrder({ limit: priceE4(174_700n) }),     'Compras ahora a17,47 €', 'Ya está en tu preciola próxima cotización decide'],
    ['a stop-limit that was',   openSale({ ...stop(160_000n), kind: 'stop_limit', limit: priceE4(180_000n),
      triggered: { at: Date.now(), bid: priceE4(1n), ask: priceE4(1n), stop: priceE4(160_000n), best: null } }), 'Vendes ahora a17,46 €', 'Tiene que subir0,54 € · 3,09%'],
  ])('%s says how far the market is from it', async (_line, order, now, apart) => {
    await openDetail(storyOf(order))
    await expect.poll(() => plain(document.body.textContent)).toContain(now)
    expect(plain(document.body.textContent)).toContain(apart)
  })

  // 14:54:06 in Madrid; the share is asked at 17.47 and bid at 17.46.
  const at = Date.parse('2026-11-20T13:54:06Z')
  // prettier-ignore
  test.each<[string, OrderRow, bigint, RegExp]>([
    ['to buy',                         openOrder(),                                    174_200n, /Lo más cerca: 17,42 €, 20\/11\/2026 14:54:06\. Ninguna cotización ha llegado a 17,00 €\./],
    ['to buy that is nearer now',      openOrder(),                                    174_800n, /Lo más cerca: 17,47 €, (?!20\/11).*Ninguna cotización ha llegado a 17,00 €\./],
    ['to sell',                        openSale(),                                     179_000n, /Lo más cerca: 17,90 €, 20\/11\/2026 14:54:06\. Ninguna cotización ha llegado a 18,00 €\./],
    ['to sell that is nearer now',     openSale(),                                     174_500n, /Lo más cerca: 17,46 €, (?!20\/11)/],
    ['that was met without a size',    openOrder(),                                    170_000n, /Lo más cerca: 17,00 €, 20\/11\/2026 14:54:06\.(?! Ninguna)/],
    ['that is filled in part',         openOrder({ filled: 4n, state: 'part_filled' }), 174_200n, /Lo más cerca: 17,42 €, 20\/11\/2026 14:54:06\.(?! Ninguna)/],
  ])('%s says how near the market came to its limit, and when', async (_line, order, price, text) => {
    await openDetail(storyOf(order), { price: priceE4(price), at })
    await expect.poll(() => plain(document.querySelector('main')?.textContent)).toMatch(text)
  })

  // prettier-ignore
  test.each<[string, OrderRow, RegExp]>([
    ['its limit',         openOrder(),                                         /entre 17,40 € y 17,60 €, ahora 17,47 €\. Tu límite 17,00\.$/],
    ['its stop',          openSale(stop(160_000n)),                            /Tu stop 16,00\.$/],
    ['where its stop is', openSale({ ...stop(160_000n), kind: 'trailing' }),   /Tu stop, ahora 16,00\.$/],
    ['stop and profit',   openSale({ ...stop(160_000n), kind: 'pair', profit: priceE4(190_000n) }), /Tu toma de beneficios 19,00, Tu stop 16,00\.$/],
  ])('draws the market since it was placed against %s', async (_line, order, text) => {
    const page = await openDetail(storyOf(order), null, candles([174_000n, 176_000n, 175_000n]))
    const drawn = await page.findByRole('img', { name: /^Último precio desde/ })
    expect(plain(drawn.getAttribute('aria-label'))).toMatch(text)
    const [request] = wire.house.asked(listCandles)
    expect(Number(request?.input.from)).toBeLessThanOrEqual(order.marketAt)
  })

  test('of which the house knows no quote says nothing of how near it came', async () => {
    await openDetail(storyOf(openOrder()))
    await expect.poll(() => wire.house.asked(readNearest)).toHaveLength(1)
    expect(plain(document.body.textContent)).not.toContain('Lo más cerca')
  })

  test('has Change and Cancel side by side, with what each touches', async () => {
    const order = openOrder()
    const page = await openDetail(storyOf(order))
    expect(page.getByRole('heading', named('Orden abierta'))).toBeTruthy()
    expect(page.getByText(orderNumberFor(order.id)).textContent).toMatch(/^T-\w{4}-\w{4}$/)
    expect(docked(page)).toEqual(['Anular la ordenlibera 170,17 €', 'Cambiar la ordenacciones, límite o plazo'])
    expect(page.getByRole('link', { name: /^Cambiar/ }).getAttribute('href')).toBe(
      `#/subPackages/trade/change?id=${order.id}`,
    )
  })

  test('of a strategy leads to its run, and is neither changed nor cancelled here', async () => {
    const run = '01a21f98-7fb2-75d6-904d-d5d95cb75e94'
    const page = await openDetail(storyOf(openOrder({ run })))
    expect(docked(page)).toEqual(['Ver la ejecución de su estrategia'])
    expect(page.getByRole('link', { name: /^Ver la ejecución/ }).getAttribute('href')).toBe(
      `#/subPackages/strategies/run?id=${run}`,
    )
  })

  test('for one moment only has nothing to change', async () => {
    const page = await openDetail(storyOf(openOrder({ timeInForce: 'open' })))
    expect(docked(page)).toEqual(['Anular la ordenlibera 170,17 €'])
  })

  test('shows each part with its price, and what it still holds', async () => {
    const order = openOrder({
      filled: 7n,
      state: 'part_filled',
      heldNow: [eur(51_06n)],
      fee: eur(13n),
      total: eur(118_83n),
    })
    const parts = [partOf(4n, 170_000n, 68_00n), partOf(3n, 169_000n, 50_70n)]
    const page = await openDetail(storyOf(order, { fills: parts }))
    expect(steps(page)).toEqual([
      expect.stringMatching(/^Recibida/),
      expect.stringMatching(/^4 de 10.*4 a 17,00 €$/),
      expect.stringMatching(/^7 de 10.*3 a 16,90 €$/),
      expect.stringMatching(/^Espera una cotización/),
    ])
    expect(figureOf('4 × 17,00 €')).toBe('68,00 €')
    expect(figureOf('Comisión')).toBe('0,13 €')
    expect(figureOf('Ejecutadas')).toBe('7 de 10')
    expect(figureOf('Reservado, como máximo')).toBe('51,06 €')
  })

  test('shows the terms that it had, with the time at which they changed', async () => {
    const order = openOrder({
      changes: 1,
      placedAt: Date.parse('2026-11-20T09:00:00Z'),
      marketAt: Date.parse('2026-11-20T09:00:00Z'),
    })
    const was = {
      ...order,
      at: Date.parse('2026-11-20T10:30:00Z'),
      limit: priceE4(165_000n),
      held: [eur(165_17n)],
      split: null,
      move: null,
      fill: null,
    }
    const page = await openDetail(storyOf(order, { former: [was] }))
    expect(steps(page).slice(0, 2)).toEqual([
      // The hold is the first one, not that of the terms since.
      expect.stringMatching(/Reservado: 165,17 €/),
      'Cambiada20/11/2026 11:30:00Antes: 10 a 16,50 € o menos · Hasta que la anules',
    ])
  })
})

const ended = (more: Partial<OrderRow>) => openOrder({ state: 'expired', heldNow: [], endedAt: Date.now(), ...more })

test.each([
  ['that ended at once', ended({ timeInForce: 'fok', endReason: 'not_at_once' }), 'Al momento y entera, o nada'],
  ['that waits for the open', openOrder({ timeInForce: 'open' }), 'En la apertura'],
  [
    'of the day',
    openOrder({ timeInForce: 'day', endsAt: Date.UTC(2026, 10, 29, 5) }),
    'hasta el 29/11/2026 06:00:00, al cierre',
  ],
])('an order %s says its time in force', async (_, order, text) => {
  const page = await openDetail(storyOf(order))
  await page.findByText('Válida')
  expect(figureOf('Válida')).toBe(text)
})

test.each([
  ['open', /^Espera la primera cotización de la sesión/],
  ['close', /^Espera la última cotización de la sesión/],
  ['day', /^Espera una cotización que la cumpla/],
] as const)('an order for the %s says what it waits for', async (timeInForce, text) => {
  const page = await openDetail(storyOf(openOrder({ timeInForce })))
  expect(steps(page).at(-1)).toMatch(text)
})

test('the expiry of an order for the day is not said again after its end', async () => {
  const page = await openDetail(storyOf(ended({ timeInForce: 'day', endReason: 'end_of_day' })))
  expect(page.queryByText('Válida')).toBeNull()
})

test('an order that has ended has neither Change nor Cancel, and says why it ended', async () => {
  const page = await openDetail(
    storyOf(openOrder({ state: 'cancelled', endReason: 'split', endedAt: Date.now(), heldNow: [] })),
  )
  expect(docked(page)).toEqual(['Ver mis órdenes'])
  expect(steps(page).at(-1)).toContain('Sus acciones se desdoblaron o agruparon. Liberado: 170,17 €')
  expect(page.queryByText('Compras ahora a')).toBeNull()
})

test.each([
  ['a part leads to the position that is left', [position({ shares: 100n })], 'Ver posición'],
  ['all leads to the closed trades', [], 'Ver cerradas'],
])('the receipt of a sale of %s', async (_what, held, next) => {
  const page = await openDetail(storyOf(openSale({ state: 'filled', filled: 40n, heldNow: [] })), null, candles(), held)
  await expect.poll(() => wire.house.asked(listPositions)).toHaveLength(1)
  await expect.poll(() => docked(page)).toEqual(['Ver los apuntes', next])
})
