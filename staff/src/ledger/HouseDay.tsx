import { useState, type ReactNode } from 'react'
import { listAccountSources } from '@lonja/core/customers/sources.staff.contract'
import { dayFileFor } from '@lonja/core/ledger/day-file.rules'
import { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import { dayAfter, dayAt, dayEnd, dayStart } from '@lonja/kit/day-filter'
import { saveFile } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { useMay } from '@lonja/kit/may'
import { replacePage, urlTo, usePlace, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { DayFilter, Filters } from '@lonja/kit/parts/Filters'
import { SideNote, SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useLanguage, useText } from '@lonja/kit/text'
import { DayTable, type DayChoice, type CurrencyDay, type Span } from './DayTable.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import styles from './Ledger.module.css'

const ASKED_MS = 30_000

/** The customers' entries behind a figure of a day, from the features above the ledger. */
export type SourcesOf = (chosen: DayChoice, span: Span) => ReactNode

/** A day of the house's books, reconciled: what each account opened with, what moved it, and what it closed with. */
export function HouseDay({ sourcesOf }: { sourcesOf: SourcesOf }) {
  const t = useText('ledger')
  const f = useFormats()
  const { path } = usePlace()
  const [today] = useState(() => dayAt(Date.now()))
  const day = useDay(today)
  const mayOpen = useMay(listAccountSources)
  const [chosen, setChosen] = useState<DayChoice | null>(null)
  const span = { from: dayStart(day) ?? 0, to: dayEnd(day) ?? 0 }
  const read = useRead(readHouseDay, span, { quiet: true, keep: true, refetchMs: ASKED_MS })
  const { data, error, refetch, isPlaceholderData: isOfAnother } = read
  const label = t('dayOf', { currency: f.dayBeside(span.from) })
  const show = (next: string): void => {
    setChosen(null)
    replacePage(urlTo(path, { day: next === '' || next === today ? undefined : next }))
  }
  useKeys([
    { key: 'k', label: t('keyDay'), act: () => show(dayAfter(day, -1)) },
    { key: 'j', label: t('keyDay'), act: () => day < today && show(dayAfter(day, 1)) },
    { key: 'Escape', label: t('keyAll'), act: () => setChosen(null), quiet: true },
  ])
  return (
    <SidePage
      title={t('house')}
      acts={<ViewTabs view="day" />}
      filters={
        <Filters beside={data && t('readAt', { time: f.time(data.at) })}>
          <Button look="outline" small label={t('dayBefore')} keyCap="K" onClick={() => show(dayAfter(day, -1))} />
          <DayFilter label={t('day')} value={day} onChange={show} />
          {day < today && (
            <Button look="outline" small label={t('dayAfter')} keyCap="J" onClick={() => show(dayAfter(day, 1))} />
          )}
          {data && !isOfAnother && <Save day={day} currencies={data.currencies} />}
        </Filters>
      }
      sideReadOnly={chosen === null}
      sideLabel={t('sources')}
      side={
        chosen ? (
          sourcesOf(chosen, span)
        ) : (
          <SidePart title={t('sources')}>
            <SideNote>{t(mayOpen ? 'sourcesWhat' : 'sourcesNotYours')}</SideNote>
            <SideNote>{t('dayWhat')}</SideNote>
          </SidePart>
        )
      }
    >
      {/* A scrolling area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.days} role="region" aria-label={label} aria-busy={isOfAnother} tabIndex={0}>
        {error && !data && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={10} dense line={false} />}
        {data?.currencies.map((each) => (
          <DayTable key={each.currency} day={each} chosen={chosen} onChoose={mayOpen ? setChosen : null} />
        ))}
      </div>
    </SidePage>
  )
}

/** Saves the figures of the day as a file. They name no customer. */
function Save({ day, currencies }: { day: string; currencies: readonly CurrencyDay[] }) {
  const t = useText('ledger')
  const language = useLanguage()
  const name = `lonja-ledger-${day}.csv`
  const save = () => {
    saveFile(new Blob([dayFileFor(day, currencies, language)], { type: 'text/csv;charset=utf-8' }), name)
    toast(t('saved', { name }), { kind: 'done' })
  }
  return <Button look="outline" small label={t('export')} onClick={save} />
}

/** The day of the address; today without one, and for a text that is no day. */
function useDay(today: string): string {
  const day = useQuery().get('day') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && dayStart(day) !== undefined && day <= today ? day : today
}
