import { useState } from 'react'
import { isCurrency, tickerOf, type Amount } from '@lonja/core/base/amount'
import { listEvents } from '@lonja/core/ledger/events.contract'
import { readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import { byDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { DayHead } from '@lonja/kit/parts/DayHead'
import { List } from '@lonja/kit/parts/List'
import { ClockIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { cx } from '@lonja/kit/parts/cx'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { entryIcon } from './entries.ts'
import { eventTitle, stateText, type FundEvent, type WithdrawalState } from './events.ts'
import { EventSteps } from './EventSteps.tsx'
import { eventsFor, isNarrowed } from './funds.ts'
import { FundsTop, type FundsList } from './FundsTop.tsx'
import styles from './Funds.module.css'

/** The fund flow: one row for each event, what it did to what is free, and what is left with it. */
export function FundEvents({ choice, choose, now, empty }: FundsList) {
  const t = useText('portfolio')
  const events = usePages(listEvents, { ...eventsFor(choice, now), limit: 30 }, { keep: true })
  const rows = events.isPending ? undefined : events.pages.flatMap((page) => page.rows)
  const stateOf = useWithdrawalStates(rows)
  const error = events.error && (
    <ErrorView title={t('loadFailedFunds')} text={events.error.msg} onRetry={() => void events.refetch()} />
  )
  return (
    <>
      <FundsTop choice={choice} choose={choose} summary={t(isNarrowed(choice) ? 'eventsOfFilter' : 'eventsWhy')} />
      <List
        label={t('funds')}
        items={
          rows &&
          byDay(
            rows.map((row) => ({ ...row, at: row.movedAt })),
            now,
          )
        }
        keyOf={(each) => ('item' in each ? each.item.id : each.head)}
        measured
        waiting={<SkeletonRows line={false} byDay boxed />}
        empty={empty}
        {...(error ? { error } : {})}
        onEnd={events.hasMore ? events.more : undefined}
        loadingMore={events.isFetchingMore}
        row={(each, index) =>
          'item' in each ? (
            <EventRow event={each.item} withdrawal={stateOf(each.item)} />
          ) : (
            <DayHead of={each} right={index === 0 ? <span>{t('leftFree')}</span> : undefined} />
          )
        }
      />
    </>
  )
}

/** The state of an event that is a withdrawal with a held amount; null for any other, and until it is known. */
function useWithdrawalStates(events: readonly FundEvent[] = []): (event: FundEvent) => WithdrawalState | null {
  const isWithdrawal = ({ causeKind, state }: FundEvent) => causeKind === 'withdrawal' && state === 'open'
  const request = { record: 1, state: 'open' as const, limit: 100 }
  const { data } = useRead(readWithdrawalTerms, request, { quiet: true, enabled: events.some(isWithdrawal) })
  return (event) => (isWithdrawal(event) && data?.records?.rows.find(({ id }) => id === event.cause)?.state) || null
}

/** One event: its effect over what is left. It opens to its steps. */
function EventRow({ event, withdrawal }: { event: FundEvent; withdrawal: WithdrawalState | null }) {
  const t = useText('portfolio')
  const f = useFormats()
  const [open, setOpen] = useState(false)
  const { effect, left, name, state, shares, causeNumber, listing, movedAt } = event
  const ticker = causeNumber === null && shares === null && listing !== null ? tickerOf(listing) : null
  const words = stateText(t, event, withdrawal)
  const write = ({ asset, units }: Amount) =>
    isCurrency(asset) ? f.amount({ asset, units }, 'results') : f.units(units, 0, 'results')
  return (
    <>
      <Row
        icon={name !== 'hold' ? entryIcon(name) : state === 'open' ? ClockIcon : entryIcon('release')}
        iconBoxed
        wraps={words !== null}
        title={eventTitle(t, event, f.count)}
        caption={
          <>
            {[f.time(movedAt), ticker].filter((each) => each !== null).join(' · ')}
            {words !== null && ' · '}
            {words !== null && <span className={cx(styles.paid, withdrawal !== null && styles.waits)}>{words}</span>}
          </>
        }
        value={write(effect)}
        valueCaption={isCurrency(left.asset) ? f.amount(left) : t('sharesOf', { shares: f.count(left.units) })}
        expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && <EventSteps event={event} />}
    </>
  )
}
