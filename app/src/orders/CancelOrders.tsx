import { useEffect, useState } from 'react'
import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { cancelOrders } from '@lonja/core/orders/replacing.contract'
import { useAway } from '@lonja/kit/connection'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { CancelChoices } from './CancelChoices.tsx'
import { chosenOf, heldBy, type CancelChoice } from './cancelling.ts'
import { CancelOutcome, OpenOrder, type CancelResult } from './CancelRows.tsx'
import { useHeldText } from './held.ts'
import many from './ManyRows.module.css'
import styles from './CancelOrders.module.css'

interface Cancellation {
  readonly rows: readonly OrderRow[]
  /** Null while the answer is lost. */
  readonly ended: readonly CancelResult[] | null
}

/**
 * Cancel all open orders, those of a side or those of a listing: each with what it releases, and then how each ended,
 * because an event may fill one first.
 */
export function CancelOrders({ listing = null, onClose }: { listing?: ListingId | null; onClose: () => void }) {
  const [choice, setChoice] = useState<CancelChoice>({ listing, side: null })
  const [sent, setSent] = useState<Cancellation | null>(null)
  const read = usePages(listOrders, { which: 'open', limit: 100, ...(listing && { listing }) }, { quiet: true })
  const { hasMore, more } = read
  useEffect(() => {
    if (hasMore) more()
  })
  const all = read.pages.flatMap(({ rows }) => rows)
  const rows = chosenOf(all, choice)
  const write = useWrite(cancelOrders, {
    onReply: ({ ended }) => {
      setSent((before) => ({ rows: before?.rows ?? rows, ended }))
      markStale(['orders', 'balances'])
    },
    onRefusal: () => markStale(['orders', 'balances']),
  })
  const send = () => {
    if (write.isPending) return
    // After a lost answer the page goes on showing how the orders of the first request ended.
    setSent((before) => ({ rows: before && isLost(write.refusal) ? joined(before.rows, rows) : rows, ended: null }))
    write.mutate(choice)
  }
  // The answer was lost, and none of the orders is open any more: the request arrived.
  const isOver =
    sent !== null &&
    isLost(write.refusal) &&
    !read.isFetching &&
    !all.some(({ id }) => sent.rows.some((row) => row.id === id))
  if (sent && (sent.ended || isOver)) return <CancelOutcome rows={sent.rows} ended={sent.ended} onClose={onClose} />
  return (
    <Preview
      choice={choice}
      all={all}
      rows={rows}
      read={read}
      onClose={onClose}
      fixed={listing}
      choose={(change) => {
        write.forget()
        setChoice({ ...choice, ...change })
      }}
      refusal={write.refusal && { msg: write.refusal.msg, lost: isLost(write.refusal) }}
      busy={write.isPending}
      onCancel={send}
    />
  )
}

const isLost = (refusal: object | null): boolean => refusal !== null && !('refused' in refusal)

const joined = (one: readonly OrderRow[], other: readonly OrderRow[]): readonly OrderRow[] => [
  ...one,
  ...other.filter(({ id }) => !one.some((row) => row.id === id)),
]

interface PreviewProps {
  readonly choice: CancelChoice
  readonly choose: (change: Partial<CancelChoice>) => void
  /** The listing of the page that opened it, to which it is limited. */
  readonly fixed: ListingId | null
  readonly all: readonly OrderRow[]
  readonly rows: readonly OrderRow[]
  readonly read: ReturnType<typeof usePages<typeof listOrders>>
  readonly refusal: { readonly msg: string; readonly lost: boolean } | null
  readonly busy: boolean
  readonly onCancel: () => void
  readonly onClose: () => void
}

/** The orders that would be cancelled, and what that releases. */
function Preview(props: PreviewProps) {
  const { choice, choose, fixed, all, rows, read, refusal, busy, onCancel, onClose } = props
  const t = useText('orders')
  const f = useFormats()
  const held = useHeldText()
  const away = useAway() !== null
  const isWhole = !read.isPending && !read.hasMore
  const count = rows.length
  return (
    <Sheet
      title={t('cancelAll')}
      onClose={onClose}
      actions={
        all.length > 0 && (
          <Button
            label={count === 0 ? t('cancelAll') : t('cancelCount', { count })}
            second={count === 0 ? undefined : t('releasesAll', { held: held(heldBy(rows)) })}
            waitsFor={
              away
                ? t('waitsForNetwork')
                : !isWhole
                  ? t('cancelLoading')
                  : count === 0
                    ? t('nothingToCancel')
                    : undefined
            }
            busy={busy}
            busyLabel={t('sending')}
            onClick={onCancel}
          />
        )
      }
    >
      <div className={styles.notices} role="alert">
        {refusal && <Notice tone="loss">{f.sentences(refusal.msg, refusal.lost && t('cancelLost'))}</Notice>}
      </div>
      <Restriction from={3} />
      {all.length > 0 ? (
        <>
          <CancelChoices all={all} choice={choice} choose={choose} fixed={fixed} />
          {count > 0 && <DefinitionRows tight rows={[{ label: t('cancelReleases'), value: held(heldBy(rows)) }]} />}
          <ul className={many.rows} aria-label={t('cancelAll')}>
            {rows.map((order) => (
              <OpenOrder key={order.id} order={order} />
            ))}
          </ul>
          <Cautions rows={rows} />
        </>
      ) : read.error ? (
        <ErrorView title={t('loadFailedOpen')} text={read.error.msg} onRetry={() => void read.refetch()} />
      ) : read.isPending ? (
        <div className={many.rows}>
          <SkeletonRows rows={4} line={false} />
        </div>
      ) : (
        <Empty text={t('nothingOpen')} />
      )}
    </Sheet>
  )
}

/** The positions that lose their exits with it, and that a quote may be faster. */
function Cautions({ rows }: { rows: readonly OrderRow[] }) {
  const t = useText('orders')
  const f = useFormats()
  const exits = rows.filter(({ exit }) => exit)
  const codes = f.list([...new Set(exits.map(({ listing }) => tickerOf(listing)))])
  return (
    <>
      {exits.length > 0 && (
        <div className={styles.exits}>
          <Notice>{t('cancelsExits', { count: exits.length, codes })}</Notice>
        </div>
      )}
      <p className={many.why}>{t('cancelAllWhy')}</p>
    </>
  )
}
