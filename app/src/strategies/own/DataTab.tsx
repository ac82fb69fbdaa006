import { useEffect, useRef, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { OWN_NAME_MOST } from '@lonja/core/strategies/own.rules'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { useText } from '@lonja/kit/text'
import { ShareChoice } from '../ShareChoice.tsx'
import { BacktestResult } from './BacktestResult.tsx'
import styles from './own.module.css'
import type { OwnText } from './useOwnText.ts'
import type { Attempt } from './useTry.ts'

const AMOUNTS = ['budget', 'most', 'lossStop'] as const

/** The name of the strategy, and the data of its tries. */
export function DataTab(props: { text: OwnText; attempt: Attempt; onListing: (listing: ListingId) => void }) {
  const { text, attempt, onListing } = props
  const t = useText('own')
  const { listing, bounds } = attempt
  return (
    <div className={styles.form}>
      <Field
        label={t('name')}
        value={text.name}
        maxLength={OWN_NAME_MOST}
        onChange={text.setName}
        error={text.nameMistake}
      />
      <Section title={t('trialData')}>
        <ShareChoice listing={listing} error={attempt.mistake('listing')} onChoose={onListing} />
        {!listing && <p className={styles.soft}>{t('noShareYet')}</p>}
      </Section>
      {listing && (
        <>
          <div className={styles.pair}>
            <Field
              type="date"
              label={t('from')}
              value={attempt.from}
              onChange={(from) => attempt.setPeriod({ from })}
              error={attempt.mistake('from')}
            />
            <Field
              type="date"
              label={t('to')}
              value={attempt.to}
              onChange={(to) => attempt.setPeriod({ to })}
              error={attempt.mistake('to')}
            />
          </div>
          <p className={styles.soft}>{t('periodWhy', { days: bounds?.backtests.daysMost ?? 0 })}</p>
          <Amounts attempt={attempt} />
          <StartBacktest text={text} attempt={attempt} />
          <Result attempt={attempt} />
        </>
      )}
    </div>
  )
}

/** The newest backtest below its button, in sight once it was started. */
function Result({ attempt }: { attempt: Attempt }) {
  const box = useRef<HTMLDivElement>(null)
  const { newest } = attempt
  const [first] = useState(newest)
  const isNew = newest && first !== undefined && newest.id !== first?.id
  useEffect(() => {
    if (isNew) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  return (
    <div ref={box} className={styles.flush}>
      <BacktestResult attempt={attempt} />
    </div>
  )
}

/** The amount of a try, the most in its position, and the loss at which it stops. */
function Amounts({ attempt }: { attempt: Attempt }) {
  const t = useText('strategies')
  const f = useFormats()
  const { currency, bounds } = attempt
  const hints = {
    budget:
      bounds &&
      currency &&
      t('between', {
        least: f.amount({ asset: currency, units: bounds.budget.least }),
        most: f.amount({ asset: currency, units: bounds.budget.most }),
      }),
    most: t('mostHint'),
    lossStop: t('lossStopHint'),
  }
  return AMOUNTS.map((field) => (
    <NumberField
      key={field}
      label={t(field)}
      decimals={2}
      value={attempt.amounts[field]}
      unit={currency ? f.mark(currency) : undefined}
      onChange={(value) => attempt.setAmounts({ [field]: value })}
      error={attempt.mistake(field)}
      hint={hints[field]}
    />
  ))
}

/** A backtest is of a saved version: an unsaved text is saved first. */
function StartBacktest({ text, attempt }: { text: OwnText; attempt: Attempt }) {
  const t = useText('own')
  const waitsFor = useWaitForHouse()
  const { newest, amounts } = attempt
  const isOpen = newest?.state === 'queued' || newest?.state === 'running'
  const lacks = AMOUNTS.some((field) => amounts[field] === null) ? t('amountsMissing') : undefined
  return (
    <>
      <Button
        look="soft"
        label={t('backtest', { version: text.isUnsaved ? text.version + 1 : text.version })}
        second={t('backtestWhy')}
        busy={attempt.isStarting || isOpen}
        busyLabel={t(isOpen ? 'backtestRuns' : 'sending')}
        waitsFor={waitsFor ?? (text.isUnsaved ? t('saveFirst') : lacks)}
        onClick={() => attempt.start(text.version)}
      />
      {attempt.refusal && (
        <p role="alert" className={styles.over}>
          {attempt.refusal.msg}
        </p>
      )}
    </>
  )
}
