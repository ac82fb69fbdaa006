import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { CustomerId } from '@lonja/core/base/ids'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo } from '@lonja/kit/nav'
import { StatusChip, type StatusTone } from '@lonja/kit/parts/Chip'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import { spanIn, useNow } from './clock.ts'
import type { Opening } from './opening.ts'
import panel from './Decision.module.css'
import styles from './Opened.module.css'

const TONES: Readonly<Record<string, StatusTone>> = {
  approved: 'gain',
  sent: 'gain',
  passed: 'gain',
  refused: 'loss',
  cancelled: 'grey',
  account_closed: 'grey',
}

const WAITING = ['pending', 'submitted', 'in_review']

/**
 * An opened record: its evidence at the left, the decision at the right. Opening it counts as a view that the customer
 * reads.
 */
export function Opened(props: {
  /** The amount or the subject, in large letters. */
  what: string
  number: string
  state: { readonly code: string; readonly label: string }
  at: number
  dueAt: number
  /** The customer it belongs to, with a link; null for the house. */
  customer: CustomerId | null
  children: ReactNode
  decision: ReactNode
}) {
  const { what, number, state, at, dueAt, customer, children, decision } = props
  const t = useText('review')
  const f = useFormats()
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  // Move the focus to the heading, so that a screen reader starts there.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [number])
  const decided = useRef<HTMLHeadingElement>(null)
  const isWaiting = WAITING.includes(state.code)
  const left = dueAt < now ? t('late', { span: spanIn(t, now - dueAt) }) : t('left', { span: spanIn(t, dueAt - now) })
  return (
    <div className={styles.opened}>
      {/* A scrolling area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.evidence} aria-label={t('evidence')} tabIndex={0}>
        <header className={styles.head}>
          <div className={styles.line}>
            <h2 ref={heading} tabIndex={-1}>
              {what}
            </h2>
            <StatusChip tone={TONES[state.code] ?? 'accent'} icon={null} label={state.label} />
            {customer !== null && <CustomerLink customer={customer} />}
          </div>
          <p className={styles.when}>
            <span>{number}</span>
            <span>
              {t('askedAndAge', {
                asked: t('askedAt', { time: f.date(at) }),
                age: t('age', { span: spanIn(t, now - at) }),
              })}
            </span>
            <span>{t('dueAt', { time: f.date(dueAt) })}</span>
            {isWaiting && <span>{left}</span>}
          </p>
          <Jump to={decided} />
        </header>
        {children}
      </section>
      <aside className={panel.panel} aria-label={t('decision')}>
        <h2 ref={decided} tabIndex={-1}>
          {t('decision')}
        </h2>
        {decision}
      </aside>
    </div>
  )
}

/** On a phone, where the decision stands below the evidence: the way to it. */
function Jump({ to }: { to: RefObject<HTMLElement | null> }) {
  const t = useText('review')
  return (
    <button type="button" className={styles.jump} onClick={() => to.current?.focus()}>
      {t('toDecision')}
    </button>
  )
}

/** The link to the customer, whom every seat may open. */
function CustomerLink({ customer }: { customer: CustomerId }) {
  const t = useText('review')
  const query = { id: customer }
  useKeys([{ key: 'v', label: t('seeCustomer'), act: () => goTo(urlTo('/customers', query)) }], 2)
  return (
    <a className={styles.customer} href={hrefTo('/customers', query)}>
      <KeyCap of="v" />
      {t('seeCustomer')}
    </a>
  )
}

/** Placeholders or the error, in the places of the evidence and the decision. */
export function NotOpened({ opening }: { opening: Pick<Opening<unknown>, 'refusal' | 'again'> }) {
  const t = useText('review')
  return (
    <div className={styles.opened}>
      <section className={styles.evidence} aria-label={t('evidence')}>
        {opening.refusal === null ? (
          <SkeletonRows rows={8} dense line={false} />
        ) : (
          <ErrorView title={t('openFailed')} text={opening.refusal} onRetry={opening.again} />
        )}
      </section>
    </div>
  )
}
