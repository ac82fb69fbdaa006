import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds on a page as it stands, every rule on: one line each, with the element. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(async () => {
    const here = globalThis as unknown as { axe: typeof axe }
    return here.axe.run(document, { resultTypes: ['violations'] })
  })
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`))
}
