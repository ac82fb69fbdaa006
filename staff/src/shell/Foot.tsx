import { readOwnHead } from '@lonja/core/audit/head.contract'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { useKeysNow, useLetterKeys } from '@lonja/kit/keys'
import { cx } from '@lonja/kit/parts/cx'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { LinkSimpleIcon } from '@lonja/kit/parts/desk-icons'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { Seat } from '../staff/seat.ts'
import styles from './Foot.module.css'

/** The active keys of this page, the end of the seat's own audit chain, and the state of the connection. */
export function Foot({ seat, onKeys }: { seat: Seat | undefined; onKeys: () => void }) {
  const t = useText('console')
  const keys = useKeysNow()
  const letters = useLetterKeys()
  const usable = keys.filter(({ key, quiet }) => !quiet && key !== '?' && (letters || key.length > 1))
  // Two keys of one act stand side by side before its label.
  const acts = [...new Set(usable.map(({ label }) => label))]
  return (
    <footer className={styles.foot}>
      <ul className={styles.keys} aria-label={t('keys')}>
        {acts.map((label) => {
          const of = usable.flatMap((each) => (each.label === label ? [each.key] : []))
          return (
            <li key={label} title={label}>
              <Caps keys={of} />
              <span className="said">{of.join(', ')}:</span>
              <span className={styles.what}>{label}</span>
            </li>
          )
        })}
      </ul>
      <button type="button" className={styles.all} onClick={onKeys} aria-haspopup="dialog">
        <KeyCap of="?" />
        {t('allKeys')}
      </button>
      {seat && <OwnHead number={seat.number} />}
      <Heard />
    </footer>
  )
}

/** The keys of one act; of a long row only the first and the last. */
function Caps({ keys }: { keys: readonly string[] }) {
  const [first, last] = [keys[0], keys.at(-1)]
  if (keys.length <= 2 || first === undefined || last === undefined)
    return keys.map((key) => <KeyCap key={key} of={key} />)
  return (
    <>
      <KeyCap of={first} />
      <span aria-hidden>–</span>
      <KeyCap of={last} />
    </>
  )
}

const HEAD_ASKED_MS = 60_000
const HEAD_SIGNS = 6

/** The end of the seat's own chain. A person who notes it down can verify later that nothing before it was changed. */
function OwnHead({ number }: { number: number }) {
  const t = useText('console')
  const f = useFormats()
  const { data } = useRead(readOwnHead, {}, { quiet: true, refetchMs: HEAD_ASKED_MS })
  if (!data || data.n === 0) return null
  const { hash, signedAt } = data
  const blanks = { number: String(number), head: `…${hash.slice(-HEAD_SIGNS)}` }
  return (
    <span className={styles.head} title={hash}>
      <LinkSimpleIcon size={14} />
      {signedAt === null ? t('ownHeadUnsigned', blanks) : t('ownHead', { ...blanks, time: f.time(signedAt) })}
    </span>
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
