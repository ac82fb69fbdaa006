import { useState } from 'react'
import { eur } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { toneFor } from '@lonja/core/base/formats'
import { BigResult } from './BigResult.tsx'
import { LimitSheet } from './LimitSheet.tsx'
import { resultOf, type Limit, type Totals } from './option.ts'
import styles from './options.module.css'

/** The result of all own options, before that of one. */
export function OwnTotal({ totals }: { totals: Totals }) {
  const t = useText('options')
  const f = useFormats()
  const result = resultOf(totals)
  const title = t('ownTotal', { count: f.count(totals.count) })
  return (
    <Section>
      <div className={result < 0n ? styles.loss : styles.calm} role="group" aria-label={title}>
        <p>{title}</p>
        <div className={styles.ends}>
          <BigResult units={result} />
          <p className={styles.aside}>
            {t('ownStaked', { amount: f.amount(eur(totals.staked)) })}
            <br />
            {t('guesses', { won: f.count(totals.won), lost: f.count(totals.lost) })}
          </p>
        </div>
      </div>
    </Section>
  )
}

/** The result of all own options, once one has ended, and the limit of today. */
export function OwnRecord({ limit, totals }: { limit: Limit; totals: Totals }) {
  const t = useText('options')
  const f = useFormats()
  const result = resultOf(totals)
  return (
    <>
      {totals.count > 0 && (
        <Section title={t('own')}>
          <DefinitionRows
            rows={[
              {
                label: t('inAll', { count: f.count(totals.count) }),
                note: t('guesses', { won: f.count(totals.won), lost: f.count(totals.lost) }),
                value: f.amount(eur(result), 'results'),
                tone: toneFor(result),
              },
              { label: t('staked'), value: f.amount(eur(totals.staked)) },
            ]}
          />
        </Section>
      )}
      <DayLimit limit={limit} />
    </>
  )
}

/** The own limit of today, and its change. */
export function DayLimit({ limit }: { limit: Limit }) {
  const t = useText('options')
  const f = useFormats()
  const [isOpen, setOpen] = useState(false)
  const amount = (units: bigint) => f.amount(eur(units))
  return (
    <Section>
      <DefinitionRows
        rows={[
          {
            label: t('limitToday'),
            value: t('ofLimit', { staked: amount(limit.staked), limit: amount(limit.limit) }),
          },
        ]}
      />
      {limit.next && (
        <p className={styles.soft}>
          {t('limitNext', { limit: amount(limit.next.limit), when: f.date(limit.next.from) })}
        </p>
      )}
      <Button look="text" label={t('changeLimit')} onClick={() => setOpen(true)} />
      {isOpen && <LimitSheet limit={limit} onClose={() => setOpen(false)} />}
    </Section>
  )
}
