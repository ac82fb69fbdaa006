import type { ReplyOf } from '@lonja/core/base/contract'
import type { listNotices } from '@lonja/core/notices/notices.contract'

export type Notice = ReplyOf<typeof listNotices>['data'][number]

/**
 * The key of a message in its list: its record, so that a message which is open stays open and in its place among the
 * rows when its next step comes; its own id if it is about none.
 */
export const keyOf = ({ id, record }: Pick<Notice, 'id' | 'record'>): string =>
  record ? `${record.kind} ${record.id}` : id

/** Whether a message is, or has among its earlier steps, the notice of an id. */
export const holds = ({ id, earlier }: Pick<Notice, 'id' | 'earlier'>, of: string | null): boolean =>
  id === of || earlier.some((step) => step.id === of)
