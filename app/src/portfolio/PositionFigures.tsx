import { changeBps } from '@lonja/core/base/formats'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readInstrument } from '@lonja/core/market/market.contract'
import { standingOf } from '@lonja/core/orders/lots.rules'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { Amount } from '@lonja/kit/parts/Amount'
import { Change, HeroChange } from '@lonja/kit/parts/Change'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Price } from '@lonja/kit/parts/Price'
import { useText } from '@lonja/kit/text'
import { isHalted } from '../market/halt.ts'
import type { Position } from './positions.ts'
import styles from './PositionPage.module.css'

type Session = ReplyOf<typeof readInstrument>['session']

/** Market value and unrealised result at the newest price; price, cost and average cost. A figure without a price is '-'. */
export function PositionFigures(props: { position: Position; stale: boolean; session: Session | undefined }) {
  const { position, stale, session } = props
  const t = useText('portfolio')
  const f = useFormats()
  const { listing, name, currency, shares, held, cost, averageCost, lots } = position
  const live = useQuote(listing)
  const last = live?.last ?? position.last
  const previous = live?.previousClose ?? position.previousClose
  const { value, result, yieldBps } = standingOf(shares, cost, last)
  return (
    <section className={styles.figures} aria-label={t('marketValue')}>
      <div className={styles.line}>
        <p className={styles.name}>{name}</p>
        <p
          className={styles.soft}
        >{`${t('sharesHeld', { count: shares })} · ${t('lotCount', { count: lots.length })}`}</p>
      </div>
      <div className={styles.line}>
        <span className={styles.value}>
          {value === null ? '-' : <Amount of={{ asset: currency, units: value }} size={32} />}
        </span>
        <span className={styles.price}>
          <Price of={last} currency={currency} size={16} stale={stale} />
          <small>
            <Change bps={previous && last ? changeBps(previous, last) : null} stale={stale} /> {t('inDay')}
          </small>
        </span>
      </div>
      {result === null ? (
        <p className={styles.soft}>{t('noPriceNow')}</p>
      ) : (
        <HeroChange bps={yieldBps} byCents={result} currency={currency} note={t('ofUnrealised')} />
      )}
      {stale && session && !isHalted(session, live?.at) && <p className={styles.soft}>{t('stalePrice')}</p>}
      <DefinitionRows
        tight
        rows={[
          { label: t('costWithFee'), value: f.amount({ asset: currency, units: cost }) },
          { label: t('averageCost'), value: f.price(averageCost, currency) },
        ]}
      />
      <p className={styles.soft}>
        {f.sentences(
          t('averageWhy'),
          held > 0n && `${t('heldShares', { count: Number(held), shares: f.count(held) })}.`,
        )}
      </p>
    </section>
  )
}
