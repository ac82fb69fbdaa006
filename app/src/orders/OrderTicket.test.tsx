// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { newId } from '@lonja/kit/ids'
import { LOST, no } from '@lonja/kit/house.testing'
import { openStream } from '@lonja/kit/stream'
import { enter, figureOf, named, plain, type Page } from '@lonja/kit/screens.testing'
import { refreshAll } from '@lonja/kit/reads'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, position, quote, receipt } from './market.testing.ts'

const wire = withApp()

const TICKET = `/subPackages/home/socketDetail/place?listing=${BVE}`

type MarketOf = Parameters<typeof openMarket>

async function openTicket(
  query: string,
  of: MarketOf[1] = {},
  fees: MarketOf[3] = {},
  held?: MarketOf[2],
): Promise<Page> {
  openMarket(wire.house, of, held, fees)
  wire.house.answer(placeOrder, ({ input }) => receipt(input))
  enter()
  const page = await openPage(`${TICKET}${query}`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  return page
}

const placed = () => wire.house.asked(placeOrder).map(({ input }) => input)
const shares = (page: Page) => page.getByRole('spinbutton', { name: 'Acciones' })
const press = (page: Page, name: string) => page.user.click(page.getByRole('button', named(name)))

describe('the two sides', () => {
  test('who buys pays the selling price, who sells gets the buying price', async () => {
    const page = await openTicket('&side=buy')
    const sides = page.getAllByRole('radio').slice(0, 2)
    expect(sides.map((side) => plain(side.closest('label')?.textContent))).toEqual([
      'Comprara 17,47 €',
      'Vendera 17,46 €',
    ])
    expect(sides.map((side) => (side as HTMLInputElement).checked)).toEqual([true, false])
  })

  test('a buy is reckoned at the selling price, with its fee, and shows what is left', async () => {
    const page = await openTicket('&side=buy&shares=10')
    expect(figureOf('Coste estimado')).toBe('174,70 €')
    expect(figureOf('Comisión')).toBe('0,18 €')
    expect(page.getByText('0,10%, mínimo 0,01 €, tarifa v2')).toBeTruthy()
    expect(figureOf('Te queda disponible')).toBe('825,12 € + 500,00 US$')
    expect(page.getByText('10 × 17,47')).toBeTruthy()
  })

  test('a conversion says its direction and the markup that it includes', async () => {
    const page = await openTicket('&side=buy&shares=70')
    expect(page.getByText(/^1\s€ = 1,1000\sUS\$, margen 0,50% incluido$/)).toBeTruthy()
  })

  test('a sale is reckoned at the buying price, less the fee, and shows the shares that are left', async () => {
    const page = await openTicket('&side=sell&shares=10')
    expect(figureOf('Ingreso estimado')).toBe('174,60 €')
    expect(figureOf('Acciones reservadas')).toBe('10 BVE')
    expect(figureOf('Te quedan')).toBe('90 BVE')
    // 174.60 less 0.18, less ten of the 140 shares, which cost 2,100.00.
    expect(figureOf('Resultado estimado')).toBe('+24,42 €')
    expect(page.getByText('10 × 17,46')).toBeTruthy()
  })

  test('by an earlier fee table it is reckoned as that table rounds, and the next one is announced with its day', async () => {
    const page = await openTicket(
      '&side=buy&shares=10',
      {},
      {
        feeTable: 1,
        feeLeast: { EUR: 0n, USD: 0n },
        rounding: 'half_even',
        next: {
          feeTable: 2,
          feeBps: 10,
          feeLeast: { EUR: 1n, USD: 1n },
          rounding: 'against_customer',
          from: Date.UTC(2026, 10, 27, 23),
        },
      },
    )
    expect(figureOf('Comisión')).toBe('0,17 €')
    expect(page.getByText('0,10%, tarifa v1')).toBeTruthy()
    expect(plain(page.getByText(/^Desde el/).textContent)).toBe(
      'Desde el 28/11/2026, las órdenes llevan esta comisión: 0,10%, mínimo 0,01 €, tarifa v2. Lo que pagas se redondea al céntimo hacia arriba; lo que recibes, hacia abajo.',
    )
  })

  test('without a fee table in force no figure is shown', async () => {
    openMarket(wire.house)
    wire.house.answer(readTerms, () => LOST)
    enter()
    const page = await openPage(`${TICKET}&side=buy`)
    expect(await page.findByText('No hemos podido cargar este valor')).toBeTruthy()
    expect(page.queryByText('Comisión')).toBeNull()
  })

  test('changing the side changes what is reckoned and what the button does', async () => {
    const page = await openTicket('&side=buy')
    await page.user.click(page.getAllByRole('radio')[1]!)
    expect(page.getByRole('button', { name: /^Vender 1 BVE a mercado/ })).toBeTruthy()
    await page.user.click(page.getAllByRole('radio')[0]!)
    expect(page.getByRole('button', { name: /^Comprar 1 BVE a mercado/ })).toBeTruthy()
  })
})

describe('a sell of a lot', () => {
  const [lot] = position().lots

  test('closes that lot, is reckoned against it, and asks for no more than it has', async () => {
    const page = await openTicket(`&side=sell&shares=10&lot=${lot!.lot}`, {}, {}, [
      position({
        lots: [
          { ...lot!, lot: newId<'lot'>(), openedAt: 1, cost: 1n },
          { ...lot!, shares: wholeShares(20n), cost: 340_00n, reserved: 5n },
        ],
      }),
    ])
    expect(page.getByText(new RegExp(`^Cierra el lote ${lotNumberFor(lot!.lot)}, comprado a`))).toBeTruthy()
    // 174.60 less 0.18, less half of what its twenty shares cost.
    expect(figureOf('Resultado estimado')).toBe('+4,42 €')
    expect(page.getByText('Libres: 15')).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: /^Vender 10 BVE/ }))
    await press(page, 'Vender 10')
    await expect.poll(placed).toMatchObject([{ side: 'sell', shares: 10n, lot: lot!.lot }])
  })

  test('goes back to the oldest lots, and a buy names none', async () => {
    const page = await openTicket(`&side=sell&shares=10&lot=${lot!.lot}`)
    await page.user.click(page.getAllByRole('radio')[0]!)
    expect(page.queryByText(/^Cierra el lote/)).toBeNull()
    await page.user.click(page.getAllByRole('radio')[1]!)
    await press(page, 'Vender los más antiguos')
    expect(page.queryByText(/^Cierra el lote/)).toBeNull()
    expect(page.getByText('Libres: 100')).toBeTruthy()
  })
})

