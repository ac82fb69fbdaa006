// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { rateE6 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readExchangeRate } from '@lonja/core/market/market.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { no } from '@lonja/kit/house.testing'
import { figureOf, later, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

const least = (units: bigint) => ({ EUR: units, USD: units })
const TABLE_2 = { feeTable: 2, feeBps: 10, feeLeast: least(1n), rounding: 'against_customer' } as const
const TABLE_1 = { feeTable: 1, feeBps: 10, feeLeast: least(0n), rounding: 'half_even' } as const

const ABOUT: ReplyOf<typeof readAbout> = {
  name: 'Lonja',
  version: '1',
  versionCode: 1,
  practiceMoney: true,
  licensed: false,
  off: [],
  openedAt: null,
  source: {
    name: 'replay',
    label: 'bars of 2013',
    hours: 'exchange',
    now: 0,
    speed: 1,
    pausedAt: null,
    stoppedSince: null,
    publicThrough: null,
    streams: [],
    unquoted: [],
    hasRates: true,
  },
  roots: { publicKey: '', newest: null },
  seeds: null,
  listings: 3,
  fees: { ...TABLE_2, next: null },
  grant: null,
  languages: ['tur'],
}

const NO_ROOTS: ReplyOf<typeof listDayRoots> = { publicKey: 'ab'.repeat(32), rows: [], cursor: null }
const RATE = {
  base: 'EUR',
  quoted: 'USD',
  rate: rateE6(1_084_250n),
  markupBps: 20,
  at: 0,
  source: 'practice',
} as const
beforeEach(() => {
  wire.house.answer(listDayRoots, NO_ROOTS)
  wire.house.answer(readExchangeRate, RATE)
})

const UP = 'Lo que pagas se redondea al céntimo hacia arriba; lo que recibes, hacia abajo.'

test('the fee table in force is shown with its rounding', async () => {
  wire.house.answer(readAbout, ABOUT)
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText(UP)).toBeTruthy()
  expect(figureOf('Órdenes de ahora')).toBe('0,10%, mínimo 0,01 €, tarifa v2')
  expect(page.queryByText(/^Desde el/)).toBeNull()
})

test('an announced fee table is shown with its first day, beside the one in force', async () => {
  const from = Date.UTC(2026, 10, 27, 23)
  wire.house.answer(readAbout, { ...ABOUT, fees: { ...TABLE_1, next: { ...TABLE_2, from } } })
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText('Los importes se redondean al céntimo más próximo; el medio, al par.')).toBeTruthy()
  expect(figureOf('Órdenes de ahora')).toBe('0,10%, tarifa v1')
  expect(figureOf('Desde el 28/11/2026')).toBe('0,10%, mínimo 0,01 €, tarifa v2')
  expect(plain(page.getByText(/^Desde el .*conserva/).textContent)).toBe(
    `Desde el 28/11/2026: ${UP} Una orden conserva las comisiones con las que se envió.`,
  )
})

const SEEDS = {
  functionVersion: 5,
  checkableFrom: null,
  turnsOn: null,
  plansFrom: '2026-11-01',
  splitsFrom: '2026-11-01',
  historySeed: '00'.repeat(32),
  houseOffers: [],
  openingDay: '2026-11-01',
  chains: [],
  revealed: [],
}
const PRACTICE = { ...ABOUT.source, name: 'practice', label: '', speed: null, now: Date.UTC(2026, 10, 26) } as const

// prettier-ignore
test.each([
  ['a house of one version',      null,         '2026-11-01', '2026-11-01', '5',                                  'versión 5'],
  ['a house before its turn',     null,         '2026-11-01', '2026-12-03', '5 desde el 03/12/2026; antes, la 4', 'versión 4'],
  ['a house after its turn',      null,         '2026-11-01', '2026-11-20', '5 desde el 20/11/2026; antes, la 4', 'versión 5'],
  ['a house of version 3',        null,         '2026-12-03', '2026-12-03', '5 desde el 03/12/2026; antes, la 3', 'versión 3'],
  ['a house of version 2',        '2026-12-03', '2026-12-03', '2026-12-03', '5 desde el 03/12/2026; antes, la 2', 'versión 2'],
])('%s says which version of the function prices it, and from which day', async (_case, turnsOn, plansFrom, splitsFrom, shown, running) => {
  wire.house.answer(readAbout, { ...ABOUT, source: PRACTICE, seeds: { ...SEEDS, turnsOn, plansFrom, splitsFrom } })
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText(new RegExp(running))).toBeTruthy()
  expect(plain(figureOf('Versión de la función'))).toBe(shown)
})

test('the exchange rate has its direction, and the markup of paying with the other currency beside it', async () => {
  wire.house.answer(readAbout, ABOUT)
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText(/^Más un margen del 0,20% al pagar una acción con la otra moneda/)).toBeTruthy()
  expect(plain(figureOf('Euros y dólares'))).toBe('1 € = 1,0842 US$')
})

test('without an exchange rate nothing is said of one', async () => {
  wire.house.answer(readAbout, ABOUT)
  wire.house.answer(readExchangeRate, no('no_rate_recorded', 'Nunca'))
  const page = await openPage('/subPackages/about/about')
  await page.findByText(UP)
  await expect.poll(() => wire.house.asked(readExchangeRate).length).toBeGreaterThan(0)
  expect(page.queryByText('Euros y dólares')).toBeNull()
})

