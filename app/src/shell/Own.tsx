import { useEffect, useRef } from 'react'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readThread } from '@lonja/core/support/thread.contract'
import { navigate } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { changeTextSize, setHasUnread, storeUserInfo } from '@lonja/kit/session'
import { changeLanguage, hasChosenLanguage, useText } from '@lonja/kit/text'
import { readStored } from '@lonja/kit/stored'
import { setSupportUnread } from './support-unread.ts'

/**
 * Maintains the spec's client state of the customer: `userInfo`, and whether any notice is unread. On a device without
 * a choice, the account's language and text size apply.
 */
export function Own() {
  const { data: profile } = useRead(readProfile, {}, { quiet: true, aside: true })
  const { data: notices } = useRead(listNotices, { limit: 1 }, { quiet: true, aside: true })
  const { data: support } = useRead(readThread, { limit: 1 }, { quiet: true, aside: true })
  useEffect(() => {
    if (!profile) return
    storeUserInfo(profile)
    if (!hasChosenLanguage()) void changeLanguage(profile.language).catch(() => undefined)
    if (readStored('textSize') === null && profile.textSize !== 100) changeTextSize(profile.textSize)
  }, [profile])
  useEffect(() => setHasUnread((notices?.unread ?? 0) > 0), [notices])
  useEffect(() => setSupportUnread(support?.unread ?? 0), [support])
  useArrivals(notices?.data[0], notices !== undefined)
  return null
}

type Notice = ReplyOf<typeof listNotices>['data'][number]

/** Show a price alert that arrives while the app is open, with a link to it. */
function useArrivals(newest: Notice | undefined, isKnown: boolean): void {
  const t = useText('notices')
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (!isKnown) return
    const before = last.current
    last.current = newest?.id ?? before ?? ''
    // Ids sort by creation: a notice that existed before, or of another kind, has not just arrived.
    if (!newest || before === null || newest.id <= before || newest.kind !== 'prices' || newest.is_read === '1') return
    const open = () => void navigate('/subPackages/message/message', { id: newest.id })
    toast(newest.title, { undo: { label: t('see_message'), onUndo: open } })
  }, [newest, isKnown, t])
}
