// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listBacktests, listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { enter, plain } from '@lonja/kit/screens.testing'
import { profile } from '../../accounts/profile.testing.ts'
import { openPage, withApp } from '../../screens.testing.tsx'
import * as answers from './own.testing.ts'

/* Backtests of own strategies, on the same pages as backtests of the house's strategies. */

const wire = withApp()
const text = (): string => plain(document.body.textContent)

async function open(more: Parameters<typeof answers.backtestOf>[0]) {
  const backtest = answers.backtestOf({ outcome: answers.outcomeOf(), ...more })
  wire.house.answer(readProfile, profile())
  wire.house.answer(listStrategies, answers.bounds())
  wire.house.answer(readBacktest, backtest)
  enter()
  return openPage(`/subPackages/strategies/backtest?id=${backtest.id}`)
}

test('one has the name of its strategy, leads back to its text, and to an amount on its terms', async () => {
  const page = await open({})
  expect(await page.findByText('Media propia · BVE')).toBeTruthy()
  const again = page.getByRole('link', { name: 'Cambiar y repetir' })
  expect(again.getAttribute('href')).toBe(`#/subPackages/strategies/text?id=${answers.OWN}&listing=XMAD:BVE`)
  const use = page.getByRole('link', { name: 'Asignar un importe con estas condiciones' })
  expect(use.getAttribute('href')).toMatch(/^#\/subPackages\/strategies\/apply\?test=/)
})

test('one whose strategy is removed leads to no text', async () => {
  const page = await open({ own: { id: answers.OWN, name: null } })
  expect(await page.findByText('Estrategia eliminada · BVE')).toBeTruthy()
  for (const name of ['Cambiar y repetir', /^Asignar/]) expect(page.queryByRole('link', { name })).toBeNull()
})

test.each([answers.outcomeOf(), null])('one that was stopped says why, with its line', async (outcome) => {
  const stop = { ...answers.fault({ code: 'too_slow', line: 7, name: null, near: null }), at: answers.NOW }
  const page = await open({ outcome, stop, ...(outcome === null && { state: 'failed', fault: 'threw' }) })
  await page.findByText('La estrategia se ha parado')
  expect(text()).toContain('línea 7: bucle sin fin o demasiado trabajo: más de 1.000.000 pasos en un evento.')
})

test('the list has it by its name', async () => {
  wire.house.answer(readProfile, profile())
  wire.house.answer(listStrategies, answers.bounds())
  wire.house.answer(listBacktests, { rows: [answers.backtestRow(answers.backtestOf())], cursor: null })
  enter()
  const page = await openPage('/subPackages/strategies/backtests')
  expect(await page.findByRole('link', { name: /^Media propia · BVE/ })).toBeTruthy()
})
