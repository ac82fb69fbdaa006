import { priceText } from '@lonja/core/base/wire'
import { copyText } from '@lonja/kit/clipboard'
import { useFormats } from '@lonja/kit/formats'
import { goTo, urlTo } from '@lonja/kit/nav'
import { Block } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { CopySimpleIcon, SealCheckIcon } from '@lonja/kit/parts/late-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { useRef } from 'react'
import { useMarketNames } from '../market/names.ts'
import { RootRow } from './RootRow.tsx'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

/** The quote that caused a fill, to the millisecond, and the rule applied. */
export function Evidence({ fill, order }: { fill: OrderStory['fills'][number]; order: OrderStory['order'] }) {
  const t = useText('orders')
  const terms = useText('portfolio')
  const f = useFormats()
  const names = useMarketNames()
  const { quote } = fill
  const used =
    order.side === 'buy'
      ? t('askTimes', { price: f.price(quote.ask), size: f.count(quote.askSize) })
      : t('bidTimes', { price: f.price(quote.bid), size: f.count(quote.bidSize) })
  const rule = order.limit !== null ? t('ruleLimit') : t(order.side === 'buy' ? 'ruleBuy' : 'ruleSell')
  const how = order.limit === null ? terms('atMarket') : terms('atLimit', { price: f.price(order.limit) })
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
            { label: t('yourOrder'), value: `${f.timeMs(order.marketAt)} · ${how}` },
            { label: t('source'), value: names.source(quote.source) },
            { label: t('feeTableRow'), value: `v${fill.feeTable}` },
            { label: t('fillId'), value: <FillId id={fill.id} /> },
          ]}
        />
        <p className={styles.rule}>{rule}</p>
        {quote.source === 'practice' && <CheckLink fill={fill} order={order} />}
      </Block>
      <RootRow fill={fill} order={order} />
    </section>
  )
}

/** Links to the page that recomputes this quote. */
function CheckLink({ fill: { quote }, order }: { fill: OrderStory['fills'][number]; order: OrderStory['order'] }) {
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
