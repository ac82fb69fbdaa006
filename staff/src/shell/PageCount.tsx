import { QueueCount } from '../review/QueueCount.tsx'
import type { Page } from '../routes.ts'
import { ThreadCount } from '../support/ThreadCount.tsx'

/** The number that waits on a page, beside its name. */
export const PageCount = ({ page: { count, queue } }: { page: Page }) => (
  <>
    {count === 'support' && <ThreadCount />}
    {queue !== undefined && <QueueCount kind={queue} />}
  </>
)
