// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { cents, priceE4, wholeShares } from '@lonja/core/base/amount'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { STOP_REASONS } from '@lonja/core/strategies/running.rules'
import {
  listRunTrades,
  listRuns,
  pauseRun,
  readRun,
  resumeRun,
  startRun,
  stopRun,
} from '@lonja/core/strategies/runs.contract'
import { listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { changeTextSize } from '@lonja/kit/session'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import type { RunStory } from './run.ts'
import { backtest, figuresWith, run, strategyFacts } from './strategies.testing.ts'

const wire = withApp()
afterEach(() => changeTextSize(100))
const words = () => plain(document.body.textContent)
const sent = () => wire.house.asked(startRun).map(({ input }) => input)

async function openForm(query: string, free = 12_418_36n): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(listStrategies, strategyFacts())
  wire.house.answer(readFigures, figuresWith(free))
  wire.house.answer(startRun, () => LOST)
  enter()
  return openPage(`/subPackages/strategies/apply?${query}`)
}

async function openRun(of: RunStory): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(listStrategies, strategyFacts())
  wire.house.answer(readRun, of)
  enter()
  return openPage(`/subPackages/strategies/run?id=${of.id}`)
}

const GRID = 'strategy=grid&listing=XMAD:BVE'

describe('the form of a run', () => {
  test('says what can be lost before the tap, and holds the amount', async () => {
    const page = await openForm(GRID)
    await page.findByText('Disponible 12.418,36 €', { normalizer: plain })
    for (const part of ['Si llega al límite-200,00 €', 'En el peor caso-1.000,00 €', 'Te queda disponible11.418,36 €'])
      expect(words()).toContain(plain(part))
    const id = newId()
    wire.house.answer(startRun, { id, at: Date.now() })
    await page.user.click(page.getByRole('button', { name: /^Asignar 1\.000,00/ }))
    await expect.poll(() => whereNow()).toBe(`/subPackages/strategies/run?id=${id}`)
    expect(sent()).toMatchObject([
      { strategy: 'grid', version: 1, listing: 'XMAD:BVE', budget: 1_000_00n, most: 1_000_00n, lossStop: 200_00n },
    ])
  })

  test('has in large text the worst case and what is left docked, and the rest opens', async () => {
    changeTextSize(200)
    const page = await openForm(GRID)
    const short = await page.findByRole('button', { name: /En el peor caso/ })
    await expect
      .poll(() => plain(short.textContent))
      .toBe(plain('En el peor caso -1.000,00 €Te queda disponible 11.418,36 €'))
    expect(page.queryByText('Si llega al límite')).toBeNull()
    await page.user.click(short)
    expect(figureOf('Si llega al límite')).toBe('-200,00 €')
  })

  test('one cent above the free cash says so at once, and sends nothing', async () => {
    const page = await openForm(GRID, 500_00n)
    const field = await page.findByRole('textbox', { name: 'Importe' })
    await page.findByText(/^Saldo de la cuenta insuficiente: disponible 500,00/)
    await page.write(field, '500,01')
    await page.user.click(page.getByRole('button', { name: /^Asignar 500,01/ }))
    expect(sent()).toEqual([])
    expect(wire.toasts).toEqual(['Saldo de la cuenta insuficiente'])
    await page.write(field, '500')
    expect(field.getAttribute('aria-invalid')).toBeNull()
    await page.user.click(page.getByRole('button', { name: /^Asignar 500,00/ }))
    await expect.poll(sent).toMatchObject([{ budget: 500_00n, most: 500_00n, lossStop: 100_00n }])
  })

  test('begins with the terms of a backtest', async () => {
    const of = backtest()
    wire.house.answer(readBacktest, of)
    const page = await openForm(`test=${of.id}`)
    await page.user.click(await page.findByRole('button', { name: /^Asignar 10\.000,00/ }))
    const { strategy, listing, budget, most, lossStop, parameters } = of
    await expect.poll(sent).toMatchObject([{ strategy, listing, budget, most, lossStop, parameters }])
  })

  test.each([
    ['that followed its amount follow the next one', {}, { most: 500_00n, lossStop: 100_00n }],
    ['that were set stay', { most: cents(400_00n), lossStop: cents(50_00n) }, { most: 400_00n, lossStop: 50_00n }],
  ])('lets the amounts of a backtest %s', async (_which, more, amounts) => {
    const of = backtest(more)
    wire.house.answer(readBacktest, of)
    const page = await openForm(`test=${of.id}`)
    await page.write(await page.findByRole('textbox', { name: 'Importe' }), '500')
    await page.user.click(page.getByRole('button', { name: /^Asignar 500,00/ }))
    await expect.poll(sent).toMatchObject([{ budget: 500_00n, ...amounts }])
  })

  test('keeps a refusal of the house beside its button', async () => {
    const page = await openForm(GRID)
    wire.house.answer(startRun, no('too_many_runs', 'Ya tienes 5 en marcha'))
    await page.user.click(await page.findByRole('button', { name: /^Asignar 1/ }))
    await expect.poll(() => page.getAllByRole('alert').map((one) => one.textContent)).toContain('Ya tienes 5 en marcha')
  })

  test('is not there where the operator has switched strategies off', async () => {
    wire.house.answer(listStrategies, strategyFacts({ runs: { off: true, openMost: 5 } }))
    enter()
    const page = await openPage(`/subPackages/strategies/apply?${GRID}`)
    await page.findByText('Ahora no se puede asignar')
    expect(page.queryByRole('button', { name: /Asignar/ })).toBeNull()
  })
})

