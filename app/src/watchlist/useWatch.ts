import { useRef } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { isWatched, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useSession } from '@lonja/kit/session'
import { goTo } from '@lonja/kit/nav'
import { useText } from '@lonja/kit/text'

/** Whether a listing is on the default list, and a toggle. */
export function useWatch(listing: ListingId): { watched: boolean | undefined; toggle: () => void } {
  const { data } = useRead(isWatched, { listing }, { quiet: true })
  const watch = useToggle()
  return { watched: data?.watched, toggle: () => watch(listing, { watch: !(data?.watched ?? false) }) }
}

export interface Watching {
  /** If omitted, the state is toggled. */
  readonly watch?: boolean
  /** If omitted, the default list. */
  readonly list?: string
  /** The list's name for the toast; by default the page's name. */
  readonly name?: string
  /** Its current place, so that undoing a removal restores it there. */
  readonly place?: number
}

/** Add a listing to a watchlist or remove it. The toast says which and can undo it. */
export function useToggle(): (listing: ListingId, how?: Watching) => void {
  const t = useText('watchlist')
  const session = useSession()
  const say = useWatchToast()
  const last = useRef<Watching>({})
  const write = useWrite(toggleWatch, {
    onReply: ({ listing, watched }, { list }) => {
      markStale(['watchlist'])
      const { name, place } = last.current
      const message =
        name === undefined ? t(watched ? 'watched' : 'removed') : t(watched ? 'addedTo' : 'takenOff', { name })
      const back = watched || place === undefined ? {} : { place }
      say(message, () => write.mutate({ listing, watched: !watched, ...(list === undefined ? {} : { list }), ...back }))
    },
  })
  return (listing, how = {}) => {
    if (!session) return goTo('/subPackages/login/login')
    last.current = how
    const { watch, list } = how
    write.mutate({
      listing,
      ...(watch === undefined ? {} : { watched: watch }),
      ...(list === undefined ? {} : { list }),
    })
  }
}

/** Show a toast for a small act, with its undo. */
export function useWatchToast(): (text: string, onUndo: () => void) => void {
  const t = useText('watchlist')
  return (text, onUndo) => toast(text, { kind: 'done', undo: { label: t('undo'), onUndo } })
}