// prettier-ignore
test.each([
  ['the clock is in doubt', { stoppedSince: Date.UTC(2026, 10, 20, 15) }, /^Desde las 16:00 se comprueba el reloj/],
  ['its prices are public', { publicThrough: '2026-11-21' },              /^Los precios de este día son públicos: se negocia pasado el 21\/11\/2026\./],
] as const)('while %s, the first fact says that no order is taken, why, and what happens to open orders', async (_case, source, text) => {
  wire.house.answer(readAbout, { ...ABOUT, source: { ...ABOUT.source, ...source } })
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText(text)).toBeTruthy()
  expect(page.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Ahora no se aceptan órdenes')
  expect(page.getByText(text).textContent).toContain('Tus órdenes abiertas siguen igual y puedes anularlas')
})

test('a feed that gives a part of the directory says how many listings it hears, and names the others', async () => {
  const stream = { name: 'IEX', state: 'live' as const, since: 0, heard: 30, wanted: 54 }
  const some = ['XNYS:DEF', 'XNAS:GHI'] as const
  const unquoted = [{ why: 'not_heard' as const, count: 24, some: [...some] }]
  const source = { ...ABOUT.source, name: 'alpaca' as const, label: 'Alpaca IEX', streams: [stream], unquoted }
  wire.house.answer(readAbout, { ...ABOUT, source })
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText(/IEX da precios en directo de 30 de los 54 valores/)).toBeTruthy()
  expect(figureOf('La fuente no los da')).toBe('24')
  expect(page.getByText('DEF, GHI y 22 más')).toBeTruthy()
})

test('a recording without a rate and with listings that cannot be traded says both', async () => {
  const unquoted = [{ why: 'no_minutes' as const, count: 1, some: ['XNYS:DEF' as const] }]
  wire.house.answer(readAbout, { ...ABOUT, source: { ...ABOUT.source, hasRates: false, unquoted } })
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText(/La grabación no tiene cambio EUR\/USD/)).toBeTruthy()
  expect(figureOf('Grabados solo por días')).toBe('1')
  expect(page.getByText('DEF')).toBeTruthy()
})

const [NOV_20, NOV_21] = [
  { day: '2026-11-20', leaves: 1, root: 'cd'.repeat(32), line: '{"day":"2026-11-20"} one' },
  { day: '2026-11-21', leaves: 1_200, root: 'ef'.repeat(32), line: '{"day":"2026-11-21"} two' },
]

test('the signed days are read page by page, each with its root and a button that copies its signed line', async () => {
  const last = { day: '2026-11-19', leaves: null, root: null, line: 'not a root' }
  wire.house.answer(readAbout, ABOUT)
  wire.house.answer(listDayRoots, ({ input: { cursor } }) =>
    cursor === undefined ? { ...NO_ROOTS, rows: [NOV_21, NOV_20], cursor: NOV_20.day } : { ...NO_ROOTS, rows: [last] },
  )
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText('21/11/2026: 1.200 filas')).toBeTruthy()
  expect(page.getByText('20/11/2026: 1 fila')).toBeTruthy()
  expect(page.getByText(NO_ROOTS.publicKey)).toBeTruthy()
  expect(page.getByText(NOV_21.root)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Copiar: 21/11/2026: 1.200 filas' }))
  expect(await navigator.clipboard.readText()).toBe(NOV_21.line)
  await page.user.click(page.getByRole('button', { name: 'Días anteriores' }))
  expect(await page.findByText('Esta línea no es una raíz firmada.')).toBeTruthy()
  expect(wire.house.asked(listDayRoots).map(({ input }) => input.cursor)).toEqual([undefined, NOV_20.day])
  expect(page.queryByRole('button', { name: 'Días anteriores' })).toBeNull()
})

test('while the signed days are read, the rest of the page is there; without one it says so', async () => {
  const roots = later<typeof NO_ROOTS>()
  wire.house.answer(readAbout, ABOUT)
  wire.house.answer(listDayRoots, () => roots.value)
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText(UP)).toBeTruthy()
  expect(page.getByText('Cargando')).toBeTruthy()
  roots.give(NO_ROOTS)
  expect(await page.findByText('Todavía ninguno: el primero se firma cuando acabe.')).toBeTruthy()
  expect(page.queryByText('Cargando')).toBeNull()
})

test('signed days that cannot be read say so in their place and are read again, the first page and the next', async () => {
  const failing = no('unavailable', 'Hay demasiada gente')
  let isFailing = true
  wire.house.answer(readAbout, ABOUT)
  wire.house.answer(listDayRoots, ({ input: { cursor } }) =>
    isFailing
      ? failing
      : cursor === undefined
        ? { ...NO_ROOTS, rows: [NOV_21], cursor: NOV_21.day }
        : { ...NO_ROOTS, rows: [NOV_20] },
  )
  const page = await openPage('/subPackages/about/about')
  expect(await page.findByText('No hemos podido cargar los días firmados')).toBeTruthy()
  expect(page.getByText(UP)).toBeTruthy()
  isFailing = false
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  expect(await page.findByText('21/11/2026: 1.200 filas')).toBeTruthy()
  isFailing = true
  await page.user.click(page.getByRole('button', { name: 'Días anteriores' }))
  expect(await page.findByText('Hay demasiada gente')).toBeTruthy()
  isFailing = false
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  expect(await page.findByText('20/11/2026: 1 fila')).toBeTruthy()
  expect(page.queryByText('No hemos podido cargar los días firmados')).toBeNull()
  expect(page.getByText('21/11/2026: 1.200 filas')).toBeTruthy()
})
