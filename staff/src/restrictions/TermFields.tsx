import { useId } from 'react'
import { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import { RESTRICTION_LEVELS, type RestrictionLevel } from '@lonja/core/base/contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { useFormats } from '@lonja/kit/formats'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { Select } from '@lonja/kit/parts/Select'
import { useText } from '@lonja/kit/text'
import styles from './Restrict.module.css'

export const LEVELS = RESTRICTION_LEVELS

const SPANS = ['24', '72', '168', '720', '2160'] as const
export type Span = (typeof SPANS)[number]

/** The house's clock may be a little behind this one, so that the longest span stays within the limit. */
export const untilOf = (span: Span): number => Date.now() + Number(span) * HOUR - MINUTE

/** The level, each with what the account can still do. */
export function LevelFields({
  level,
  onChange,
}: {
  level: RestrictionLevel
  onChange: (level: RestrictionLevel) => void
}) {
  const t = useText('restrictions')
  const name = useId()
  return (
    <fieldset className={styles.levels}>
      <legend>{t('level')}</legend>
      {LEVELS.map((each) => (
        <label key={each} className={styles.level}>
          <input type="radio" name={name} checked={level === each} onChange={() => onChange(each)} />
          <strong>{t(`level_${each}`)}</strong>
          <KeyCap of={`${each}`} />
          <small>{t(`works_${each}`)}</small>
        </label>
      ))}
    </fieldset>
  )
}

interface Term {
  readonly reason: (typeof RESTRICTION_REASONS)[number]
  readonly span: Span
  readonly until: number
}

/** The reason that the customer reads, and the span with its end. */
export function TermFields({ terms, onChange }: { terms: Term; onChange: (changed: Partial<Term>) => void }) {
  const t = useText('restrictions')
  const f = useFormats()
  const { reason, span, until } = terms
  return (
    <div className={styles.terms}>
      <Select
        boxed
        label={t('reasonRead')}
        options={RESTRICTION_REASONS.map((value) => ({ value, label: t(`reason_${value}`) }))}
        value={reason}
        onChange={(value) => onChange({ reason: value })}
      />
      <div>
        <Select
          boxed
          label={t('span')}
          options={SPANS.map((value) => ({ value, label: t(`span_${value}`) }))}
          value={span}
          onChange={(value) => onChange({ span: value, until: untilOf(value) })}
        />
        <p className={styles.soft}>{t('endsBy', { time: f.date(until) })}</p>
      </div>
    </div>
  )
}
