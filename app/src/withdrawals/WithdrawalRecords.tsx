import { useState } from 'react'
import { readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Chip, Chips, StatusChip } from '@lonja/kit/parts/Chip'
import { ReceiptIcon } from '@lonja/kit/parts/late-icons'
import { Row as ListRow } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import { Restriction } from '../accounts/Restriction.tsx'
import { NoPayment } from './NoPayment.tsx'
import { RECORDS, STATES, lastingFor, placeName, placeNumber, type Row } from './withdrawal.ts'
import { StoryWaiting, WithdrawalStory } from './WithdrawalStory.tsx'
import styles from './withdrawals.module.css'

type Filter = 'open' | 'sent' | 'refused' | 'cancelled'
const FILTERS: readonly { value: Filter; key: TextKey<'withdrawals'> }[] = [
  { value: 'open', key: 'filterOpen' },
  { value: 'sent', key: 'filterSent' },
  { value: 'refused', key: 'filterRefused' },
  { value: 'cancelled', key: 'filterCancelled' },
]

/** The customer's withdrawals, newest first; one is open with its whole story. Spec: /subPackages/withdraw/record. */
export function WithdrawalRecords() {
  const t = useText('withdrawals')
  const requestedId = useQuery().get('id')
  const [filter, setFilter] = useState<Filter | null>(null)
  const [pages, setPages] = useState(1)
  const state = filter === null ? {} : { state: filter }
  const { data, error, refetch } = useRead(readWithdrawalTerms, {
    record: 1,
    limit: Math.min(100, pages * 20),
    ...state,
  })
  const rows = data?.records?.rows
  const open = requestedId ?? rows?.[0]?.id ?? null
  const others = rows?.filter(({ id }) => id !== open) ?? []
  return (
    <Screen title={t('records')} onBack={back} onRefresh={() => refetch()}>
      <Filters value={filter} onChange={setFilter} />
      <div className={styles.limits}>
        <Restriction from={2} />
      </div>
      {requestedId === null && !data && error && (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      )}
      {requestedId === null && !data && !error && <StoryWaiting />}
      {open !== null && (requestedId !== null || rows !== undefined) && <WithdrawalStory key={open} id={open} />}
      {rows?.length === 0 && open === null && (
        <Empty
          icon={ReceiptIcon}
          {...(filter === null
            ? {
                text: t('none'),
                why: t('noneWhy'),
                action: t('withdraw'),
                href: hrefTo('/subPackages/withdraw/index'),
              }
            : { text: t('noneSuch') })}
        />
      )}
      {others.length > 0 && (
        <Section title={t('others')} flush>
          {others.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </Section>
      )}
      {Boolean(data?.records?.cursor) && pages < 5 && (
        <div className={styles.more}>
          <Button look="text" label={t('more')} onClick={() => setPages(pages + 1)} />
        </div>
      )}
      <NoPayment />
    </Screen>
  )
}

function Filters({ value: filter, onChange }: { value: Filter | null; onChange: (filter: Filter | null) => void }) {
  const t = useText('withdrawals')
  return (
    <div className={styles.filters}>
      <Chips label={t('filter')}>
        {FILTERS.map(({ value, key }) => (
          <Chip
            key={value}
            label={t(key)}
            chosen={filter === value}
            removable
            onClick={() => onChange(filter === value ? null : value)}
          />
        ))}
      </Chips>
    </div>
  )
}

function Line({ row }: { row: Row }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const { key, tone } = STATES[row.state]
  const took =
    row.decidedAt !== null
      ? t('tookTime', { time: lastingFor((row.sentAt ?? row.decidedAt) - row.at, t) })
      : t('dueBy', { time: f.date(row.dueAt) })
  return (
    <ListRow
      title={f.amount(row.amount)}
      caption={
        <>
          <span className={styles.line}>{`${placeName(row.place)} ${placeNumber(row.place)}`}</span>
          <span className={styles.line}>{f.date(row.at)}</span>
        </>
      }
      wraps
      value={<StatusChip tone={tone} label={t(key)} />}
      valueCaption={took}
      href={hrefTo(RECORDS, { id: row.id })}
    />
  )
}
