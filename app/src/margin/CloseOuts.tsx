import { currencyFor } from '@lonja/core/base/amount'
import { levelOf } from '@lonja/core/margin/judging.rules'
import type { CloseOutReply } from '@lonja/core/margin/margin.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import styles from './Margin.module.css'

/** The close-outs of the account, newest first, with the rule of a close-out. */
export function CloseOuts({ of }: { of: readonly CloseOutReply[] }) {
  const t = useText('margin')
  return (
    <Section title={t('closeOuts')}>
      <div className={styles.closeOuts}>
        <Notice tone="ground">{t('rule')}</Notice>
        {of.length === 0 && <p className={styles.soft}>{t('none')}</p>}
        {of.map((closeOut) => (
          <CloseOut key={closeOut.id} closeOut={closeOut} />
        ))}
      </div>
    </Section>
  )
}

/** One close-out: why, on which quotes, and the orders that it placed. */
function CloseOut({ closeOut }: { closeOut: CloseOutReply }) {
  const t = useText('margin')
  const f = useFormats()
  const { minute, currency: asset, equity, usedOpen, rate, quotes, orders } = closeOut
  const level = levelOf({ equity, used: usedOpen }) ?? 0n
  return (
    <section aria-label={f.date(minute)}>
      <h3>{f.date(minute)}</h3>
      <DefinitionRows
        rows={[
          { label: t('equity'), value: f.amount({ asset, units: equity }) },
          { label: t('usedOpen'), value: f.amount({ asset, units: usedOpen }) },
          { label: t('level'), value: f.rate(level) },
          ...(rate === null ? [] : [{ label: t('rate'), value: f.exchange(rate) }]),
          ...quotes.map(({ listing, name, at, last }) => ({
            label: t('quote', { name }),
            value:
              last === null || at === null
                ? t('noPrice')
                : t('priceAt', { price: f.price(last, currencyFor(listing)), at: f.date(at) }),
          })),
        ]}
      />
      <div className={styles.orders}>
        {orders.map(({ order, name, number, shares }) => (
          <Row
            key={order}
            wraps
            caret
            title={t('closed', { shares: f.count(shares), name })}
            caption={t('ofLot', { number })}
            href={hrefTo('/subPackages/trade/detail', { id: order })}
          />
        ))}
      </div>
    </section>
  )
}
