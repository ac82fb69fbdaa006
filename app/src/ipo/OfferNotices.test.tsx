// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { HOUR } from '@lonja/core/base/instant'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { free, whole } from './offer.testing.ts'
import type { WholeOffer } from './offer.ts'

const wire = withApp()
beforeEach(() => wire.house.answer(listFirstDays, { rows: [] }))

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

/** The day of the deadline is over on the 29th, and the 30th is the first whole day after it. */
const SEEDS = {
  beacon: { kind: 'seeds', chain: null, round: null },
  closes: Date.UTC(2099, 10, 28, 17),
  draws: Date.UTC(2099, 10, 30, 12),
} as const

test.each([
  ['subscribing', SEEDS, true],
  ['ended', SEEDS, true],
  ['drawn', SEEDS, false],
  ['subscribing', { ...SEEDS, beacon: whole().beacon }, false],
  ['subscribing', { ...SEEDS, draws: Date.UTC(2099, 11, 5) }, false],
] as const)('%s: the time from which a later draw by seeds can be expected is shown at once (%#)', async (state, terms, isShown) => {
  const page = await openOffer({ state, ...terms })
  expect(plain(page.getByRole('main').textContent)?.includes('Resultado desde el 01/12/2099')).toBe(isShown)
}) // prettier-ignore

test('a draw by seeds is not late before its day is over', async () => {
  const now = Date.now()
  const page = await openOffer({
    state: 'ended',
    ...SEEDS,
    closes: now - 24 * HOUR,
    draws: now - 2 * HOUR,
    rootAt: now,
  })
  expect(plain(page.getByRole('main').textContent)).not.toContain('El sorteo se retrasa')
})

test.each([
  ['not_started', true],
  ['subscribing', true],
  ['ended', false],
] as const)('%s: the possible loss stands before every figure is %s', async (state, isFirst) => {
  const page = await openOffer({ state })
  const text = plain(page.getByRole('main').textContent)
  expect(text.split('Lo que puedes perder')).toHaveLength(2)
  expect(/Lo que puedes perder.*Precio de suscripción/.test(text)).toBe(isFirst)
})

test('is paid in its own currency alone, and leads to a deposit where that is not enough', async () => {
  const page = await openOffer({ currency: 'USD', listing: 'XNAS:MRA', venue: 'XNAS' })
  await page.user.click(page.getByRole('button', { name: /^Suscribir/ }))
  expect(plain(page.getByRole('dialog').textContent)).toContain('Se paga con lo que tienes libre en US$: 0,00 US$.')
  expect(figureOf('Te faltan')).toBe('620,00 US$')
  const link = page.getByRole('link', { name: 'Depositar' })
  expect(link.getAttribute('href')).toBe('#/subPackages/recharge/type?cash=USD')
})
