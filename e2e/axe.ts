import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The findings of axe on the current page with every rule but the excluded ones: one line each, with the element. */
export async function axeFindings(page: Page, without: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe.source)
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const { violations } = await page.evaluate(async (off) => {
    const here = globalThis as unknown as { axe: typeof axe }
    return here.axe.run(document, { resultTypes: ['violations'], rules: off })
  }, rules)
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`))
}