describe('one run', () => {
  test('says its worst fall first, and each figure', async () => {
    const page = await openRun(run())
    await page.findByText('-12,40%')
    const shown = words()
    for (const part of [
      '-124,00 €',
      'Vale ahora980,70 €',
      'Resultado-19,30 €',
      'Realizado-12,10 €',
      'Comisiones3,20 €',
      'En efectivo631,10 €',
      'Acciones de BVEcostaron 356,80 €20',
      'Órdenescon 13 ejecuciones14',
      'Precios llegados tarde0',
    ])
      expect(shown).toContain(plain(part))
    expect(shown.indexOf('-12,40%')).toBeLessThan(shown.indexOf('-19,30'))
    expect(page.getByRole('link', { name: /Ver sus operaciones/ }).getAttribute('href')).toContain('runTrades?id=')
  })

  test('without a price has no value and no result', async () => {
    const page = await openRun(run({ value: null, result: null, fills: 1 }))
    await page.findByText('Vale ahora')
    for (const part of ['Vale ahora-', 'Resultado-Realizado', 'con 1 ejecución14']) expect(words()).toContain(part)
  })

  test('says late prices and refused orders', async () => {
    const page = await openRun(run({ late: 4, refusals: [{ code: 'insufficient_balance', count: 2 }] }))
    await page.findByText('Precios llegados tarde')
    for (const part of ['sin órdenes4', 'Órdenes rechazadassin saldo: 22']) expect(words()).toContain(plain(part))
  })

  test('is paused, and resumed', async () => {
    const of = run()
    const page = await openRun(of)
    wire.house.answer(pauseRun, { id: of.id, state: 'paused' })
    wire.house.answer(readRun, { ...of, state: 'paused' })
    await page.user.click(await page.findByRole('button', { name: 'Pausar' }))
    await page.findByText(/No compra\. Su límite de pérdida/)
    expect(wire.house.asked(pauseRun).map(({ input }) => input)).toEqual([{ id: of.id }])
    wire.house.answer(resumeRun, { id: of.id, state: 'running' })
    await page.user.click(await page.findByRole('button', { name: 'Reanudar' }))
    await expect.poll(() => wire.house.asked(resumeRun).map(({ input }) => input)).toEqual([{ id: of.id }])
  })

  test.each([
    ['keeps its shares', undefined, 'Parar', false],
    ['sells them first', 'Se venden antes', 'Vender y parar', true],
  ])('is stopped and %s', async (_what, choice, button, sells) => {
    const of = run()
    const page = await openRun(of)
    await page.user.click(await page.findByRole('button', { name: /^Parar/ }))
    const dialog = await page.findByRole('dialog')
    expect(plain(dialog.textContent)).toContain(plain('631,10 € en efectivo vuelven a tu saldo'))
    if (choice) await page.user.click(page.getByRole('radio', { name: new RegExp(choice) }))
    wire.house.answer(stopRun, { id: of.id, state: 'stopping' })
    await page.user.click(page.getAllByRole('button', { name: button }).find((one) => dialog.contains(one))!)
    await expect.poll(() => wire.house.asked(stopRun).map(({ input }) => input)).toEqual([{ id: of.id, sells }])
    await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  })

  test('without shares is stopped without a choice', async () => {
    const page = await openRun(run({ shares: wholeShares(0n), cost: cents(0n) }))
    await page.user.click(await page.findByRole('button', { name: /^Parar/ }))
    await page.findByRole('dialog')
    expect(page.queryByRole('radio')).toBeNull()
  })

  const WORDS = {
    by_customer: 'La paraste tú.',
    loss_stop: 'Llegó a su límite de pérdida.',
    restricted: 'Se restringió la cuenta.',
    fault: 'Su código falló',
    switched_off: 'desactivó las estrategias',
    leaving: 'Empezaste de nuevo',
    shares_changed: 'Una operación de la empresa',
    market_over: 'ya no abre más',
  } as const
  test.each(STOP_REASONS)('that was stopped by %s says why, and can do nothing more', async (reason) => {
    const page = await openRun(run({ state: 'stopped', reason, endedAt: Date.now() }))
    await page.findByText(new RegExp(WORDS[reason]))
    expect(words()).toContain('Valía al terminar')
    expect(page.queryByRole('button', { name: /^Parar|Pausar|Reanudar/ })).toBeNull()
  })

  test.each([
    [true, 'se venden a mercado'],
    [false, 'después vuelve a tu saldo'],
  ])('that is stopping and sells: %s', async (sells, text) => {
    const page = await openRun(run({ state: 'stopping', reason: 'by_customer', sells }))
    await page.findByText(new RegExp(text))
    expect(page.queryByRole('button', { name: /^Parar/ })).toBeNull()
  })

  test('that is not there says so', async () => {
    wire.house.answer(readRun, no('unknown_run', 'No existe'))
    enter()
    const page = await openPage(`/subPackages/strategies/run?id=${newId()}`)
    await page.findByText('No hay tal estrategia en tu cuenta')
  })
})

