import type { Page } from 'playwright-core'
import type { OrderKind } from '@lonja/core/orders/orders.contract'

/** Choose the kind of an order on a ticket: on the bar, or with large text in the menu. */
export async function chooseKind(page: Page, kind: OrderKind): Promise<void> {
  const menu = page.locator(`main select:has([value=${kind}])`)
  const bar = page.locator(`main label:has([value=${kind}])`)
  await menu.or(bar).waitFor()
  if ((await menu.count()) > 0) await menu.selectOption(kind)
  else await bar.click()
}
