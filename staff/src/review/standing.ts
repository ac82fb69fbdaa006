import type { Say } from '@lonja/kit/text'
import type { QueueRow } from './queue.ts'

/**
 * The state of a waiting review in two words: its holder, as `colleague` names a seat, or the person it waits for.
 */
export function standing(t: Say<'review'>, row: QueueRow, colleague: (number: number) => string): string {
  const { state, holder, opinions, round, ownAccount, reason } = row
  if (state !== 'pending' && state !== 'in_review') return reason?.title ?? t(`state_${state}`)
  if (ownAccount) return t('ownAccount')
  if (holder) return holder.own ? t('heldByYou') : colleague(holder.seat.number)
  if (opinions.length > 0) return t('oneOfTwo')
  return round > 1 ? t('disagreed') : t('state_pending')
}
