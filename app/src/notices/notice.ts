import type { ReplyOf } from '@lonja/core/base/contract'
import type { NoticeCode, listNotices } from '@lonja/core/notices/notices.contract'

export type Notice = ReplyOf<typeof listNotices>['data'][number]

export type NoticeKind = 'orders' | 'money' | 'account'

/** What each notice is about: the chips that a list of them is narrowed by. */
export const KIND_OF: Readonly<Record<NoticeCode, NoticeKind>> = {
  order_filled: 'orders',
  order_cancelled: 'orders',
  order_expired: 'orders',
  order_rejected: 'orders',
  grant_received: 'money',
  password_changed: 'account',
  signed_in: 'account',
}
