import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import type { Definition } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import type { OrderStory } from './story.ts'
import styles from './OrderDetail.module.css'

type Order = OrderStory['order']

const DETAIL = '/subPackages/trade/detail'

/** The prices of the exits attached to a buy, the loss first, and that they wait for its first fill. */
export function useExitRows(): (order: Order) => Definition[] {
  const t = useText('orders')
  const f = useFormats()
  return ({ exits, exitOrder, currency }) => {
    if (!exits) return []
    const note = exitOrder === null ? t('exitWaits') : undefined
    const follows = [t('exitFollows'), ...(note === undefined ? [] : [note])].join(' · ')
    return [
      ...(exits.stop === null ? [] : [{ label: t('cutLosses'), note, value: f.price(exits.stop, currency) }]),
      ...(exits.trailBps ? [{ label: t('cutLosses'), note: follows, value: f.rate(BigInt(exits.trailBps)) }] : []),
      ...(exits.profit === null ? [] : [{ label: t('takeGain'), note, value: f.price(exits.profit, currency) }]),
    ]
  }
}

/** The way from a buy to its exit, and from an exit to the buy that it protects. */
export function ExitLink({ order: { exitOrder, ofBuy } }: { order: Order }) {
  const t = useText('orders')
  const other = exitOrder ?? ofBuy
  if (other === null) return null
  return (
    <div className={styles.root}>
      <Row title={t(exitOrder === null ? 'seeBuy' : 'seeExit')} caret href={hrefTo(DETAIL, { id: other })} />
    </div>
  )
}
