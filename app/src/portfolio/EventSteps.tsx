import { useState } from 'react'
import { isCurrency, type Amount } from '@lonja/core/base/amount'
import { readEvent } from '@lonja/core/ledger/events.contract'
import { PLACES } from '@lonja/core/lists'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Block } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { entryText } from './entries.ts'
import { codeOf, eventTitle, linesOf, sumsOf, type EventStep, type FundEvent } from './events.ts'
import styles from './Funds.module.css'

/** An opened event: what each step did to what is free, their sum, and the way to all its entries. */
export function EventSteps({ event }: { event: FundEvent }) {
  const t = useText('portfolio')
  const f = useFormats()
  const write = useWritten()
  const [asking, setAsking] = useState(false)
  const read = useRead(readEvent, { entry: Number(event.id) })
  if (read.error) {
    return <ErrorView title={t('loadFailedFunds')} text={read.error.msg} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <Loading />
  const { steps } = read.data
  const { effect, causeKind } = event
  const own = linesOf(steps, effect.asset)
  const count = steps.reduce((sum, { lines }) => sum + lines.length, 0)
  return (
    <div className={styles.lines}>
      <Block>
        <div className={styles.head}>
          <span>{t('eventSteps', { count: own.length })}</span>
          <button type="button" className={styles.order} onClick={() => setAsking(true)}>
            {t('eventEntries', { count })}
            <CaretRightIcon size={14} />
          </button>
        </div>
        <DefinitionRows
          tight
          rows={[
            ...own.map(({ kind, at, change }) => ({
              label: stepText(kind),
              note: f.time(at),
              value: write({ asset: effect.asset, units: change }),
            })),
            { label: t(effect.units > 0n ? 'eventCame' : 'eventWent'), value: write(effect), total: true },
          ]}
        />
      </Block>
      {asking && <EntriesSheet event={event} steps={steps} count={count} onClose={() => setAsking(false)} />}
    </div>
  )

  function stepText(kind: FundEvent['name']): string {
    if (kind === 'hold') return t('step_hold')
    return kind === 'release' ? t('step_release') : entryText(t, { kind, causeKind })
  }
}

/** Writes an amount with its sign: cash with its currency, shares as a count. */
function useWritten(): (amount: Amount) => string {
  const f = useFormats()
  return (amount) => (isCurrency(amount.asset) ? f.amount(amount, 'results') : f.units(amount.units, 0, 'results'))
}

/** All entries of an event, posting by posting, with the house's side, and their sums, which are zero. */
function EntriesSheet(props: { event: FundEvent; steps: readonly EventStep[]; count: number; onClose: () => void }) {
  const { event, steps, count, onClose } = props
  const t = useText('portfolio')
  const f = useFormats()
  const write = useWritten()
  const { cause, causeKind, effect } = event
  const page = cause && causeKind ? PLACES[causeKind]?.path : undefined
  return (
    <Sheet
      title={eventTitle(t, event, f.count)}
      onClose={onClose}
      actions={
        cause && causeKind && page !== undefined ? (
          <Button look="outline" label={t(`cause_${causeKind}`)} href={hrefTo(page, { id: cause })} />
        ) : undefined
      }
    >
      <DefinitionRows
        rows={[{ label: t(effect.units > 0n ? 'eventCame' : 'eventWent'), value: write(effect), total: true }]}
      />
      {steps.map(({ posting, at, name, lines }) => (
        <section key={posting} className={styles.posting} aria-label={entryText(t, { kind: name, causeKind })}>
          <div className={styles.postingHead}>
            <h3>{entryText(t, { kind: name, causeKind })}</h3>
            <span>{t('postingAt', { number: f.count(BigInt(posting)), time: f.time(at) })}</span>
          </div>
          <DefinitionRows
            tight
            rows={lines.map(({ account, kind, change }) => ({
              label: t(`account_${account}`),
              note: entryText(t, { kind, causeKind }),
              value: isCurrency(change.asset) ? write(change) : `${write(change)} ${codeOf(change.asset)}`,
            }))}
          />
        </section>
      ))}
      <Sums steps={steps} count={count} />
    </Sheet>
  )
}

/** The sums of an event's entries by asset, and whether they are zero. */
function Sums({ steps, count }: { steps: readonly EventStep[]; count: number }) {
  const t = useText('portfolio')
  const f = useFormats()
  return (
    <div className={styles.sum}>
      <Block>
        <DefinitionRows
          tight
          rows={[
            ...sumsOf(steps).map((sum) => ({
              label: codeOf(sum.asset),
              value: isCurrency(sum.asset) ? f.cents(sum.units) : f.count(sum.units),
            })),
            {
              label: t('eventSum', { count }),
              value: t(sumsOf(steps).every(({ units }) => units === 0n) ? 'eventSumIsZero' : 'eventSumIsNot'),
              total: true,
            },
          ]}
        />
      </Block>
    </div>
  )
}