describe('what can be asked', () => {
  test('of one’s own shares those that an order holds are not for sale', async () => {
    const page = await openTicket('&side=sell&shares=100')
    expect(page.getByText('Libres: 100')).toBeTruthy()
    expect(page.queryByText('No tienes tantas acciones libres')).toBeNull()
    await page.write(shares(page), '101')
    expect(page.getAllByText('No tienes tantas acciones libres').length).toBeGreaterThan(0)
    await press(page, 'Poner 100')
    expect(shares(page).getAttribute('aria-valuenow')).toBe('100')
  })

  test('of more than the cash holds nothing is sent, and the most that it holds is one tap away', async () => {
    const page = await openTicket('&side=buy&shares=1000')
    expect(page.getAllByText('Saldo de la cuenta insuficiente').length).toBeGreaterThan(0)
    await page.user.click(page.getByRole('button', { name: /^Comprar/ }))
    expect(placed()).toEqual([])
    await page.user.click(page.getByRole('button', { name: 'Máx' }))
    expect(page.queryByText('Saldo de la cuenta insuficiente')).toBeNull()
  })

  test('a figure that is none is not sent', async () => {
    const page = await openTicket('&side=buy')
    await page.write(shares(page), 'diez')
    await page.user.click(page.getByRole('button', { name: /^Comprar/ }))
    expect(page.getByText('Introduce un número entero positivo')).toBeTruthy()
    expect(placed()).toEqual([])
  })

  test('an old price is called old where an order at market would be refused for it', async () => {
    const page = await openTicket('&side=buy', { quote: quote(174_600n, 174_700n, { stale: true }) })
    expect(page.getByText(/^La cotización es antigua/)).toBeTruthy()
    await page.user.click(page.getByRole('radio', { name: 'Límite' }))
    expect(page.queryByText(/^La cotización es antigua/)).toBeNull()
  })

  test('a fresh price is not called old', async () => {
    const page = await openTicket('&side=buy')
    expect(page.queryByText(/^La cotización es antigua/)).toBeNull()
  })

  test('while trading is halted only a limit is offered', async () => {
    const page = await openTicket('&side=buy', {
      session: { state: 'halted', open: null, close: null, opensAt: null, resumesAt: null, timeZone: 'Europe/Madrid' },
    })
    expect(page.getByText(/^Negociación suspendida/)).toBeTruthy()
    expect(page.getByRole<HTMLInputElement>('radio', { name: 'Límite' }).checked).toBe(true)
    await page.user.click(page.getByRole('radio', { name: 'Mercado' }))
    const button = page.getByRole('button', { name: /^Comprar 1 BVE a mercado/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(plain(button.textContent)).toContain('solo con límite')
  })
})

describe('what is sent', () => {
  test('a buy goes at one press, as it stands on the screen, and the order is shown', async () => {
    const page = await openTicket('&side=buy&shares=10')
    await page.user.click(page.getByRole('button', { name: /^Comprar 10 BVE a mercado/ }))
    await expect.poll(placed).toHaveLength(1)
    const [order] = placed()
    expect(order).toMatchObject({ listing: BVE, side: 'buy', shares: 10n, limit: null, timeInForce: 'day' })
    await expect.poll(whereNow).toBe(`/subPackages/trade/detail?id=${order?.id}`)
  })

  test('a limit says at most to who buys and at least to who sells, and goes with its price', async () => {
    const page = await openTicket('&side=buy&shares=10')
    await page.user.click(page.getByRole('radio', { name: 'Límite' }))
    await page.write(page.getByRole('textbox', { name: 'Precio límite' }), '17,00')
    expect(figureOf('Coste como máximo')).toBe('170,00 €')
    const buy = page.getByRole('button', { name: /^Comprar 10/ })
    expect(plain(buy.textContent)).toBe('Comprar 10 BVE a 17,00 € o menos170,17 € como máximo')
    await page.user.click(page.getAllByRole('radio')[1]!)
    expect(figureOf('Ingreso como mínimo')).toBe('170,00 €')
    const sell = page.getByRole('button', { name: /^Vender 10/ })
    expect(plain(sell.textContent)).toBe('Vender 10 BVE a 17,00 € o más169,83 € como mínimo')
    await page.user.click(page.getAllByRole('radio')[0]!)
    await page.user.click(page.getByRole('button', { name: /^Comprar 10/ }))
    await expect.poll(placed).toMatchObject([{ side: 'buy', limit: priceE4(170_000n) }])
  })

  test('a sale is asked about first, with what it brings; only its own button sells', async () => {
    const page = await openTicket('&side=sell&shares=100')
    await page.user.click(page.getByRole('button', { name: /^Vender 100 BVE a mercado/ }))
    const dialog = page.getByRole('dialog', { name: '¿Seguro que quieres vender?' })
    expect(placed()).toEqual([])
    // 1,746.00 less a tenth of a per cent.
    expect(figureOf('Recibes, unos')).toBe('1.744,25 €')
    await press(page, 'Volver')
    expect(dialog.isConnected).toBe(false)
    expect(placed()).toEqual([])
    await page.user.click(page.getByRole('button', { name: /^Vender 100 BVE a mercado/ }))
    await press(page, 'Vender 100')
    await expect.poll(placed).toMatchObject([{ side: 'sell', shares: 100n, limit: null }])
  })

  test('after a lost answer the same form sends the same order, under the same id', async () => {
    const page = await openTicket('&side=buy')
    wire.house.answer(placeOrder, () => LOST)
    await page.user.click(page.getByRole('button', { name: /^Comprar 1 BVE/ }))
    expect(await page.findByText(/No se sabe si tu orden llegó/)).toBeTruthy()
    wire.house.answer(placeOrder, ({ input }) => receipt(input))
    // The house answers again.
    await refreshAll()
    await page.user.click(page.getByRole('button', { name: /^Comprar 1 BVE/ }))
    await expect.poll(placed).toHaveLength(2)
    expect(new Set(placed().map(({ id }) => id)).size).toBe(1)
  })

  test('a form that was edited after a lost answer shows the order that was accepted', async () => {
    const page = await openTicket('&side=buy')
    wire.house.answer(placeOrder, no('key_reused', 'Ya se usó'))
    await page.user.click(page.getByRole('button', { name: /^Comprar 1 BVE/ }))
    await expect.poll(placed).toHaveLength(1)
    await expect.poll(whereNow).toBe(`/subPackages/trade/detail?id=${placed()[0]?.id}`)
  })

  test('a refusal stands at its field until the form is touched', async () => {
    const page = await openTicket('&side=buy&shares=10')
    wire.house.answer(placeOrder, no('insufficient_balance', 'Te faltan 3,00 €', { field: 'shares' }))
    await page.user.click(page.getByRole('button', { name: /^Comprar 10 BVE/ }))
    const field = shares(page)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await page.write(shares(page), '9')
    expect(field.getAttribute('aria-invalid')).toBeNull()
  })
})

/** The figures that have come by now are drawn: right behind the next frame. */
const drawn = () =>
  new Promise<void>((done) => requestAnimationFrame(() => void setTimeout(() => void setTimeout(done))))

test('a newer quote off the stream takes the place of what was read, an older one does not', async () => {
  const page = await openTicket('&side=buy&shares=10')
  openStream()
  await expect.poll(() => wire.stream.heard.some((message) => message.type === 'follow')).toBe(true)
  const quotedAt = quote(0n, 0n).at
  const live = (at: number, ask: bigint) => ({
    ...quote(ask - 100n, ask),
    at,
    volume: 1n,
    high: priceE4(ask),
    low: priceE4(ask),
    open: priceE4(ask),
    previousClose: null,
  })
  wire.stream.figures(live(quotedAt - 1_000, 200_000n))
  await drawn()
  expect(figureOf('Coste estimado')).toBe('174,70 €')
  wire.stream.figures(live(quotedAt + 1_000, 180_000n))
  await expect.poll(() => figureOf('Coste estimado')).toBe('180,00 €')
  expect(page.getByText('10 × 18,00')).toBeTruthy()
})
