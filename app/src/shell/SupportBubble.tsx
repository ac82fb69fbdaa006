import { useState } from 'react'
import { readSupportLink, supportLinkIn } from '@lonja/core/support/support.contract'
import { usePlace } from '@lonja/kit/nav'
import { Bubble } from '@lonja/kit/parts/Bubble'
import { useRead } from '@lonja/kit/reads'
import { readStoredJson, storeText } from '@lonja/kit/stored'
import { useText } from '@lonja/kit/text'
import { useSupportUnread } from './support-unread.ts'

type Offset = { readonly x: number; readonly y: number }

/** The bubble's stored place, under the spec's name `offset`. */
function readOffset(): Offset | null {
  const offset = readStoredJson('offset') as Partial<Offset> | null
  return typeof offset?.x === 'number' && typeof offset.y === 'number' ? { x: offset.x, y: offset.y } : null
}

const THREAD = '/subPackages/support/thread'

/** An in-app link as the part behind its hash; null for any other address. */
function ownPageOf(link: string): string | null {
  const { origin, pathname, hash } = new URL(link, location.href)
  return origin === location.origin && pathname === location.pathname && hash.startsWith('#/') ? hash : null
}

/**
 * The floating bubble of customer service. Its link is fetched at load. A page of the app opens here, any other address
 * in a new tab (spec section 2).
 */
export function SupportBubble() {
  const t = useText('app')
  const [offset, setOffset] = useState(readOffset)
  const unread = useSupportUnread()
  const { path } = usePlace()
  const link = useRead(readSupportLink, {}, { quiet: true, aside: true })
  // In the thread itself it would lead nowhere.
  if (!link.data || path === THREAD) return null
  const address = supportLinkIn(link.data)
  const ownPage = ownPageOf(address)
  const label = ownPage === null ? t('support') : unread > 0 ? t('supportUnread', { count: unread }) : t('supportHere')
  return (
    <Bubble
      label={label}
      hint={t('supportMove')}
      href={ownPage ?? address}
      newTab={ownPage === null}
      dot={ownPage !== null && unread > 0}
      place={offset}
      onPlace={(place) => {
        storeText('offset', JSON.stringify(place))
        setOffset(place)
      }}
    />
  )
}
