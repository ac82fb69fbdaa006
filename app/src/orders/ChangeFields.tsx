import type { ReactNode, Ref } from 'react'
import type { Refused } from '@lonja/core/base/refusal'
import type { ReplaceRefusal } from '@lonja/core/orders/replacing.rules'
import { useFormats } from '@lonja/kit/formats'
import { replacePage, urlTo } from '@lonja/kit/nav'
import { Block, Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { AccessWait } from '../accounts/AccessWait.tsx'
import { Restriction } from '../accounts/Restriction.tsx'
import { CHANGED_TIMES, formOf, hasOwnExits } from './change.ts'
import { ChangeExits } from './ChangeExits.tsx'
import { Consequences } from './Consequences.tsx'
import { wrongExitOf } from './exits.ts'
import type { TicketProps, TicketRefusal } from './facts.ts'
import { useWholeTermsText } from './kinds.ts'
import { Quantity } from './Quantity.tsx'
import { RefusalNotice, SessionNotices, Standing } from './Standing.tsx'
import { Stopped } from './Stopped.tsx'
import type { OrderStory } from './story.ts'
import { LastLine } from './TicketFields.tsx'
import { LimitField, Prices, Validity } from './TicketPrices.tsx'
import type { ChangeForm } from './useChange.ts'
import styles from './OrderTicket.module.css'

interface Props extends Pick<TicketProps, 'instrument' | 'facts' | 'tried'> {
  story: OrderStory
  change: ChangeForm
  most: bigint
}

/** The fields of the terms that an order's kind has, what stands against them, and what the change would do. */
export function ChangeFields({ ref, ...props }: Props & { ref: Ref<HTMLDivElement> }) {
  const { story, instrument, facts, change, most, tried = false } = props
  const { order } = story
  const t = useText('orders')
  const f = useFormats()
  const local = useLocalRefusal(story)
  const refusal = change.refusal ?? local(change.preview?.refusal ?? null)
  const fields = { instrument, facts, form: change.form, change: change.change, refusal, tried, was: formOf(order) }
  return (
    <div ref={ref} className={styles.fields}>
      <LastLine {...props} />
      <Standing>
        <Overtaken {...props} />
        {change.standing !== 'ended' && change.standing !== 'changed' && (
          <RefusalNotice refusal={withFieldsOf(order, change.refusal)} lost={t('lostChange')} />
        )}
        <SessionNotices {...props} />
      </Standing>
      <Stopped />
      <Restriction from={order.side === 'buy' ? 1 : 3} />
      {order.side === 'buy' && <AccessWait />}
      {order.filled > 0n && (
        <DefinitionRows
          rows={[
            {
              label: t('filledShares'),
              value: t('filledOf', { filled: f.count(order.filled), shares: f.count(order.shares) }),
            },
          ]}
        />
      )}
      <Quantity {...fields} most={most} />
      {order.triggered ? <Reached {...fields} order={order} /> : <Prices {...fields} />}
      <ChangeExits {...fields} order={order} wrong={wrongExitOf(change.preview?.refusal ?? null)} />
      <Validity {...fields} times={CHANGED_TIMES} />
      <Block>
        <Consequences story={story} change={change} />
      </Block>
    </div>
  )
}

/** A refusal of exits that have no field here stands above the form: of both, or of exits that are placed. */
const withFieldsOf = (order: OrderStory['order'], refusal: TicketRefusal): TicketRefusal =>
  refusal &&
  'fields' in refusal &&
  refusal.fields.some(({ field }) => field === 'exits' || (field.startsWith('exits.') && !hasOwnExits(order)))
    ? { ...refusal, fields: [] }
    : refusal

/** A stop that was reached stays as it is; the limit behind it can still be changed. */
function Reached({ order, ...fields }: Parameters<typeof LimitField>[0] & { order: OrderStory['order'] }): ReactNode {
  const t = useText('orders')
  const f = useFormats()
  if (!order.triggered) return null
  return (
    <div className={styles.standing}>
      <p className={styles.hint}>{t('stopReachedStays', { price: f.price(order.triggered.stop, order.currency) })}</p>
      {order.kind === 'stop_limit' && <LimitField {...fields} />}
    </div>
  )
}

/** Events that came while the form was open: the order ended, was changed elsewhere, or was filled in part. */
function Overtaken({ story: { order, former }, change }: Props) {
  const t = useText('orders')
  const f = useFormats()
  const terms = useWholeTermsText()
  if (change.standing === 'ended') {
    return (
      <Notice tone="loss" title={t(order.state === 'filled' ? 'filledMeanwhile' : 'endedMeanwhile')}>
        <p>{t('endedAsItWas', { terms: terms(order) })}</p>
        <Button
          small
          look="text"
          label={t('seeOrder')}
          onClick={() => replacePage(urlTo('/subPackages/trade/detail', { id: order.id }))}
        />
      </Notice>
    )
  }
  if (change.standing === 'changed') {
    const last = former.at(-1)
    return (
      <Notice title={t('changedMeanwhile', { time: last ? f.clock(last.at) : '' })}>
        <p>{t('changedNow', { terms: terms(order) })}</p>
        <Button small look="text" label={t('goOnFromThese')} onClick={change.see} />
      </Notice>
    )
  }
  if (change.filledSince > 0n && change.standing === 'open') {
    const what = { count: Number(change.filledSince), shares: f.count(change.filledSince) }
    return <Notice>{t('filledSince', what)}</Notice>
  }
  return null
}

/** The refusal that the house would give, at its field and with its remedy, before anything is sent. */
function useLocalRefusal({ order }: OrderStory): (refusal: Refused<ReplaceRefusal> | null) => TicketRefusal {
  const t = useText('orders')
  const f = useFormats()
  const texts: Partial<Record<ReplaceRefusal, string>> = {
    shares_filled: t('moreThanFilled', { filled: f.count(order.filled) }),
    limit_out_of_range: t('limitTooFar'),
    stop_out_of_range: t('stopTooFar'),
    stop_on_wrong_side: t(order.side === 'buy' ? 'stopTooLow' : 'stopTooHigh'),
    trail_too_wide: t('trailTooWide'),
    amount_too_large: t('amountTooLarge'),
    insufficient_balance: t('insufficientBalance'),
    insufficient_shares: t('insufficientShares'),
  }
  return (refusal) => {
    if (!refusal || refusal.field === undefined) return null
    const msg = texts[refusal.refused]
    if (msg === undefined) return null
    return { refused: refusal.refused, msg, fields: [{ field: refusal.field, code: refusal.refused, msg }] }
  }
}
