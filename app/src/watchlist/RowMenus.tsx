import { useEffect, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { useNav } from '@lonja/kit/nav'
import { followRowMenu } from '@lonja/kit/parts/row-menu'
import { RowMenu } from './RowMenu.tsx'
import { useToggle } from './useWatch.ts'

/** The menu of every instrument row on any page; one per app. */
export function RowMenus() {
  const { place } = useNav()
  const toggle = useToggle()
  const [held, setHeld] = useState<{ listing: ListingId; name: string; on: string } | null>(null)
  useEffect(
    () => followRowMenu(document, (menu, name) => setHeld({ listing: menu as ListingId, name, on: place.path })),
    [place.path],
  )
  // Going back closes it, so that it is not open on return.
  if (!held || held.on !== place.path) return null
  return <RowMenu listing={held.listing} name={held.name} toggle={toggle} onClose={() => setHeld(null)} />
}
