// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listBlockOffers } from '@lonja/core/blocks/blocks.contract'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { offer, offers } from './block.testing.ts'
import { BLOCKS, type BlockOffer } from './block.ts'

const wire = withApp()

async function openForm(of: Partial<BlockOffer> = {}): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(listBlockOffers, offers([offer(of)]))
  enter()
  const page = await openPage(BLOCKS)
  await page.user.click(await page.findByRole('button', { name: 'Solicitar' }))
  await page.findByRole('dialog')
  return page
}

test('a block is paid in the currency of its share alone, and leads to a deposit in it where that is not enough', async () => {
  const page = await openForm({ currency: 'USD', listing: 'XNAS:TRQ', venue: 'XNAS' })
  expect(plain(page.getByRole('dialog').textContent)).toContain('Se paga con lo que tienes libre en US$: 0,00 US$.')
  const link = page.getByRole('link', { name: 'Depositar' })
  expect(link.getAttribute('href')).toBe('#/subPackages/recharge/type?cash=USD')
})

test('with enough of its currency nothing is said of a deposit', async () => {
  const page = await openForm()
  expect(page.queryByRole('link', { name: 'Depositar' })).toBeNull()
})
