// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { searchInstruments } from '@lonja/core/market/market.contract'
import {
  BACKTEST_FAULTS,
  listStrategies,
  readBacktest,
  removeBacktest,
  startBacktest,
} from '@lonja/core/strategies/strategies.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import type { BacktestStory } from './backtest.ts'
import { backtest, outcome, strategyFacts } from './strategies.testing.ts'
import { lastDays } from './useBacktestForm.ts'

const wire = withApp()
const words = () => plain(document.body.textContent)

async function openForm(query: string): Promise<Page> {
  wire.house.answer(listStrategies, strategyFacts())
  wire.house.answer(startBacktest, () => LOST)
  enter()
  return openPage(`/subPackages/strategies/test?${query}`)
}

async function openOne(of: BacktestStory): Promise<Page> {
  wire.house.answer(listStrategies, strategyFacts())
  wire.house.answer(readBacktest, of)
  enter()
  return openPage(`/subPackages/strategies/backtest?id=${of.id}`)
}

const GRID = 'strategy=grid&listing=XMAD:BVE'
const hit = {
  venue: 'XMAD',
  currency: 'EUR',
  sector: 'energy',
  by: 'name',
  forgiven: false,
  halted: false,
  last: null,
  previousClose: null,
  line: '',
} as const
const sent = () => wire.house.asked(startBacktest).map(({ input }) => input)
const press = (page: Page) => page.user.click(page.getByRole('button', { name: /^Probar/ }))

describe('the form', () => {
  test('asks for the last month with the usual terms, and opens the backtest', async () => {
    const page = await openForm(GRID)
    await page.findByRole('textbox', { name: 'Importe' })
    const days = lastDays('XMAD:BVE', 30, Date.now())
    const id = '019a0000-0000-7000-8000-000000000001'
    wire.house.answer(startBacktest, { id, at: Date.now() })
    await page.user.click(page.getByRole('button', { name: /^Probar 30 días/ }))
    await expect.poll(() => whereNow()).toBe(`/subPackages/strategies/backtest?id=${id}`)
    await expect.poll(sent).toMatchObject([
      {
        strategy: 'grid',
        version: 1,
        listing: 'XMAD:BVE',
        ...days,
        budget: 1_000_00n,
        most: 1_000_00n,
        lossStop: 200_00n,
        parameters: [
          { name: 'levels', value: 5 },
          { name: 'distanceBps', value: 50 },
        ],
      },
    ])
  })

  test('lets the other amounts follow the amount until they are set', async () => {
    const page = await openForm(GRID)
    await page.write(await page.findByRole('textbox', { name: 'Límite de pérdida' }), '50')
    await page.write(page.getByRole('textbox', { name: 'Importe' }), '4000')
    await page.write(page.getByRole('textbox', { name: 'Distancia entre niveles' }), '0,75')
    await press(page)
    await expect
      .poll(sent)
      .toMatchObject([
        { budget: 4_000_00n, most: 4_000_00n, lossStop: 50_00n, parameters: [{ value: 5 }, { value: 75 }] },
      ])
  })

  test.each([
    ['Importe', '99,99', 'De 100,00 € a 1.000.000.000,00 €'],
    ['Máximo en la posición', '1000,01', 'Pon más de cero y como máximo 1.000,00 €'],
    ['Límite de pérdida', '0', 'Pon más de cero y como máximo 1.000,00 €'],
    ['Niveles', '21', 'De 2 a 20'],
    ['Distancia entre niveles', '5,01', 'De 0,10% a 5,00%'],
  ])('sends nothing with %s at %s', async (field, text, sentence) => {
    const page = await openForm(GRID)
    const box = await page.findByRole('textbox', { name: field })
    await page.write(box, text)
    await press(page)
    await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true')
    expect(words()).toContain(plain(sentence))
    expect(sent()).toEqual([])
  })

  test('sends nothing for a day that is not over', async () => {
    const page = await openForm(GRID)
    const last = await page.findByLabelText('Hasta el día')
    const { to } = lastDays('XMAD:BVE', 1, Date.now() + 24 * HOUR)
    await page.user.clear(last)
    await page.user.type(last, to)
    await page.findByText(/Elige días que hayan terminado/)
    await press(page)
    expect(sent()).toEqual([])
  })

  test('without a share says so, and takes one by its name', async () => {
    const page = await openForm('strategy=grid')
    await page.findByRole('textbox', { name: 'Importe' })
    await press(page)
    expect(sent()).toEqual([])
    wire.house.answer(listInstruments, no('bad_input', 'No hay'))
    wire.house.answer(searchInstruments, {
      rows: [
        { ...hit, listing: 'XMAD:LGM', name: 'Lagomar', kind: 'share' },
        { ...hit, listing: 'XMAD:LGX', name: 'Lagos', kind: 'index' },
      ],
      codes: 0,
      names: 2,
    })
    await page.user.click(page.getByRole('button', { name: /Acción/ }))
    await page.write(await page.findByRole('searchbox', { name: 'Nombre o código' }), 'lago')
    await page.user.click(await page.findByRole('button', { name: /Lagomar.*LGM · Madrid/ }))
    expect(page.queryByRole('button', { name: /Lagos/ })).toBeNull()
    await page.findByText(/LGM · Madrid/)
    await press(page)
    await expect.poll(sent).toMatchObject([{ listing: 'XMAD:LGM' }])
  })

  test('begins again with the terms of an earlier one', async () => {
    const of = backtest({ outcome: outcome() })
    wire.house.answer(readBacktest, of)
    const page = await openForm(`again=${of.id}`)
    await page.findByRole('textbox', { name: 'Importe' })
    await press(page)
    const { strategy, listing, from, to, budget, most, lossStop, parameters } = of
    await expect.poll(sent).toMatchObject([{ strategy, listing, from, to, budget, most, lossStop, parameters }])
    expect(sent()).not.toMatchObject([{ id: of.id }])
  })

  test('keeps a refusal of the house beside its button', async () => {
    const page = await openForm(GRID)
    await page.findByRole('textbox', { name: 'Importe' })
    wire.house.answer(startBacktest, no('too_many_backtests', 'Tienes 3 pruebas en curso'))
    await press(page)
    await expect
      .poll(() => page.getAllByRole('alert').some((one) => one.textContent === 'Tienes 3 pruebas en curso'))
      .toBe(true)
  })

  test('of recorded prices says that there are no others', async () => {
    wire.house.answer(listStrategies, strategyFacts({ source: 'replay' }))
    enter()
    const page = await openPage(`/subPackages/strategies/test?${GRID}`)
    await page.findByText(/minutos que la casa ha guardado/)
  })
})

