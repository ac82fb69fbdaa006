import { listThreads } from '@lonja/core/support/support.staff.contract'
import { useRead } from '@lonja/kit/reads'
import { Waiting } from '../review/QueueCount.tsx'

const ASKED_MS = 10_000

/** The number of threads with a waiting customer, beside the page's name; nothing for zero. */
export function ThreadCount() {
  const { data } = useRead(listThreads, { which: 'open', limit: 1 }, { quiet: true, refetchMs: ASKED_MS })
  return <Waiting count={data?.waiting ?? 0} late={0} />
}
