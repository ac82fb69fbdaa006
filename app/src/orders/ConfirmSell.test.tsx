// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket } from './market.testing.ts'

const wire = withApp()

test('a sale of one share is asked about in the singular', async () => {
  openMarket(wire.house)
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=1`)
  await page.user.click(await page.findByRole('button', { name: /^Vender 1 BVE/ }))
  expect(await page.findByText(/^Se vende 1 BVE a mercado/)).toBeTruthy()
})
