// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { HOUR } from '@lonja/core/base/instant'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { enter, plain } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { free, NOW, whole } from './offer.testing.ts'
import type { WholeOffer } from './offer.ts'

/* The acts of the house on an offer in public, on its page. */

const wire = withApp()
beforeEach(() => wire.house.answer(listFirstDays, { rows: [] }))

async function pageOf(of: Partial<WholeOffer>): Promise<string> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(readFigures, free(10_000_00n))
  wire.house.answer(readOffer, whole(of))
  enter()
  const page = await openPage(`/subPackages/home/ipo/detail?id=${whole().id}`)
  await page.findByText(whole().company, { selector: 'h2' })
  return plain(page.getByRole('main').textContent)
}

test.each([
  ['terms_mistaken', 'Sus condiciones tenían un error.'],
  ['dates_not_kept', 'No se podían cumplir sus fechas.'],
  ['draw_not_possible', 'No se podía hacer el sorteo.'],
] as const)('a withdrawn offer says since when and why: %s', async (reason, words) => {
  const shown = await pageOf({ state: 'cancelled', withdrawal: { at: NOW, reason } })
  expect(shown).toContain('Retirada por la casa')
  expect(shown).toContain(words)
  expect(shown).toContain('se ha liberado entero')
})

test('a postponed offer shows both of each date that moved, and no other', async () => {
  const before = { closes: NOW, draws: NOW + HOUR, lists: NOW + 2 * HOUR }
  const after = { ...before, draws: NOW + 3 * HOUR }
  const shown = await pageOf({ postponements: [{ at: NOW, before, after, termsHash: 'a1'.repeat(32) }] })
  expect(shown).toContain('Aplazada por la casa')
  expect(shown).toMatch(/Sorteo: \d\d\/\d\d\/\d{4}.*, ahora \d\d\/\d\d\/\d{4}/)
  expect(shown).not.toContain('Fin del plazo: ')
  expect(shown).not.toContain('Salida a bolsa: ')
})
