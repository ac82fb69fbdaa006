import type { Instant } from '@lonja/core/base/instant'
import { priceText } from '@lonja/core/base/wire'
import { copyText } from '@lonja/kit/clipboard'
import { useFormats } from '@lonja/kit/formats'
import { goTo, urlTo } from '@lonja/kit/nav'
import { Block } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { CopySimpleIcon, SealCheckIcon } from '@lonja/kit/parts/late-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { useRef, useState } from 'react'
import { useMarketNames } from '../market/names.ts'
import { useHowText } from './kinds.ts'
import { RootRow } from './RootRow.tsx'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

type Fill = OrderStory['fills'][number]
type Order = OrderStory['order']

/** More fills than these show the evidence of the first one, and the others on demand. */
const SHOWN_MOST = 2

/** The evidence of each fill, in the order in which they came. */
export function Evidence({ fills, order }: Pick<OrderStory, 'fills' | 'order'>) {
  const t = useText('orders')
  const [isWhole, showWhole] = useState(false)
  const shown = isWhole || fills.length <= SHOWN_MOST ? fills : fills.slice(0, 1)
  return (
    <>
      {shown.map((fill, at) => (
        <OneEvidence key={fill.id} fill={fill} order={order} earlier={fills.slice(0, at)} />
      ))}
      {shown.length < fills.length && (
        <Button
          look="text"
          small
          label={t('otherEvidence', { count: fills.length - shown.length })}
          onClick={() => showWhole(true)}
        />
      )}
    </>
  )
}

interface EvidenceProps {
  readonly fill: Fill
  readonly order: Order
  /** The fills before it. */
  readonly earlier: readonly Fill[]
}

/** The quote that caused a fill, to the millisecond, the one that reached a stop before it, and the rule applied. */
function OneEvidence({ fill, order, earlier }: EvidenceProps) {
  const t = useText('orders')
  const f = useFormats()
  const names = useMarketNames()
  const how = useHowText()
  const stamp = useStamp(fill)
  const reached = useReachedRows(fill, stamp)
  const { quote } = fill
  const used =
    order.side === 'buy'
      ? t('askTimes', { price: f.price(quote.ask), size: f.count(quote.askSize) })
      : t('bidTimes', { price: f.price(quote.bid), size: f.count(quote.bidSize) })
  return (
    <section>
      <h3 className={styles.heading}>
        {t('evidence')} <SealCheckIcon size={22} />
      </h3>
      <Block>
        <DefinitionRows
          tight
          rows={[
            { label: t('quoteUsed'), value: used },
            { label: t('itsTime'), value: `${f.dayBeside(quote.at)} ${f.timeMs(quote.at)}` },
            ...reached(order),
            { label: t('yourOrder'), value: `${stamp(order.marketAt)} · ${how(order)}` },
            { label: t('source'), value: names.source(quote.source) },
            { label: t('feeTableRow'), value: `v${fill.feeTable}` },
            { label: t('fillId'), value: <FillId id={fill.id} /> },
          ]}
        />
        <p className={styles.rule}>
          {f.sentences(t(ruleOf({ fill, order, earlier })), isPart(fill, order) && t('ruleParts'))}
        </p>
        {quote.source === 'practice' && <CheckLink fill={fill} order={order} />}
      </Block>
      <RootRow fill={fill} order={order} />
    </section>
  )
}

/** An instant to the millisecond, with its day if that is not the day of the quote used. */
function useStamp({ quote }: Fill): (at: Instant) => string {
  const f = useFormats()
  return (at) => {
    const day = f.dayBeside(at)
    return day === f.dayBeside(quote.at) ? f.timeMs(at) : `${day} ${f.timeMs(at)}`
  }
}

/** True of a fill after the event that reached the order's stop: what came before it took a profit. */
const isAfterStop = ({ quote }: Fill, { triggered }: Order): boolean => triggered !== null && quote.at > triggered.at

/** The event that reached the stop, and the price that a trailing stop had followed until then. */
function useReachedRows(fill: Fill, stamp: (at: Instant) => string): (order: Order) => Definition[] {
  const t = useText('orders')
  const f = useFormats()
  return (order) => {
    const { triggered, side } = order
    if (!triggered || !isAfterStop(fill, order)) return []
    const price =
      side === 'buy' ? t('askOnly', { price: f.price(triggered.ask) }) : t('bidOnly', { price: f.price(triggered.bid) })
    const { best } = triggered
    return [
      { label: t('reachedBy'), value: `${stamp(triggered.at)} · ${price}` },
      ...(best === null ? [] : [{ label: t('followedTo'), value: f.price(best, order.currency) }]),
    ]
  }
}

/** True of a fill that left shares to later events. */
const isPart = ({ shares }: Fill, order: Order): boolean =>
  shares < order.shares && (order.timeInForce === 'day' || order.timeInForce === 'gtc')

/** The rule by which a fill has its event and its price. */
function ruleOf({ fill, order, earlier }: EvidenceProps) {
  const { limit, side, kind, timeInForce } = order
  if (timeInForce === 'open') return 'ruleOpen'
  if (timeInForce === 'close') return 'ruleClose'
  if (limit !== null) return 'ruleLimit'
  if (isAfterStop(fill, order)) {
    if (earlier.some((each) => isAfterStop(each, order))) return 'ruleRest'
    return side === 'buy' ? 'ruleStopBuy' : 'ruleStopSell'
  }
  if (kind === 'pair') return 'ruleProfit'
  if (earlier.length > 0) return 'ruleRest'
  return side === 'buy' ? 'ruleBuy' : 'ruleSell'
}

/** Links to the page that recomputes this quote. */
function CheckLink({ fill: { quote }, order }: { fill: Fill; order: Order }) {
  const t = useText('proof')
  const url = urlTo('/subPackages/proof/price', {
    listing: order.listing,
    at: String(quote.at),
    bid: priceText(quote.bid),
    ask: priceText(quote.ask),
    bidSize: String(quote.bidSize),
    askSize: String(quote.askSize),
  })
  return <Button look="soft" small label={t('link')} onClick={() => goTo(url)} />
}

/** The fill's id, shortened, with a copy button. Without a secure context the text is selected for copying by hand. */
function FillId({ id }: { id: string }) {
  const t = useText('orders')
  const say = useText('app')
  const text = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(id, text.current)) toast(say('copied'), { kind: 'done' })
    else toast(say('copyFailed'))
  }
  return (
    <span className={styles.id}>
      <code ref={text} title={id}>
        <span aria-hidden>{`${id.slice(0, 4)}…${id.slice(-4)}`}</span>
        <span className="said">{id}</span>
      </code>
      <IconButton icon={CopySimpleIcon} size={18} label={t('copyId')} onClick={() => void copy()} />
    </span>
  )
}
