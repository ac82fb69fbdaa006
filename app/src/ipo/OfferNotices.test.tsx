// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { HOUR } from '@lonja/core/base/instant'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { free, whole } from './offer.testing.ts'
import type { WholeOffer } from './offer.ts'

const wire = withApp()

/** The page of an offer, for a customer with 10,000 euros. */
async function openOffer(of: Partial<WholeOffer>): Promise<Page> {
  const shown = whole(of)
  wire.house.answer(readProfile, profile())
  wire.house.answer(readFigures, free(10_000_00n))
  wire.house.answer(readOffer, shown)
  enter()
  const page = await openPage(`/subPackages/home/ipo/detail?id=${shown.id}`)
  await page.findByText(shown.company, { selector: 'h2' })
  return page
}

test.each([
  ['ended', 2 * HOUR, true],
  ['ended', HOUR / 2, false],
  ['drawn', 2 * HOUR, false],
] as const)('%s, %i ms after the draw was due: late is %s', async (state, ago, isLate) => {
  const page = await openOffer({ state, draws: Date.now() - ago })
  expect(plain(page.getByRole('main').textContent)?.includes('El sorteo se retrasa')).toBe(isLate)
})

test('is paid in its own currency alone, and leads to a deposit where that is not enough', async () => {
  const page = await openOffer({ currency: 'USD', listing: 'XNAS:MRA', venue: 'XNAS' })
  await page.user.click(page.getByRole('button', { name: /^Suscribir/ }))
  expect(plain(page.getByRole('dialog').textContent)).toContain('Se paga con lo que tienes libre en US$: 0,00 US$.')
  expect(figureOf('Te faltan')).toBe('620,00 US$')
  const link = page.getByRole('link', { name: 'Depositar' })
  expect(link.getAttribute('href')).toBe('#/subPackages/recharge/type')
})
