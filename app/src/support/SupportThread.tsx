import { useEffect, useRef, useState } from 'react'
import { markThreadRead, readThread } from '@lonja/core/support/thread.contract'
import { send } from '@lonja/kit/call'
import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { ShieldCheckIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { markStale } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { Composer } from './Composer.tsx'
import { Rating } from './Rating.tsx'
import styles from './support.module.css'
import { SupportVisitor } from './SupportVisitor.tsx'
import { threadEntriesFor, threadToRate, unreadThrough, type Entry } from './talk.ts'
import { TalkEntry } from './TalkEntry.tsx'

/** Customer service: a thread with a person of the house. A visitor sees general information. */
export function SupportThread() {
  return useSession() ? <Talk /> : <SupportVisitor />
}

const MINUTE = 60_000

/** Placeholder: messages of both sides. */
const WAITING = [
  ['72%', 64],
  ['40%', 14],
  ['72%', 64],
  ['40%', 14],
] as const

function Talk() {
  const t = useText('support')
  const thread = usePages(readThread, {}, { quiet: true })
  const [again, setAgain] = useState<string | null>(null)
  const newest = thread.pages[0]
  const entries = threadEntriesFor(thread.pages)
  const toRate = threadToRate(newest?.threads ?? [])
  const wait = newest?.usualWaitMs
  useReading(unreadThrough(thread.pages.flatMap(({ rows }) => rows)))
  return (
    <Screen
      readOnly
      title={t('title')}
      {...(wait === null || wait === undefined
        ? {}
        : { caption: t('wait', { minutes: Math.max(1, Math.round(wait / MINUTE)) }) })}
      onBack={back}
      head={
        <p className={styles.promise}>
          <ShieldCheckIcon size={20} />
          {t('promise')}
        </p>
      }
      dock={
        newest &&
        (toRate && again !== toRate.id ? (
          <Rating key={toRate.id} thread={toRate.id} onAnother={() => setAgain(toRate.id)} />
        ) : (
          <Composer />
        ))
      }
    >
      {thread.error && !newest ? (
        <ErrorView title={t('failed')} text={thread.error.msg} onRetry={() => void thread.refetch()} />
      ) : newest ? (
        <Entries entries={entries} onEarlier={thread.hasMore ? thread.more : undefined} busy={thread.isFetchingMore} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Entries({
  entries,
  onEarlier,
  busy,
}: {
  entries: readonly Entry[]
  onEarlier: (() => void) | undefined
  busy: boolean
}) {
  const t = useText('support')
  const end = useRef<HTMLDivElement>(null)
  const last = entries.at(-1)?.key
  // Scroll to the latest message, which people come for.
  useEffect(() => {
    // In a block: newer browsers return a promise, which is no effect cleanup.
    end.current?.scrollIntoView({ block: 'end' })
  }, [last])
  return (
    <div className={styles.talk}>
      {onEarlier && <Button look="text" small label={t('earlier')} busy={busy} onClick={onEarlier} />}
      {entries.length === 0 && (
        <div className={styles.start}>
          <h2>{t('startTitle')}</h2>
          <p>{t('startText')}</p>
        </div>
      )}
      <ol className={styles.entries} aria-label={t('title')} aria-live="polite">
        {entries.map((entry) => (
          <TalkEntry key={entry.key} entry={entry} />
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

/** Messages on the screen count as read: reported once per newest answer. */
function useReading(through: number): void {
  useEffect(() => {
    if (through === 0) return
    void send(markThreadRead, { through }).then(() => markStale(['support']))
  }, [through])
}
