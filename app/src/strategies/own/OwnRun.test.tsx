// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { checkOwnStrategy, listOwnStrategies, readOwnStrategy, startOwnRun } from '@lonja/core/strategies/own.contract'
import { listRuns, readRun, startRun } from '@lonja/core/strategies/runs.contract'
import { listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { markStale } from '@lonja/kit/reads'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../../accounts/profile.testing.ts'
import { openPage, whereNow, withApp } from '../../screens.testing.tsx'
import { figuresWith, strategyFacts } from '../strategies.testing.ts'
import * as answers from './own.testing.ts'

/* An own strategy with an amount: the form that assigns it, and the pages of its runs. */

const { OWN, TEXT, NOW, checkOf, fault, limits, ownRow, ownRun, runRow, wholeOwn } = answers

const wire = withApp()
const words = () => plain(document.body.textContent)
const sent = () => wire.house.asked(startOwnRun).map(({ input }) => input)
const hrefOf = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).getAttribute('href')
const settings = (most: bigint | null) => ({ span: 15, history: 20, intraday: true, most })

function answerHouse(): void {
  wire.house.answer(readProfile, profile())
  wire.house.answer(readAbout, no('bad_input', 'No hay'))
  wire.house.answer(listStrategies, strategyFacts())
  wire.house.answer(readFigures, figuresWith(12_418_36n))
  wire.house.answer(listOwnStrategies, { rows: [ownRow()], limits })
  wire.house.answer(readOwnStrategy, wholeOwn())
  wire.house.answer(checkOwnStrategy, checkOf({ settings: settings(300_00n) }))
  wire.house.answer(listRuns, { rows: [], cursor: null })
  wire.house.answer(startOwnRun, () => LOST)
}

async function openForm(query = `own=${OWN}&version=2&listing=XMAD:BVE`): Promise<Page> {
  enter()
  return openPage(`/subPackages/strategies/apply?${query}`)
}

const assign = async (page: Page) => page.user.click(await page.findByRole('button', { name: /^Asignar 1/ }))

describe('the form of a run of an own strategy', () => {
  test('says its version, what it can lose, and the consequences of a fault, and holds the amount', async () => {
    answerHouse()
    const page = await openForm()
    await page.findByText('Disponible 12.418,36 €', { normalizer: plain })
    for (const part of [
      'Media propia · versión 2',
      'Va con la versión 2Si guardas otra después, esta sigue con la suya.',
      'Si su texto falla, se para sola: sus órdenes terminan, su efectivo vuelve a tu saldo y sus acciones no se venden',
      'Propias en marcha a la vez, 3 como mucho; con las de la casa, 5.',
      'Si llega al límite-200,00 €',
      'En el peor caso-1.000,00 €',
      'Puedes perdertodo su importe',
    ])
      expect(words()).toContain(plain(part))
    expect(hrefOf(page, 'Ver el texto de la versión 2')).toBe(`#/subPackages/strategies/text?id=${OWN}&version=2`)
    expect(wire.house.asked(checkOwnStrategy).map(({ input }) => input)).toEqual([{ text: TEXT, try: null }])
    const id = newId()
    wire.house.answer(startOwnRun, { id, at: NOW })
    await assign(page)
    await expect.poll(() => whereNow()).toBe(`/subPackages/strategies/run?id=${id}`)
    expect(sent()).toEqual([
      {
        id: sent()[0]!.id,
        own: OWN,
        version: 2,
        listing: 'XMAD:BVE',
        budget: 1_000_00n,
        most: 300_00n,
        lossStop: 200_00n,
      },
    ])
    expect(wire.house.asked(startRun)).toEqual([])
  })

  test('keeps its version when a newer one is saved, and compiles its text once', async () => {
    answerHouse()
    const page = await openForm(`own=${OWN}&listing=XMAD:BVE`)
    await page.findByText('Media propia · versión 2')
    wire.house.answer(readOwnStrategy, wholeOwn({ version: 3, read: 3, text: '// nueva' }))
    await act(() => Promise.resolve(markStale(['strategies'])))
    await assign(page)
    await expect.poll(sent).toMatchObject([{ version: 2 }])
    expect(wire.house.asked(checkOwnStrategy)).toHaveLength(1)
  })

  test('begins with the terms of a backtest, of its version', async () => {
    answerHouse()
    const of = answers.backtestOf({ version: 1, outcome: answers.outcomeOf() })
    wire.house.answer(readBacktest, of)
    wire.house.answer(readOwnStrategy, ({ input }) => wholeOwn({ read: input.version ?? 2 }))
    const page = await openForm(`test=${of.id}`)
    await assign(page)
    const { listing, budget, most, lossStop } = of
    await expect.poll(sent).toMatchObject([{ own: OWN, version: 1, listing, budget, most, lossStop }])
  })

  test('of a text with a fault is none: it says the line and leads there', async () => {
    answerHouse()
    wire.house.answer(checkOwnStrategy, checkOf({ diagnostics: [fault()] }))
    const page = await openForm()
    await page.findByText('La versión 2 tiene un fallo y no puede empezar')
    expect(words()).toContain('Línea 4: «sel» no existe.')
    expect(hrefOf(page, 'Ir a la línea 4')).toBe(`#/subPackages/strategies/text?id=${OWN}&version=2&line=4`)
    expect(page.queryByRole('button', { name: /^Asignar/ })).toBeNull()
  })

  test('opens although its text cannot be compiled now, with the most that its amount allows', async () => {
    answerHouse()
    wire.house.answer(checkOwnStrategy, no('own_checks_busy', 'Hay otra comprobación'))
    const page = await openForm()
    await assign(page)
    await expect.poll(sent).toMatchObject([{ budget: 1_000_00n, most: 1_000_00n }])
  })

  test('does not begin with a most above its amount', async () => {
    answerHouse()
    wire.house.answer(checkOwnStrategy, checkOf({ settings: settings(1_000_01n) }))
    const page = await openForm()
    await assign(page)
    await expect.poll(sent).toMatchObject([{ most: 1_000_00n }])
  })

  test('leads to the line at which the house found a fault', async () => {
    answerHouse()
    wire.house.answer(startOwnRun, no('own_text_faults', 'Fallo en la línea 7', { detail: { line: '7' } }))
    const page = await openForm()
    await assign(page)
    await expect.poll(() => page.getAllByRole('alert').map((one) => one.textContent)).toContain('Fallo en la línea 7')
    expect(hrefOf(page, 'Ir a la línea 7')).toBe(`#/subPackages/strategies/text?id=${OWN}&version=2&line=7`)
  })

  test.each(['too_many_own_runs', 'too_many_runs'] as const)('refused with %s leads to the runs', async (code) => {
    answerHouse()
    wire.house.answer(startOwnRun, no(code, 'Detén una primero'))
    const page = await openForm()
    await assign(page)
    await expect.poll(() => page.getAllByRole('alert').map((one) => one.textContent)).toContain('Detén una primero')
    expect(hrefOf(page, 'Ver todas tus estrategias')).toBe('#/subPackages/strategies/runs')
  })

  test('says beforehand that no further one may go on', async () => {
    answerHouse()
    const rows = [ownRun(), ownRun({ own: { id: newId(), name: 'Otra' } }), ownRun()].map(runRow)
    wire.house.answer(listRuns, { rows: [...rows, runRow(ownRun({ own: null, strategy: 'grid' }))], cursor: null })
    const page = await openForm()
    await page.findByText('Ya hay 3 propias en marcha')
    expect(hrefOf(page, 'Ver todas tus estrategias')).toBe('#/subPackages/strategies/runs')
  })

  test('of one that is not there says so', async () => {
    answerHouse()
    wire.house.answer(readOwnStrategy, no('unknown_own_strategy', 'No existe'))
    const page = await openForm()
    await page.findByText('No hay tal estrategia')
    expect(hrefOf(page, 'Tus estrategias')).toBe('#/subPackages/strategies/own')
  })

  test('that cannot be read is asked for again', async () => {
    answerHouse()
    wire.house.answer(readOwnStrategy, no('internal', 'Ha fallado'))
    const page = await openForm()
    await page.findByText('Ha fallado')
    wire.house.answer(readOwnStrategy, wholeOwn())
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    await page.findByText('Media propia · versión 2')
  })

  test('is not there where the operator has switched strategies off', async () => {
    answerHouse()
    wire.house.answer(listStrategies, strategyFacts({ runs: { off: true, openMost: 5 } }))
    const page = await openForm()
    await page.findByText('Ahora no se puede asignar')
    expect(page.queryByRole('button', { name: /^Asignar/ })).toBeNull()
  })
})

