// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, switchOff, withApp } from '../screens.testing.tsx'
import { application, free, whole } from './offer.testing.ts'
import type { WholeOffer } from './offer.ts'

const wire = withApp()
beforeEach(() => switchOff('ipo'))

async function openOffer(of: Partial<WholeOffer> = {}): Promise<Page> {
  const shown = whole(of)
  wire.house.answer(listFirstDays, { rows: [] })
  wire.house.answer(readProfile, profile())
  wire.house.answer(readFigures, free(10_000_00n))
  wire.house.answer(readOffer, shown)
  enter()
  const page = await openPage(`/subPackages/home/ipo/detail?id=${shown.id}`)
  await page.findByText(shown.company, { selector: 'h2' })
  return page
}

describe('while the house takes no applications', () => {
  test('an open offer is read, and says why nobody applies', async () => {
    const page = await openOffer()
    page.getByText('Ahora no se ofrece')
    expect(page.queryByRole('button', { name: /^Suscribir/ })).toBeNull()
  })

  test('the own application can still be changed and withdrawn', async () => {
    const page = await openOffer({ application: application() })
    for (const name of [/^Cambiar/, /^Retirar/]) expect(page.getByRole('button', { name })).toBeTruthy()
  })
})
