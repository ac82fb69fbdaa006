import { tickerOf, venueOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readAction } from '@lonja/core/corporate/corporate.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import { instantOf, useActionName } from './words.ts'
import styles from './ActionPage.module.css'

type Reply = ReplyOf<typeof readAction>
type Own = NonNullable<Reply['own']>

/** The record of one corporate action: its terms and days, and what it did to the customer's lots and cash. */
export function ActionPage() {
  const t = useText('corporate')
  const id = useQuery().get('id') ?? ''
  const { data, error, refetch } = useRead(readAction, { id })
  const nameOf = useActionName()
  const names = useMarketNames()
  if (!data) {
    const isUnknown = error && 'refused' in error && ['unknown_action', 'bad_input'].includes(error.refused)
    return (
      <Screen title={t('title')} onBack={back}>
        {isUnknown ? (
          <Empty text={t('unknown')} />
        ) : error ? (
          <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows line={false} />
        )}
      </Screen>
    )
  }
  const { action, own } = data
  return (
    <Screen
      title={tickerOf(action.listing)}
      caption={names.venue(venueOf(action.listing))}
      onBack={back}
      onRefresh={() => refetch()}
      readOnly
    >
      <p className={styles.name}>{action.name}</p>
      <Section title={nameOf(action)}>
        <Terms action={action} />
        <Button
          small
          look="text"
          label={t('seeListing')}
          href={hrefTo('/subPackages/home/socketDetail/socketDetail', { listing: action.listing })}
        />
      </Section>
      <Section title={t('yours')}>
        {own ? (
          <Changes action={action} own={own} />
        ) : (
          <Notice tone="ground">
            {t(action.doneAt === null && action.withdrawnAt === null ? 'notYet' : 'notYours')}
          </Notice>
        )}
      </Section>
    </Screen>
  )
}

function Terms({ action }: Pick<Reply, 'action'>) {
  const t = useText('corporate')
  const f = useFormats()
  const { exDay, recordAt, announcedAt, doneAt, withdrawnAt, withholdingBps, close, currency } = action
  return (
    <DefinitionRows
      rows={[
        { label: t('exDay'), value: f.dayBeside(instantOf(exDay), 'UTC') },
        { label: t('recordAt'), value: f.date(recordAt) },
        { label: t('announcedAt'), value: f.date(announcedAt) },
        withdrawnAt === null
          ? { label: t('doneAt'), value: doneAt === null ? t('notDone') : f.date(doneAt) }
          : { label: t('withdrawnAt'), value: f.date(withdrawnAt) },
        ...(withholdingBps === null ? [] : [{ label: t('withholding'), value: f.rate(BigInt(withholdingBps)) }]),
        ...(close === null ? [] : [{ label: t('fractionsAt'), value: f.price(close, currency) }]),
      ]}
    />
  )
}

function Changes({ action, own }: { action: Reply['action']; own: Own }) {
  const t = useText('corporate')
  const f = useFormats()
  const { kind, currency } = action
  const { sharesBefore, sharesAfter, gross, withheld, net, cash, cost, realised, orders, adjusted, posting } = own
  const amount = (units: bigint, sign?: 'results') => f.amount({ asset: currency, units }, sign)
  const became = { before: f.count(sharesBefore), after: f.count(sharesAfter) }
  const ofFraction =
    cost === 0n
      ? [{ label: t('fraction'), value: t('noFraction') }]
      : [
          { label: t('fraction'), value: amount(cash) },
          { label: t('fractionCost'), value: amount(cost) },
          { label: t('fractionResult'), value: amount(realised, 'results') },
        ]
  const ofDividend = [
    { label: t('gross'), value: amount(gross) },
    { label: t('withheld'), value: amount(withheld) },
    { label: t('net'), value: amount(net) },
  ]
  return (
    <>
      <DefinitionRows
        rows={[
          { label: t('shares'), value: kind === 'split' ? t('became', became) : f.count(sharesBefore) },
          ...(kind === 'split' ? ofFraction : kind === 'dividend' ? ofDividend : []),
          ...(adjusted > 0
            ? [{ label: t(kind === 'symbol' ? 'ordersMoved' : 'ordersAdjusted'), value: f.count(adjusted) }]
            : []),
          ...(orders > 0 ? [{ label: t('orders'), value: f.count(orders) }] : []),
        ]}
      />
      {kind === 'split' && <Lots own={own} currency={currency} />}
      {posting !== null && (
        <Button
          small
          look="text"
          label={t('see')}
          href={hrefTo('/subPackages/portfolio/funds', { cause: action.id, causeKind: 'action' })}
        />
      )}
    </>
  )
}

function Lots({ own, currency }: { own: Own; currency: Reply['action']['currency'] }) {
  const t = useText('corporate')
  const f = useFormats()
  return (
    <>
      <h3 className={styles.head}>{t('lots')}</h3>
      <ul className={styles.lots}>
        {own.lots.map(({ lot, number, sharesBefore, sharesAfter, priceBefore, priceAfter, costAfter }) => {
          const words = {
            before: f.count(sharesBefore),
            after: f.count(sharesAfter),
            priceBefore: f.price(priceBefore, currency),
            priceAfter: f.price(priceAfter, currency),
            cost: f.amount({ asset: currency, units: costAfter }),
          }
          return (
            <li key={lot}>
              <span className={styles.number}>{number}</span>
              <span className={styles.became}>{sharesAfter > 0n ? t('lotChanged', words) : t('lotGone', words)}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
