// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listExpiries, readRisk } from '@lonja/core/risk/risk.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'
import { AT, sums } from './risk.testing.ts'

const wire = withConsole()

async function openExpiries(): Promise<Page> {
  wire.house.answer(readRisk, sums())
  enter()
  return openPage('/risk?tab=expiries')
}

describe('running options', () => {
  test('stand by the minute of their expiry, with the most that the house can lose', async () => {
    wire.house.answer(listExpiries, {
      at: AT,
      rows: [
        { minute: AT, count: 3, listings: 2, staked: 90_00n, lossMost: 79_20n },
        { minute: AT + 60_000, count: 1, listings: 1, staked: 5_00n, lossMost: 4_40n },
      ],
    })
    const page = await openExpiries()
    await page.findByText('79,20 €')
    const [, first, second] = page.getAllByRole('row')
    for (const part of ['3', '2', '90,00 €', '79,20 €']) expect(plain(first?.textContent)).toContain(plain(part))
    expect(plain(second?.textContent)).toContain(plain('4,40 €'))
  })

  test('without any say so', async () => {
    wire.house.answer(listExpiries, { at: AT, rows: [] })
    const page = await openExpiries()
    expect(await page.findByText('No hay ninguna opción en curso.')).toBeTruthy()
  })

  test('that could not be read are read again', async () => {
    wire.house.answer(listExpiries, no('unavailable', 'Ahora no'))
    const page = await openExpiries()
    const again = await page.findByRole('button', { name: 'Reintentar' })
    wire.house.answer(listExpiries, { at: AT, rows: [] })
    await page.user.click(again)
    expect(await page.findByText('No hay ninguna opción en curso.')).toBeTruthy()
  })
})
