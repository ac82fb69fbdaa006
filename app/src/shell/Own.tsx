import { useEffect } from 'react'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { useRead } from '@lonja/kit/reads'
import { changeTextSize, setHasUnread, storeUserInfo } from '@lonja/kit/session'
import { changeLanguage, hasChosenLanguage } from '@lonja/kit/text'
import { readStored } from '@lonja/kit/stored'

/**
 * Keeps what the client state of the spec says of the customer: `userInfo`, and whether any notice is unread. On a device
 * where nothing was chosen yet, the account's language and text size hold.
 */
export function Own() {
  const { data: profile } = useRead(readProfile, {}, { quiet: true })
  const { data: notices } = useRead(listNotices, { limit: 1 }, { quiet: true })
  useEffect(() => {
    if (!profile) return
    storeUserInfo(profile)
    if (!hasChosenLanguage()) void changeLanguage(profile.language).catch(() => undefined)
    if (readStored('textSize') === null && profile.textSize !== 100) changeTextSize(profile.textSize)
  }, [profile])
  useEffect(() => setHasUnread((notices?.unread ?? 0) > 0), [notices])
  return null
}
