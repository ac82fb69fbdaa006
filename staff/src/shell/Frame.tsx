import { Suspense, lazy, useEffect, useRef, useState, type ComponentType } from 'react'
import { mayCall } from '@lonja/core/base/contract'
import { shown, usePlace } from '@lonja/kit/nav'
import { useKeys } from '@lonja/kit/keys'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import { QueuePlaces } from '../review/places.ts'
import { PAGES, QUEUES, type Page } from '../routes.ts'
import { useSeat } from '../staff/seat.ts'
import { Fault } from './Fault.tsx'
import { Foot } from './Foot.tsx'
import { GoTo } from './GoTo.tsx'
import { Head } from './Head.tsx'
import { KeySheet } from './KeySheet.tsx'
import { fetchCounts } from './late.tsx'
import { Nav } from './Nav.tsx'
import { Strip } from './Strip.tsx'
import styles from './Frame.module.css'

/** The console around a page: strip, header, navigation by role, the page itself, and the keys at the foot. */
export function Frame() {
  const t = useText('console')
  const seat = useSeat()
  useEffect(() => void fetchCounts(), [])
  const [sheet, setSheet] = useState<'keys' | 'goTo' | null>(null)
  const close = () => setSheet(null)
  useKeys(
    [
      { key: 'g', label: t('goTo'), act: () => setSheet('goTo') },
      { key: '?', label: t('allKeys'), act: () => setSheet('keys') },
    ],
    0,
  )
  const paths = seat.data ? Object.keys(PAGES).filter((path) => mayCall(seat.data.roles, PAGES[path]!)) : []
  return (
    <div className={styles.console}>
      <Strip />
      <Head seat={seat.data} onMenu={() => setSheet('goTo')} />
      <Nav paths={paths} />
      <main className={styles.page}>
        {seat.data ? (
          <Outlet paths={paths} />
        ) : seat.error ? (
          <ErrorView title={t('failed')} text={seat.error.msg} onRetry={() => void seat.refetch()} />
        ) : (
          <Loading />
        )}
      </main>
      <Foot seat={seat.data} onKeys={() => setSheet('keys')} />
      {sheet === 'keys' && <KeySheet onClose={close} />}
      {sheet === 'goTo' && <GoTo paths={paths} onClose={close} />}
    </div>
  )
}

const screens = new Map<Page, ComponentType>()

/** Code that failed to load is requested again on the next visit. */
function screenOf(page: Page): ComponentType {
  const component = screens.get(page)
  if (component) return component
  const screen = lazy(async () => {
    try {
      return await page.screen()
    } catch (error) {
      screens.delete(page)
      throw error
    }
  })
  screens.set(page, screen)
  return screen
}

function Outlet({ paths }: { paths: readonly string[] }) {
  const t = useText('console')
  const place = usePlace()
  // A place within the console is shown at once, so the same navigation may follow immediately.
  useEffect(() => shown(), [place])
  // The console's own address opens the first page that the seat may see.
  const path = place.path in PAGES ? place.path : (paths[0] ?? '')
  const page = paths.includes(path) ? PAGES[path] : undefined
  if (!page) return <ErrorView title={t('notYours')} text={t('notYoursWhy')} />
  const Screen = screenOf(page)
  const failed = <ErrorView title={t('failed')} text={t('failedPage')} onRetry={() => location.reload()} />
  return (
    <Fault instead={failed} of={path}>
      <Suspense fallback={<Loading />}>
        <QueuePlaces value={QUEUES}>
          <Screen key={path} />
        </QueuePlaces>
        <Arrival key={`arrived ${path}`} name={t(page.label)} />
      </Suspense>
    </Fault>
  )
}

let isFirst = true

/**
 * Runs when the page is on the screen: sets the window's title and focuses the page's heading, so that it is read out.
 */
function Arrival({ name }: { name: string }) {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    document.title = `${name} · Lonja`
    const main = mark.current?.closest('main')
    const heading = main?.querySelector<HTMLElement>('h1')
    if (!isFirst && heading && !main?.contains(document.activeElement)) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    isFirst = false
  }, [name])
  return <span ref={mark} hidden />
}
