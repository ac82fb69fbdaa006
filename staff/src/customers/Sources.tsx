import { use } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listAccountSources } from '@lonja/core/customers/sources.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { SideNote, SidePart } from '@lonja/kit/parts/SidePage'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import { QueuePlaces } from '../review/places.ts'
import { changeText } from '../ledger/amounts.ts'
import type { DayChoice, Span } from '../ledger/DayTable.tsx'
import styles from './Sources.module.css'

type Row = ReplyOf<typeof listAccountSources>['rows'][number]

/** The entries behind one figure of a day, newest first, each leading to the record that caused it. */
export function Sources({ chosen, span }: { chosen: DayChoice; span: Span }) {
  const t = useText('ledger')
  const list = usePages(listAccountSources, { ...chosen, ...span }, { quiet: true })
  const rows = list.pages.flatMap((page) => page.rows)
  const what = [t(`account_${chosen.account}`), ...(chosen.kind ? [t(`kind_${chosen.kind}`)] : []), chosen.currency]
  return (
    <SidePart title={what.join(' · ')}>
      <SideNote>{t('sourcesMasked')}</SideNote>
      {list.error && rows.length === 0 && (
        <ErrorView title={t('failed')} text={list.error.msg} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && !list.error && <SkeletonRows rows={6} dense line={false} />}
      {!list.isPending && !list.error && rows.length === 0 && <Empty text={t('empty')} />}
      <ul className={styles.sources}>
        {rows.map((row) => (
          <SourceRow key={`${row.customer} ${row.version}`} row={row} />
        ))}
      </ul>
      {list.hasMore && <Button look="text" small label={t('more')} busy={list.isFetchingMore} onClick={list.more} />}
    </SidePart>
  )
}

/** The record with its review, if staff decide it; otherwise the customer's entries. */
function SourceRow({ row }: { row: Row }) {
  const t = useText('ledger')
  const f = useFormats()
  const place = use(QueuePlaces).find(({ kind }) => kind === row.causeKind)
  const { review, customer, number, causeNumber, kind, change, at } = row
  const href =
    review !== null && place
      ? hrefTo(place.path, { id: review })
      : hrefTo('/customers', { id: customer, tab: 'entries' })
  return (
    <li>
      <a href={href}>
        <strong>{causeNumber ?? t(`kind_${kind}`)}</strong>
        <span>{changeText(f, change)}</span>
        <small>{number}</small>
        <small>{f.time(at)}</small>
      </a>
    </li>
  )
}
