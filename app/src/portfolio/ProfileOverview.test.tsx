// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { listSessions, readProfile } from '@lonja/core/accounts/accounts.contract'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { readKyc } from '@lonja/core/kyc/kyc.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { accountFigures, openMarket } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

const AT = Date.UTC(2026, 10, 26, 13, 33)

test('in Chinese the day of the last view has the form of the instants above it', async () => {
  openMarket(wire.house)
  const restriction = { level: 2, reason: 'reported_stolen', untilAt: AT } as const
  wire.house.answer(readProfile, profile({ restriction }))
  wire.house.answer(listSessions, { rows: [] })
  wire.house.answer(readKyc, no('unavailable', 'La casa no responde.'))
  const act = { act: 'viewed_customer', at: AT, role: 'support', seat: 1, about: null, reason: null } as const
  wire.house.answer(listActivity, {
    rows: [{ id: newId(), ...act, opinion: null, outcome: null, device: null }],
    cursor: null,
  })
  enter()
  const page = await openPage('/pages/mine/index', 'cn')
  expect(await page.findByText(/26\/11\/2026 14:33:00/)).toBeTruthy()
  expect(await page.findByText('26/11/2026')).toBeTruthy()
})

test('a debt of loans stands apart from one that is taken from what becomes available', async () => {
  openMarket(wire.house)
  wire.house.answer(readProfile, profile())
  wire.house.answer(listSessions, { rows: [] })
  wire.house.answer(readKyc, no('unavailable', 'La casa no responde.'))
  wire.house.answer(listActivity, { rows: [], cursor: null })
  const own = { ...accountFigures('EUR', 50_00n), owed: 120_019_73n, lent: 120_019_73n, total: -119_969_73n }
  wire.house.answer(readFigures, {
    byCurrency: [own, accountFigures('USD', 0n)],
    display: own,
    rate: null,
    margin: null,
    at: AT,
    unpriced: [],
  })
  enter()
  const page = await openPage('/pages/mine/index')
  await page.findByText(/^Debes 120\.019,73 € de préstamos$/)
  expect(page.getByRole('link', { name: 'Préstamos y devoluciones' }).getAttribute('href')).toContain('/loan/record')
  expect(page.queryByText(/hasta entonces no puedes retirar/)).toBeNull()
  expect(page.queryByRole('link', { name: 'Ver por qué' })).toBeNull()
})
