import { listThreads } from '@lonja/core/support/support.staff.contract'
import { useRead } from '@lonja/kit/reads'
import { Waiting } from '../review/QueueCount.tsx'

const ASKED_MS = 10_000

/** In how many conversations a customer waits for an answer, beside their name; none says nothing. */
export function ThreadCount() {
  const { data } = useRead(listThreads, { which: 'open', limit: 1 }, { quiet: true, refetchMs: ASKED_MS })
  return <Waiting count={data?.waiting ?? 0} late={0} />
}
