import { tickerOf } from '@lonja/core/base/amount'
import type { TermsMoney } from '@lonja/core/orders/replacement.rules'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { useText, type TextKey } from '@lonja/kit/text'
import type { TicketProps } from './facts.ts'
import { useHeldText } from './held.ts'
import { useTermsText } from './kinds.ts'
import type { OrderStory } from './story.ts'
import { usePriceKeys } from './price-keys.ts'
import { TicketDock } from './TicketDock.tsx'
import { leftOf, useMissing } from './TicketPreview.tsx'
import type { ChangeForm } from './useChange.ts'
import styles from './ChangePreview.module.css'

interface Props extends Pick<TicketProps, 'instrument' | 'facts'> {
  story: OrderStory
  change: ChangeForm
  /** Called with what the form lacks, in words, instead of sending it. */
  onLacking: (what: string) => void
}

/** The amounts before and after a change, and the one button that names it. */
export function ChangePreview(props: Props & { put: (percent: number) => void }) {
  const { story, change, put } = props
  const t = useText('orders')
  const { order } = story
  const lines = useLines(order)
  const { before = null, after = null } = change.preview ?? {}
  const short = order.side === 'buy' ? SHORT_OF_BUY : SHORT_OF_SELL
  return (
    <TicketDock
      short={short.map(([name, label]) => [t(label), after ? lines[name].of(after) : '-'] as const)}
      button={<ChangeButton {...props} />}
      put={put}
      prices={usePriceKeys({ form: change.form, facts: props.facts, change: change.change })}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(lines).map(([name, { label, of }]) => (
            <tr key={name}>
              <th scope="row">{t(label)}</th>
              <td>{before ? of(before) : '-'}</td>
              <td>{after ? of(after) : '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TicketDock>
  )
}

/** The two lines that stay beside the number keys, in few words. */
const SHORT_OF_BUY = [
  ['held', 'youPay'],
  ['left', 'youKeep'],
] as const
const SHORT_OF_SELL = [
  ['held', 'heldShares'],
  ['left', 'leftShares'],
] as const

type Line = { readonly label: TextKey<'orders'>; readonly of: (money: TermsMoney) => string }

/** The lines of the table: cost or proceeds, fee, hold, and what is left free. */
function useLines({ side, kind }: OrderStory['order']): Readonly<Record<'cost' | 'fee' | 'held' | 'left', Line>> {
  const f = useFormats()
  const held = useHeldText()
  const buying = side === 'buy'
  const limited = kind === 'limit' || kind === 'stop_limit'
  const cost = buying ? (limited ? 'worstCost' : 'estimatedCost') : limited ? 'leastProceeds' : 'estimatedProceeds'
  return {
    cost: { label: cost, of: (money) => f.amount(money.cost) },
    fee: { label: 'fee', of: (money) => f.amount(money.fee) },
    held: { label: buying ? 'heldAtMost' : 'heldShares', of: (money) => held(money.held) || '-' },
    left: { label: buying ? 'leftAvailable' : 'leftShares', of: (money) => held(leftOf(money.free)) },
  }
}

const FIELD_TEXTS: Readonly<Record<string, TextKey<'orders'>>> = {
  shares: 'shares',
  limit: 'limitPrice',
  stop: 'stopPrice',
  trail: 'trailDistance',
  trailBps: 'trailDistance',
  'exits.stop': 'cutLosses',
  'exits.trailBps': 'cutLosses',
  'exits.profit': 'takeGain',
}

/** The reason why nothing can be sent now; undefined if it can, or if the form lacks something. */
function useWaits({ story: { order }, facts, change }: Props): string | undefined {
  const t = useText('orders')
  const away = useAway() !== null
  const { standing, terms, preview } = change
  if (standing === 'ended') return t('hasEnded')
  if (standing === 'changed') return t('seeTermsFirst')
  if (away) return t('waitsForNetwork')
  if (!terms) return undefined
  if (!facts.quote || !preview) return t('waitsForQuote')
  if (standing === 'arrived') return undefined
  if (preview.stays) return t('nothingChanged')
  if (!preview.refusal) return undefined
  const { refused, field } = preview.refusal
  if (refused === 'insufficient_balance') return t('insufficientBalance')
  if (refused === 'insufficient_shares') return t('insufficientShares')
  const text = field === undefined ? undefined : FIELD_TEXTS[field]
  return text ? t('lookAt', { field: t(text) }) : t(order.side === 'buy' ? 'noRateNow' : 'waitsForQuote')
}

/** The button: the new terms, the shares, and the most or the least that they come to. */
function ChangeButton(props: Props) {
  const { story, change, onLacking } = props
  const t = useText('orders')
  const f = useFormats()
  const say = useTermsText()
  const missing = useMissing()
  const waitsFor = useWaits(props)
  const { order } = story
  const { terms, preview } = change
  const lacking = terms ? undefined : missing(change.form)
  const amount = preview?.after ? f.amount(preview.after.total) : null
  const limited = order.kind === 'limit' || order.kind === 'stop_limit'
  const buying = order.side === 'buy'
  const about = limited ? (buying ? 'atMost' : 'atLeast') : buying ? 'aboutWithFee' : 'aboutLessFee'
  return (
    <Button
      label={terms ? t('changeTo', { terms: say({ ...order, ...terms, profit: order.profit }) }) : t('changeOrder')}
      second={
        lacking ?? (terms && amount !== null ? `${tickerOf(order.listing)} · ${t(about, { amount })}` : undefined)
      }
      waitsFor={waitsFor}
      busy={change.busy}
      busyLabel={t('sending')}
      onClick={() => (lacking === undefined ? change.submit() : onLacking(lacking))}
    />
  )
}
