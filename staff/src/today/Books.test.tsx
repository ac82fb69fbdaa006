// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { HealthFacts } from '@lonja/core/proof/health.rules'
import { plain, show, type Page } from '@lonja/kit/screens.testing'
import { FACTS, reportOf } from '../proof/health.testing.ts'
import { withConsole } from '../screens.testing.tsx'
import { Books } from './Books.tsx'

withConsole()
const NOW = Date.now()

const CHECKED = { at: NOW, tookMs: 1, laws: 30, breaches: 0, broken: [], auditRows: 9, auditFaults: 0 }

const showBooks = (change: Partial<HealthFacts>): Page =>
  show(<Books health={{ data: reportOf(change), error: null, refetch: () => undefined }} />)

const valueOf = (page: Page, label: string) =>
  plain(page.getByText(label).parentElement?.textContent).replace(label, '')

test.each<[string, HealthFacts['verified'], string]>([
  ['without a check there is no result', null, '-'],
  ['of whole books', CHECKED, 'cuadran'],
  ['of an audit log that could not be checked', { ...CHECKED, auditRows: null, auditFaults: null }, 'cuadran'],
  ['of one broken law', { ...CHECKED, breaches: 1 }, 'no cuadran'],
  ['of one fault in the audit log', { ...CHECKED, auditFaults: 1 }, 'no cuadran'],
])('the result %s', (_what, verified, result) => {
  expect(valueOf(showBooks({ verified }), 'Resultado')).toBe(result)
})

test('a running market takes orders', () => {
  const page = showBooks({})
  expect([valueOf(page, 'Mercado'), valueOf(page, 'Órdenes')]).toEqual(['en marcha', 'se aceptan'])
})

test('a paused market, and clocks that disagree, are said', () => {
  const paused = showBooks({ market: { ...FACTS.market, pausedAt: NOW }, clock: { ...FACTS.clock, pausedSince: NOW } })
  expect([valueOf(paused, 'Mercado'), valueOf(paused, 'Órdenes')]).toEqual(['en pausa', 'no se aceptan'])
  expect(paused.getByText(/aviso/)).toBeTruthy()
})

test('a report that does not come says why, and is asked for again', async () => {
  const refetch = vi.fn()
  const page = show(<Books health={{ data: undefined, error: { msg: 'No responde' }, refetch }} />)
  expect(page.getByText('No responde')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  expect(refetch).toHaveBeenCalledOnce()
})
