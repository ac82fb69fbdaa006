import type { ReplyOf } from '@lonja/core/base/contract'
import type { listNotices } from '@lonja/core/notices/notices.contract'

export type Notice = ReplyOf<typeof listNotices>['data'][number]
