import type { Place } from '@lonja/kit/nav.rules'
import { askEarly } from '@lonja/kit/reads'
import { ROUTES } from '../routes.ts'

/** A page that is still without its figures by then is drawn without them. */
const WAIT_MS = 600

/** Ask what the first page will ask, and wait a little for the answers: they are on their way since the first paint. */
export async function askFirst({ path, query }: Place): Promise<void> {
  if (ROUTES[path]?.feature !== 'discover') return
  const { EARLY_EVERYWHERE, earlyFor } = await import('../discover/early.ts')
  const reads = [...EARLY_EVERYWHERE, ...earlyFor(path, new URLSearchParams(query))]
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  await Promise.race([Promise.all(reads.map(({ call, input, paged }) => askEarly(call, input, paged))), late])
}