test('each trade leads to its orders, and each lot to its buy', async () => {
  const [buy, sell, own] = [newId(), newId(), newId()]
  const of = run()
  wire.house.answer(readRun, of)
  wire.house.answer(listRunTrades, {
    rows: [
      {
        buy,
        sell,
        shares: wholeShares(12n),
        openedAt: of.at,
        closedAt: of.at + 60_000,
        openPrice: priceE4(174_600n),
        closePrice: priceE4(173_600n),
        cost: cents(209_72n),
        proceeds: cents(208_11n),
        fee: cents(42n),
        realised: cents(-1_61n),
      },
    ],
    open: [{ buy: own, shares: wholeShares(20n), openedAt: of.at, openPrice: priceE4(178_400n), cost: cents(356_80n) }],
    cursor: null,
  })
  enter()
  const page = await openPage(`/subPackages/strategies/runTrades?id=${of.id}`)
  await page.findByText('-1,61 €', { normalizer: plain })
  const links = (name: RegExp) => page.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))
  expect(links(/Orden de compra/)).toEqual([own, buy].map((id) => `#/subPackages/trade/detail?id=${id}`))
  expect(links(/Orden de venta/)).toEqual([`#/subPackages/trade/detail?id=${sell}`])
  expect(words()).toContain(plain('20 × 17,84 €'))
})

test('the own runs are of two lists, each row with its worst fall', async () => {
  const rows = [run(), run({ state: 'paused' })].map(({ curve: _curve, ...row }) => row)
  wire.house.answer(listRuns, ({ input: { state } }) => ({ rows: state === 'open' ? rows : [], cursor: null }))
  enter()
  const page = await openPage('/subPackages/strategies/runs')
  const links = await page.findAllByRole('link', { name: /Rejilla · BVE/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    rows.map(({ id }) => `#/subPackages/strategies/run?id=${id}`),
  )
  expect(plain(links[0]?.textContent)).toContain('-12,40%Peor caídaEn marcha')
  await page.user.click(page.getByRole('tab', { name: 'Terminadas' }))
  await page.findByText('Ninguna estrategia terminada')
})
