import { mayCall } from '@lonja/core/base/contract'
import { countQueues } from '@lonja/core/reviews.contract'
import { useFormats } from '@lonja/kit/formats'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { QueueCount } from '../review/QueueCount.tsx'
import type { Page } from '../routes.ts'
import type { Seat } from '../staff/seat.ts'
import { ThreadCount } from '../support/ThreadCount.tsx'
import styles from './Counts.module.css'

/*
 * The parts of the frame that the house's figures fill. They bring the contracts of queues and threads, so `late.tsx`
 * fetches their code beside the seat.
 */

/** The number that waits on a page, beside its name. */
export const PageCount = ({ page: { count, queue } }: { page: Page }) => (
  <>
    {count === 'support' && <ThreadCount />}
    {queue !== undefined && <QueueCount kind={queue} />}
  </>
)

/** The number of people who decide in this house, for a seat that may read it. */
export const People = ({ seat }: { seat: Seat }) => (mayCall(seat.roles, countQueues) ? <Deciding /> : null)

/** Two people decide above the house's limit, or one in a house with a single seat. */
function Deciding() {
  const t = useText('console')
  const f = useFormats()
  const { data } = useRead(countQueues, {}, { quiet: true })
  if (!data) return null
  const limit = f.amount({ asset: 'EUR', units: data.limit })
  return <span className={styles.people}>{data.onePerson ? t('onePerson') : t('twoFrom', { limit })}</span>
}
