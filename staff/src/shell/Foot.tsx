import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { useKeysNow, useLetterKeys } from '@lonja/kit/keys'
import { cx } from '@lonja/kit/parts/cx'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { useText } from '@lonja/kit/text'
import styles from './Foot.module.css'

/** What may be pressed on this page, and whether the house is heard. */
export function Foot({ onKeys }: { onKeys: () => void }) {
  const t = useText('console')
  const keys = useKeysNow()
  const letters = useLetterKeys()
  const usable = keys.filter(({ key, quiet }) => !quiet && key !== '?' && (letters || key.length > 1))
  // Two keys of one act stand side by side before its words.
  const acts = [...new Set(usable.map(({ label }) => label))]
  return (
    <footer className={styles.foot}>
      <ul className={styles.keys} aria-label={t('keys')}>
        {acts.map((label) => (
          <li key={label}>
            {usable.flatMap((each) => (each.label === label ? [<KeyCap key={each.key} of={each.key} />] : []))}
            <span className="said">
              {usable.flatMap((each) => (each.label === label ? [each.key] : [])).join(', ')}:
            </span>
            {label}
          </li>
        ))}
      </ul>
      <button type="button" className={styles.all} onClick={onKeys} aria-haspopup="dialog">
        <KeyCap of="?" />
        {t('allKeys')}
      </button>
      <Heard />
    </footer>
  )
}

function Heard() {
  const t = useText('console')
  const f = useFormats()
  const away = useAway()
  const text = !away
    ? t('online')
    : away.since === null
      ? t('offline')
      : t('offlineSince', { time: f.time(away.since) })
  return (
    <span className={cx(styles.heard, away && styles.away)} role="status">
      {text}
    </span>
  )
}
