import type { ReplyOf } from '@lonja/core/base/contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { replaceOrder, type Replacement } from '@lonja/core/orders/replacing.contract'
import { markStale, refreshAll } from '@lonja/kit/reads'
import { enter, plain, type Page, type Wire } from '@lonja/kit/screens.testing'
import { openPage } from '../screens.testing.tsx'
import { BVE, openMarket, receipt } from './market.testing.ts'
import type { OrderStory } from './story.ts'

/* The page that changes an order, on the small market of screens. */

export const changedReceipt = (replacement: Replacement): ReplyOf<typeof replaceOrder> =>
  receipt({ ...replacement, listing: BVE })

export async function openChange({ house }: Wire, story: OrderStory): Promise<Page> {
  openMarket(house)
  house.answer(readOrder, story)
  house.answer(replaceOrder, ({ input }) => changedReceipt(input))
  enter()
  const page = await openPage(`/subPackages/trade/change?id=${story.order.id}`)
  await page.findByRole('spinbutton')
  return page
}

/** The house says something new about the order, and the page hears of it. */
export async function hear({ house }: Wire, story: OrderStory): Promise<void> {
  house.answer(readOrder, story)
  markStale(['orders'])
  await refreshAll()
}

export const sentIn = ({ house }: Wire) => house.asked(replaceOrder).map(({ input }) => input)
export const shares = (page: Page) => page.getByRole('spinbutton', { name: 'Acciones' })
export const limit = (page: Page) => page.getByRole('textbox', { name: 'Precio límite' })
export const button = (page: Page): HTMLElement =>
  page
    .getAllByRole('button')
    .find((each) => plain(each.textContent)?.startsWith('Cambiar') && each.closest('[data-dock]'))!
export const buttonText = (page: Page) => plain(button(page).textContent)
