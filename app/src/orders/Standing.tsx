import type { ReactNode } from 'react'
import { useFormats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { useText, type TextKey } from '@lonja/kit/text'
import type { TicketFacts, TicketProps, TicketRefusal } from './facts.ts'
import styles from './OrderTicket.module.css'

/** The obstacles and warnings of a form, read out when they appear. */
export const Standing = ({ children }: { children: ReactNode }) => (
  <div className={styles.standing} role="alert">
    {children}
  </div>
)

/** A refusal that no field is to blame for, or the loss of an answer with what a second tap does. */
export function RefusalNotice({ refusal, lost }: { refusal: TicketRefusal; lost: TextKey<'orders'> }) {
  const t = useText('orders')
  const f = useFormats()
  if (!refusal || ('fields' in refusal && refusal.fields.length > 0)) return null
  return <Notice tone="loss">{f.sentences(refusal.msg, !('refused' in refusal) && t(lost))}</Notice>
}

/** A halted or closed market. */
export function SessionNotices({
  instrument,
  facts,
}: Pick<TicketProps, 'instrument'> & { facts: Pick<TicketFacts, 'halted'> }) {
  const t = useText('orders')
  const f = useFormats()
  const { state, opensAt, resumesAt } = instrument.session
  return (
    <>
      {facts.halted && (
        <Notice>{resumesAt === null ? t('halted') : t('haltedUntil', { time: f.clock(resumesAt) })}</Notice>
      )}
      {state === 'closed' && (
        <Notice tone="ground">{opensAt === null ? t('closedForGood') : t('opensAt', { time: f.date(opensAt) })}</Notice>
      )}
    </>
  )
}
