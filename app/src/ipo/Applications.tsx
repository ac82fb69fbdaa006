import { listOwnApplications } from '@lonja/core/ipo/ipo.contract'
import { venueOf } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { List } from '@lonja/kit/parts/List'
import { ReceiptIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { refreshAll, usePages } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { APPLICATION_SAID, DETAIL, OFFERS, RECORD_SAID, type OwnApplication } from './offer.ts'
import styles from './ipo.module.css'

/** The customer's applications, newest first, each with its state. */
export function Applications() {
  const t = useText('ipo')
  const { pages, error, refetch, isPending, more, hasMore, isFetchingMore } = usePages(listOwnApplications, {})
  return (
    <Screen title={t('records')} onBack={back} onRefresh={refreshAll}>
      <List
        label={t('records')}
        items={isPending ? undefined : pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        row={(own) => <Record own={own} />}
        measured
        onEnd={hasMore ? more : undefined}
        loadingMore={isFetchingMore}
        empty={
          <Empty
            icon={ReceiptIcon}
            text={t('noRecords')}
            why={t('noRecordsWhy')}
            action={t('seeAll')}
            href={hrefTo(OFFERS)}
          />
        }
        error={
          pages.length === 0 && error ? (
            <ErrorView title={t('failedRecords')} text={error.msg} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
    </Screen>
  )
}

function Record({ own }: { own: OwnApplication }) {
  const t = useText('ipo')
  const f = useFormats()
  const { key, tone } = APPLICATION_SAID[own.state]
  const market = t(venueOf(own.listing) === 'XMAD' ? 'spanish' : 'american')
  return (
    <Row
      title={own.company}
      wraps
      caption={
        <>
          <span className={styles.line}>{`${f.date(own.at)} · ${market}`}</span>
          <span className={styles.line}>{own.number}</span>
        </>
      }
      value={f.amount(own.hold)}
      valueCaption={
        <>
          {t(RECORD_SAID[own.state])} <StatusChip tone={tone} label={t(key)} />
        </>
      }
      href={hrefTo(DETAIL, { id: own.offer })}
    />
  )
}