describe('a run of an own strategy', () => {
  const stop = { ...fault({ code: 'too_slow', line: 7, name: null, near: null }), at: NOW }
  const faulty = { state: 'stopped', reason: 'fault', stop, endedAt: NOW } as const

  async function openRun(of = ownRun()): Promise<Page> {
    answerHouse()
    wire.house.answer(readRun, of)
    enter()
    return openPage(`/subPackages/strategies/run?id=${of.id}`)
  }

  test('has the name and the version of its strategy, and leads to its text', async () => {
    const page = await openRun(ownRun({ version: 1 }))
    await page.findByRole('heading', { name: 'Media propia' })
    expect(words()).toContain('BVE · versión 1')
    expect(hrefOf(page, 'Ver el texto de la versión 1')).toBe(
      `#/subPackages/strategies/text?id=${OWN}&version=1&listing=XMAD:BVE`,
    )
    expect(page.getByRole('button', { name: /^Parar/ })).toBeTruthy()
  })

  test('that stopped for a fault says which, with line and instant, and leads to the line', async () => {
    const page = await openRun(ownRun(faulty))
    await page.findByText('La estrategia se ha parado')
    expect(words()).toContain('línea 7: bucle sin fin o demasiado trabajo: más de 1.000.000 pasos en un evento.')
    expect(words()).toContain('23/11/2026 10:00')
    expect(words()).toContain('sus acciones, si las había, son tuyas como cualquier otra')
    expect(hrefOf(page, 'Ir a la línea 7')).toBe(`#/subPackages/strategies/text?id=${OWN}&version=2&line=7`)
  })

  test('whose strategy is removed keeps its name, and leads to no text', async () => {
    const of = ownRun(faulty)
    answerHouse()
    wire.house.answer(listOwnStrategies, { rows: [], limits })
    wire.house.answer(readRun, of)
    enter()
    const page = await openPage(`/subPackages/strategies/run?id=${of.id}`)
    await page.findByText('Eliminaste su texto')
    expect(page.getByRole('heading', { name: 'Media propia' })).toBeTruthy()
    expect(page.queryByRole('link', { name: /Ver el texto|Ir a la línea/ })).toBeNull()
  })

  test('stands in the list with name and version, and one of the house without', async () => {
    answerHouse()
    const rows = [ownRun({ version: 3 }), ownRun({ own: null, strategy: 'grid' })].map(runRow)
    wire.house.answer(listRuns, { rows, cursor: null })
    enter()
    const page = await openPage('/subPackages/strategies/runs')
    expect(plain((await page.findByRole('link', { name: /^Media propia · BVE/ })).textContent)).toContain('versión 3')
    expect(page.getByRole('link', { name: /^Rejilla · BVE/ }).textContent).not.toContain('versión')
  })
})
