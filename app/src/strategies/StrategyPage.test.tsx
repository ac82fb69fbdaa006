// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { STRATEGIES } from '@lonja/core/strategies/listed'
import { listRuns, readRunResults } from '@lonja/core/strategies/runs.contract'
import { listBacktests, listStrategies } from '@lonja/core/strategies/strategies.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { strategyFacts } from './strategies.testing.ts'
import { AI, INTRADAY, STRATEGY_FILES, type StrategyFacts } from './strategy.ts'

const wire = withApp()
const words = (page: Page) => plain(page.getByRole('main').textContent)

type Results = ReplyOf<typeof readRunResults>
const FEW: Results = { least: 10, strategies: [] }
const result = { runs: 61, over: 51, lost: 27, resultBps: -193, feesBps: 241, drawdownBps: 1_240 }
const MANY: Results = { least: 10, strategies: [{ strategy: 'grid', version: 1, result }] }

async function open(address: string, facts: StrategyFacts = strategyFacts(), results = FEW): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(readAbout, no('bad_input', 'No hay'))
  wire.house.answer(listStrategies, facts)
  wire.house.answer(listBacktests, { rows: [], cursor: null })
  wire.house.answer(listRuns, { rows: [], cursor: null })
  wire.house.answer(readRunResults, results)
  enter()
  return openPage(address)
}

describe('the lists', () => {
  test.each([
    [INTRADAY, ['Ruptura de la apertura', 'Vuelta a la media del día', 'Rejilla']],
    [AI, ['Impulso', 'Vuelta a la media', 'Modelo entrenado']],
  ])('of %s have their strategies alone', async (path, names) => {
    const page = await open(path)
    await page.findByText('Lo esperable aquí es cerca de cero, menos los costes.')
    const links = page.getAllByRole('link').map(({ textContent }) => plain(textContent))
    // The last one leads to the customer's own.
    const rows = links.slice(0, -1)
    expect(links.at(-1)).toContain('Escribe la tuya')
    expect(rows).toHaveLength(names.length)
    for (const name of names) expect(rows.some((row) => row.startsWith(name))).toBe(true)
    for (const row of rows) expect(row).toContain('Sin resultados aún')
  })

  test('lead to the strategy, with the share that one came with', async () => {
    const page = await open(`${INTRADAY}?listing=XMAD:BVE`)
    const link = await page.findByRole('link', { name: /Rejilla/ })
    expect(link.getAttribute('href')).toBe('#/subPackages/strategies/strategy?id=grid&listing=XMAD:BVE')
  })

  test('begin each row with the worst fall of this house, of losing ones too', async () => {
    const page = await open(INTRADAY, strategyFacts(), MANY)
    await page.findByText('-12,40%')
    const rows = page.getAllByRole('link').map(({ textContent }) => plain(textContent))
    expect(rows.find((row) => row.startsWith('Rejilla'))).toContain('-12,40%Peor caída')
    expect(rows.find((row) => row.startsWith('Ruptura'))).toContain('Sin resultados aún')
  })

  test('say that prices of a market are another thing', async () => {
    const page = await open(INTRADAY, strategyFacts({ source: 'replay' }))
    await page.findByText(/El pasado de un mercado no dice lo que viene/)
    expect(words(page)).not.toContain('al azar')
  })

  test('that cannot be read say so', async () => {
    wire.house.answer(readProfile, profile())
    wire.house.answer(listStrategies, () => LOST)
    enter()
    const page = await openPage(AI)
    await page.findByText('No se han podido leer las estrategias')
  })
})

describe('one strategy', () => {
  test.each(STRATEGIES.map(({ id }) => id))(
    '%s has its words, its steps and the bounds of its parameters',
    async (id) => {
      const page = await open(`/subPackages/strategies/strategy?id=${id}`)
      await page.findByText('Cómo decide, paso a paso')
      const steps = page.getAllByRole('list').find(({ tagName }) => tagName === 'OL')
      expect(steps?.children.length).toBeGreaterThan(3)
      const shown = words(page)
      expect(page.getAllByRole('heading', { level: 2 })[0]?.textContent).not.toBe(id)
      for (const name of Object.keys(STRATEGIES.find((each) => each.id === id)?.parameters ?? {}))
        expect(shown).not.toContain(name)
      expect(shown).toContain('todo su importe')
    },
  )

  test('writes parameters as a person does', async () => {
    const page = await open('/subPackages/strategies/strategy?id=opening_range')
    await page.findByText('Minutos del rango')
    for (const part of ['de 5 min a 120 min30 min', 'de 0,5 a 5,02,0']) expect(words(page)).toContain(plain(part))
  })

  test('writes distances as per cent', async () => {
    const page = await open('/subPackages/strategies/strategy?id=grid')
    await page.findByText('Distancia entre niveles')
    expect(words(page)).toContain(plain('de 0,10% a 5,00%0,50%'))
  })

  test('that is a model says its result of other houses first, and an edge near zero', async () => {
    const page = await open('/subPackages/strategies/strategy?id=trained_model')
    await page.findByText('Lo que dio donde no se entrenó')
    const shown = words(page)
    for (const part of ['De cada 10.000,00', '-10,30', '-14,40', '-6,20', '-0,30', 'cerca de cero', 'lonja model 0'])
      expect(shown).toContain(plain(part))
    expect(shown.indexOf('-10,30')).toBeLessThan(shown.indexOf('Cómo decide'))
    expect(shown).toContain('d910b3eab778e08f5529f79850384722c8f39e53b2543f263c6f1849c76d14d1')
  })

  test('that is no model has no result of a training', async () => {
    const page = await open('/subPackages/strategies/strategy?id=momentum')
    await page.findByText('Guarda acciones de noche', { exact: false })
    expect(words(page)).not.toContain('no se entrenó')
  })

  test('says its results in this house with the worst fall first, and how often it lost', async () => {
    const page = await open('/subPackages/strategies/strategy?id=grid', strategyFacts(), MANY)
    await page.findByText('-12,40%')
    const shown = words(page)
    for (const part of ['Resultado-1,93%', 'Comisiones2,41%', 'Perdió en27 de 51', 'Usos61'])
      expect(shown).toContain(plain(part))
    expect(shown.indexOf('-12,40%')).toBeLessThan(shown.indexOf('-1,93%'))
  })

  test('without enough runs says from how many on', async () => {
    const page = await open('/subPackages/strategies/strategy?id=grid')
    await page.findByText(/Se dicen desde 10 usos terminados/)
  })

  test('that the operator has switched off can be tested, and takes no amount', async () => {
    const page = await open(
      '/subPackages/strategies/strategy?id=grid',
      strategyFacts({ runs: { off: true, openMost: 5 } }),
    )
    await page.findByText('Ahora no se puede asignar')
    expect(page.queryByRole('link', { name: 'Asignar un importe' })).toBeNull()
    await page.findByRole('link', { name: /Probar en el pasado/ })
  })

  test('that this house does not have leads to those that it has', async () => {
    const page = await open('/subPackages/strategies/strategy?id=none')
    await page.findByText('No hay tal estrategia')
  })
})

test('each file of a strategy is there', () => {
  const files = Object.keys(import.meta.glob('../../../core/src/strategies/*.ts')).map((path) => path.slice(9))
  expect(Object.keys(STRATEGY_FILES).toSorted()).toEqual(STRATEGIES.map(({ id }) => id).toSorted())
  expect(Object.values(STRATEGY_FILES).filter((file) => !files.includes(file))).toEqual([])
})
