import type { Place } from '@lonja/kit/nav.rules'
import { askEarly } from '@lonja/kit/reads'
import { ROUTES } from '../routes.ts'

/** A page whose figures take longer is drawn without them. */
const WAIT_MS = 600

/** Request the first page's reads and wait briefly for the answers, which the first paint has already requested. */
export async function askFirst({ path, query }: Place): Promise<void> {
  if (ROUTES[path]?.feature !== 'discover') return
  const { EARLY_EVERYWHERE, earlyFor } = await import('../discover/early.ts')
  const reads = [...EARLY_EVERYWHERE, ...earlyFor(path, new URLSearchParams(query))]
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  await Promise.race([Promise.all(reads.map(({ call, input, paged }) => askEarly(call, input, paged))), late])
}
