// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { cents, priceE4, wholeShares } from '@lonja/core/base/amount'
import {
  downloadBacktest,
  listBacktestTrades,
  listBacktests,
  listStrategies,
  readBacktest,
} from '@lonja/core/strategies/strategies.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { backtest, outcome, strategyFacts } from './strategies.testing.ts'

const wire = withApp()
const words = () => plain(document.body.textContent)

describe('its trades', () => {
  const of = backtest({ outcome: outcome() })
  const trade = (realised: bigint) => ({
    shares: wholeShares(12n),
    openedAt: Date.UTC(2026, 9, 1, 8),
    closedAt: Date.UTC(2026, 9, 1, 9),
    openPrice: priceE4(174_600n),
    closePrice: priceE4(175_600n),
    cost: cents(209_72n),
    proceeds: cents(210_51n),
    fee: cents(42n),
    realised: cents(realised),
  })

  test('have their prices, times, fee and result', async () => {
    wire.house.answer(readBacktest, of)
    wire.house.answer(listBacktestTrades, { rows: [trade(79n), trade(-41n)], cursor: null })
    enter()
    const page = await openPage(`/subPackages/strategies/trades?id=${of.id}`)
    await page.findByText('+0,79 €', { normalizer: plain })
    for (const part of [
      '12 × 17,46 → 17,56 €',
      '01/10/2026 10:00:00',
      '01/10/2026 11:00:00',
      'comisión 0,42 €',
      '-0,41 €',
    ])
      expect(words()).toContain(plain(part))
  })

  test('are saved as a table', async () => {
    wire.house.answer(readBacktest, of)
    wire.house.answer(listBacktestTrades, { rows: [trade(79n)], cursor: null })
    wire.house.answer(downloadBacktest, no('too_many_tries', 'Demasiadas descargas'))
    enter()
    const page = await openPage(`/subPackages/strategies/trades?id=${of.id}`)
    await page.user.click(await page.findByRole('button', { name: 'Descargar CSV' }))
    await expect.poll(() => wire.toasts).toContain('Demasiadas descargas')
    expect(wire.house.asked(downloadBacktest).map(({ input }) => input)).toEqual([{ id: of.id }])
  })

  test('may be none', async () => {
    wire.house.answer(readBacktest, of)
    wire.house.answer(listBacktestTrades, { rows: [], cursor: null })
    enter()
    const page = await openPage(`/subPackages/strategies/trades?id=${of.id}`)
    await page.findByText('No cerró ninguna operación')
  })
})

describe('the own backtests', () => {
  test('lead to each', async () => {
    const rows = [backtest({ state: 'running' }), backtest({ state: 'failed', fault: 'threw' }), backtest()].map(
      ({ outcome: _outcome, ...row }) => row,
    )
    wire.house.answer(listStrategies, strategyFacts())
    wire.house.answer(listBacktests, { rows, cursor: null })
    enter()
    const page = await openPage('/subPackages/strategies/backtests')
    const links = await page.findAllByRole('link', { name: /Rejilla · BVE/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      rows.map(({ id }) => `#/subPackages/strategies/backtest?id=${id}`),
    )
    for (const state of ['Calculando', 'Sin resultado', 'Hecha']) expect(words()).toContain(state)
    expect(words()).toContain('Se guardan las 20 últimas')
  })

  test('may be none', async () => {
    wire.house.answer(listStrategies, strategyFacts())
    wire.house.answer(listBacktests, { rows: [], cursor: null })
    enter()
    const page = await openPage('/subPackages/strategies/backtests')
    await page.findByText('Aún no has probado ninguna estrategia')
  })
})