describe('one backtest', () => {
  test('in the queue says that nobody has to wait', async () => {
    const page = await openOne(backtest({ state: 'queued', endedAt: null, progress: null }))
    await page.findByText('En la cola')
    expect(page.queryByRole('progressbar')).toBeNull()
    expect(page.queryByRole('link', { name: 'Cambiar y repetir' })).toBeNull()
  })

  test('under way says how many minutes it has gone through', async () => {
    const page = await openOne(backtest({ state: 'running', endedAt: null, progress: { minutes: 4_000, all: 10_000 } }))
    const bar = await page.findByRole('progressbar', { name: 'Calculando' })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['4000', '10000'])
    await page.findByText('4.000 de 10.000 minutos')
  })

  test('is cancelled', async () => {
    const of = backtest({ state: 'running', endedAt: null, progress: null })
    const page = await openOne(of)
    await page.findByText(/Leyendo los minutos/)
    wire.house.answer(removeBacktest, { id: of.id })
    await page.user.click(page.getByRole('button', { name: 'Cancelar la prueba' }))
    await expect.poll(() => wire.toasts).toContain('Prueba eliminada')
    expect(wire.house.asked(removeBacktest).map(({ input }) => input)).toEqual([{ id: of.id }])
  })

  const FAULTS = {
    no_minutes: 'no tiene minutos',
    threw: 'El código de la estrategia falló',
    too_long: 'tardó demasiado',
    servers_ended: 'se apagaron antes',
  } as const
  test.each(BACKTEST_FAULTS)('that failed by %s says why, and can be changed', async (fault) => {
    const page = await openOne(backtest({ state: 'failed', fault }))
    await page.findByText(new RegExp(FAULTS[fault]))
    await page.findByRole('link', { name: 'Cambiar y repetir' })
    expect(page.queryByRole('link', { name: /operaciones/ })).toBeNull()
  })

  test('says its worst fall first, and the same figures of a purchase that is held', async () => {
    const of = backtest({ outcome: outcome() })
    const page = await openOne(of)
    await page.findByRole('table')
    const shown = words()
    expect(shown.indexOf('-14,62%')).toBeLessThan(shown.indexOf('-3,18%'))
    const rows = page.getAllByRole('row').map(({ textContent }) => plain(textContent))
    for (const row of [
      'Peor caída-14,62%-9,87%',
      'Acaba en9.682,00 €10.641,00 €',
      'Resultado-3,18%+6,41%',
      'Operaciones3121',
      'Con ganancia47,43%-',
      'Comisiones608,40 €9,99 €',
      'Entre compra y venta187,20 €2,86 €',
      'Tiempo con acciones42,10%100,00%',
    ])
      expect(rows).toContain(plain(row))
    for (const part of [
      'Sin costes habría sido +4,77%.',
      'Los costes son 795,60 €.',
      '11.220 minutos, 10.874 con cotización',
    ])
      expect(shown).toContain(plain(part))
    expect(page.getByRole('link', { name: '312 operaciones' }).getAttribute('href')).toContain(`trades?id=${of.id}`)
    expect(page.getByRole('link', { name: 'Cambiar y repetir' }).getAttribute('href')).toContain(`again=${of.id}`)
    await page.findByText('0,30%')
    expect(words()).toContain('Niveles7')
  })

  test('that stopped early and was refused orders says both', async () => {
    const refusals = [
      { code: 'price_stale', count: 3 },
      { code: 'no_price', count: 2 },
      { code: 'limit_out_of_range', count: 1 },
    ]
    const page = await openOne(backtest({ outcome: outcome({ stopped: 'loss_stop', refusals }) }))
    await page.findByText('Llegó a su límite de pérdida.')
    expect(page.getAllByRole('row').map(({ textContent }) => plain(textContent))).toContain(
      'Órdenes rechazadassin precio: 5, otras: 16-',
    )
  })

  test('without a trade has no share of wins and no list', async () => {
    const page = await openOne(backtest({ outcome: outcome({ trades: 0, wins: 0 }) }))
    await page.findByRole('table')
    expect(words()).toContain('Con ganancia--')
    expect(page.queryByRole('link', { name: /operaciones/ })).toBeNull()
  })

  const own = { id: backtest().id, name: 'Mi cruce' }
  const stop = { code: 'threw', line: 12, column: 3, message: 'x', name: null, near: null, at: Date.now() } as const

  test('of an own strategy has its name and its fault, and is changed in its text', async () => {
    const page = await openOne(
      backtest({ strategy: 'own', own, stop, state: 'failed', fault: 'threw', parameters: [] }),
    )
    await page.findByText('Mi cruce · BVE')
    expect(words()).toContain('12')
    expect(page.getByRole('link', { name: 'Cambiar y repetir' }).getAttribute('href')).toContain(`text?id=${own.id}`)
    expect(page.queryByRole('link', { name: /Asignar/ })).toBeNull()
  })

  test('of an own strategy that is removed cannot be changed', async () => {
    const removed = { ...own, name: null }
    const page = await openOne(backtest({ strategy: 'own', own: removed, outcome: outcome(), parameters: [] }))
    await page.findByText('Estrategia eliminada · BVE')
    expect(page.queryByRole('link', { name: 'Cambiar y repetir' })).toBeNull()
    await page.findByRole('link', { name: '312 operaciones' })
  })

  test('that is not there says so', async () => {
    wire.house.answer(readBacktest, no('unknown_backtest', 'No existe'))
    enter()
    const page = await openPage(`/subPackages/strategies/backtest?id=${backtest().id}`)
    await page.findByText('No hay tal prueba')
  })

  test('that cannot be read says so', async () => {
    wire.house.answer(readBacktest, () => LOST)
    enter()
    const page = await openPage(`/subPackages/strategies/backtest?id=${backtest().id}`)
    await page.findByText('No se ha podido leer la prueba')
  })
})
