import { useId } from 'react'
import type { Opinion } from '@lonja/core/review/review.contract'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { useText } from '@lonja/kit/text'
import styles from './Decision.module.css'

const KEYS = { approve: 'a', refuse: 'r' } as const

export interface Reason {
  readonly code: string
  readonly title: string
  readonly next: string
}

/** Approve or refuse, and the reasons of that opinion, each with the text of its reader below: the customer, if there is one. */
export function Opinions(props: {
  value: Opinion | null
  onChange: (opinion: Opinion) => void
  reasons: readonly Reason[]
  isOfHouse: boolean
  reason: string | null
  onReason: (code: string) => void
}) {
  const { value, onChange, reasons, isOfHouse, reason, onReason } = props
  const t = useText('review')
  const name = useId()
  return (
    <>
      <fieldset className={styles.opinions}>
        <legend className="said">{t('opinion')}</legend>
        {(['approve', 'refuse'] as const).map((opinion) => (
          <label key={opinion} className={styles.opinion}>
            <input
              type="radio"
              className={styles.radio}
              name={`${name}o`}
              value={opinion}
              checked={value === opinion}
              onChange={() => onChange(opinion)}
            />
            {t(opinion)}
            <KeyCap of={KEYS[opinion]} />
          </label>
        ))}
      </fieldset>
      {value !== null && (
        <fieldset className={styles.reasons}>
          <legend>{t(isOfHouse ? 'reasonOfHouse' : 'reason')}</legend>
          {reasons.map(({ code, title, next }, n) => (
            <label key={code} className={styles.reason}>
              <input
                type="radio"
                className={styles.radio}
                name={`${name}r`}
                value={code}
                checked={reason === code}
                onChange={() => onReason(code)}
              />
              <KeyCap of={String(n + 1)} />
              <span>{title}</span>
              {reason === code && <small>{next}</small>}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
