import type { ListingId } from '@lonja/core/base/amount'
import { isWatched, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead, useWrite } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { goTo } from '@lonja/kit/nav'
import { useText } from '@lonja/kit/text'

/** Whether a listing is on the watchlist, and the tap that changes it; the toast takes it back. */
export function useWatch(listing: ListingId): { watched: boolean | undefined; toggle: () => void } {
  const t = useText('watchlist')
  const session = useSession()
  const read = useRead(isWatched, { listing }, { quiet: true })
  const say = useWatchToast()
  const write = useWrite(toggleWatch, {
    onReply: ({ watched }) => {
      markStale(['watchlist'])
      say(t(watched ? 'watched' : 'removed'), () => write.mutate({ listing, watched: !watched }))
    },
  })
  return {
    watched: read.data?.watched,
    toggle: () => {
      if (!session) return goTo('/subPackages/login/login')
      write.mutate({ listing, watched: !(read.data?.watched ?? false) })
    },
  }
}

/** Says a small act, with its way back. */
export function useWatchToast(): (text: string, onUndo: () => void) => void {
  const t = useText('watchlist')
  return (text, onUndo) => toast(text, { kind: 'done', undo: { label: t('undo'), onUndo } })
}
