import { useState } from 'react'
import { readSupportLink, supportLinkIn } from '@lonja/core/support/support.contract'
import { Bubble } from '@lonja/kit/parts/Bubble'
import { useRead } from '@lonja/kit/reads'
import { readStoredJson, storeText } from '@lonja/kit/stored'
import { useText } from '@lonja/kit/text'

type Offset = { readonly x: number; readonly y: number }

/** Where it was put, kept under the spec's name `offset`. */
function readOffset(): Offset | null {
  const offset = readStoredJson('offset') as Partial<Offset> | null
  return typeof offset?.x === 'number' && typeof offset.y === 'number' ? { x: offset.x, y: offset.y } : null
}

/** The floating bubble of customer service: the link is fetched when it loads, and opens in a new tab (spec section 2). */
export function SupportBubble() {
  const t = useText('app')
  const [offset, setOffset] = useState(readOffset)
  const link = useRead(readSupportLink, {}, { quiet: true })
  if (!link.data) return null
  return (
    <Bubble
      label={t('support')}
      hint={t('supportMove')}
      href={supportLinkIn(link.data)}
      newTab
      place={offset}
      onPlace={(place) => {
        storeText('offset', JSON.stringify(place))
        setOffset(place)
      }}
    />
  )
}
