import type { Amount } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { Block } from '@lonja/kit/parts/blocks'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { useText } from '@lonja/kit/text'
import { lastingFor, peopleFor, type Terms } from './withdrawal.ts'
import styles from './withdrawals.module.css'

/** The record's timeline drawn empty before submission: the hold, the deciders, the sending time. */
export function WhatComesNext({ terms, amount, kind }: { terms: Terms; amount: Amount; kind: 'wallet' | 'card' }) {
  const t = useText('withdrawals')
  const f = useFormats()
  const two = peopleFor(terms, amount) === 2
  const limit = f.amount({ asset: 'EUR', units: terms.limit })
  const who = terms.onePerson
    ? t('oneDecides')
    : two
      ? t('twoDecide', { amount: limit })
      : t('oneUntil', { amount: limit })
  return (
    <Block>
      <h2 className={styles.strong}>{t('next')}</h2>
      <Timeline
        label={t('next')}
        steps={[
          {
            label: amount.units > 0n ? t('nextHeld', { amount: f.amount(amount) }) : t('nextHeldPlain'),
            at: t('whenAsked'),
            note: t('stillYours'),
            state: 'next',
          },
          { label: t('nextReview'), at: t('before', { hours: terms.dueHours }), note: who, state: 'next' },
          {
            label: t('nextSent'),
            at: t('after', { time: lastingFor(terms.sendSeconds * 1_000, t) }),
            note: t(terms.onePerson ? 'orRefusedOne' : 'orRefusedTwo'),
            state: 'next',
          },
          {
            label: t(kind === 'card' ? 'nextArrivesBank' : 'nextArrivesWallet'),
            note: t('practiceOnly'),
            state: 'next',
          },
        ]}
      />
    </Block>
  )
}
