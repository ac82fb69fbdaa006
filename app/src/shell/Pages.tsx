import { Activity, Suspense, lazy, use, useDeferredValue, useEffect, useRef, useState } from 'react'
import { PlaceIn, back, shown, useNav } from '@lonja/kit/nav'
import { urlFor, type NavState, type Place } from '@lonja/kit/nav.rules'
import { useSession } from '@lonja/kit/session'
import { ROUTES } from '../routes.ts'
import { Fault } from './Fault.tsx'
import { PageFailed } from './PageFailed.tsx'
import { PageWait } from './PageWait.tsx'
import { screenFor, signInScreen, waitForScreen } from './screens.ts'

const UnknownPage = lazy(async () => ({ default: (await import('./UnknownPage.tsx')).UnknownPage }))

/** A page kept in memory with its state and scroll position. */
interface CachedPage {
  readonly key: string
  readonly place: Place
  /** Null for a tab, which is kept for good. */
  readonly depth: number | null
}

/** The number of pages kept behind this one; older ones are rendered again. */
const BEHIND = 4

/**
 * The current page. The tabs and the pages behind it stay mounted, hidden, and keep their state. A new page is drawn in
 * the background: the old one stays until the new one's code is here, so that no frame is empty.
 */
export function Pages() {
  const nav = useDeferredValue(useNav())
  const wait = waitForScreen(nav.place.path)
  if (wait) use(wait)
  const [pages, setPages] = useState<readonly CachedPage[]>([])
  const now = keptFor(nav)
  const all = keepOn(pages, now, nav.depth)
  if (all !== pages) setPages(all)
  return all.map(({ key, place, depth }) => (
    <Activity key={key} mode={key === now.key ? 'visible' : 'hidden'}>
      <PlaceIn value={place}>
        <PageFrame place={place} isBehind={depth !== null && depth > 0} />
      </PlaceIn>
    </Activity>
  ))
}

function keptFor({ place, depth }: NavState): CachedPage {
  if (ROUTES[place.path]?.kind === 'tab') return { key: place.path, place, depth: null }
  return { key: `${depth} ${urlFor(pageOf(place))}`, place, depth }
}

/** The page without the filters in its query. */
function pageOf({ path, query }: Place): Place {
  const filters = ROUTES[path]?.filters
  if (!filters) return { path, query }
  const words = new URLSearchParams(query)
  for (const filter of filters) words.delete(filter)
  return { path, query: words.toString() }
}

/** The pages kept when `now` is shown: every tab, and the pages behind; pages ahead are dropped. */
function keepOn(pages: readonly CachedPage[], now: CachedPage, depth: number): readonly CachedPage[] {
  const stays = pages.filter(
    (page) => page.key === now.key || page.depth === null || (page.depth < depth && page.depth >= depth - BEHIND),
  )
  const index = stays.findIndex(({ key }) => key === now.key)
  if (index < 0) return [...stays, now]
  const same = stays[index]
  if (same && urlFor(same.place) === urlFor(now.place)) return stays.length === pages.length ? pages : stays
  return stays.with(index, now)
}

function PageFrame({ place, isBehind }: { place: Place; isBehind: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const session = useSession()
  const route = ROUTES[place.path]
  const Page = route?.screen ? screenFor(route.screen) : null
  const SignIn = signInScreen()
  const wayBack = isBehind ? { onBack: back } : {}
  return (
    <div ref={frame} data-page={place.path} style={{ display: 'grid', minHeight: 0, gridArea: '1 / 1' }}>
      <Fault instead={<PageFailed {...wayBack} />}>
        <Suspense fallback={<PageWait {...wayBack} />}>
          {!Page ? <UnknownPage path={place.path} /> : route?.caller === 'customer' && !session ? <SignIn /> : <Page />}
          <Arrival frame={frame} />
        </Suspense>
      </Fault>
    </div>
  )
}

let first = true

/**
 * Runs when the page is on the screen: sets the window's title to its heading and moves the focus there, so that it is
 * read out.
 */
function Arrival({ frame }: { frame: React.RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    shown()
    const heading = frame.current?.querySelector('h1')
    const name = () => {
      const title = heading?.textContent?.trim()
      document.title = title ? `${title} · Lonja` : 'Lonja'
    }
    name()
    if (!first && !frame.current?.contains(document.activeElement)) {
      if (heading) heading.tabIndex = -1
      heading?.focus({ preventScroll: true })
    }
    first = false
    if (!heading) return
    const watcher = new MutationObserver(name)
    watcher.observe(heading, { characterData: true, childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [frame])
  return null
}
