import { costOf } from '@lonja/core/base/amount'
import { returnBps } from '@lonja/core/base/formats'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Change } from '@lonja/kit/parts/Change'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import type { Instrument } from './instrument.ts'
import styles from './discover.module.css'

const WHOLE = 100n

/** The day's figures and the year's, live where the stream knows better. */
export function DayFigures({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const day = { ...of.day, ...(live ? { open: live.open, high: live.high, low: live.low, volume: live.volume } : {}) }
  const share = of.kind === 'share'
  const sized = (side: 'bid' | 'ask') => {
    const price = live?.[side] ?? of.quote?.[side]
    const size = live ? live[`${side}Size`] : of.quote?.[`${side}Size`]
    return price ? `${f.price(price)} × ${f.count(size ?? 0n)}` : '-'
  }
  return (
    <div className={styles.figures}>
      <DefinitionRows
        columns={2}
        ruled
        rows={[
          { label: t('opening'), value: f.price(day.open) },
          { label: t('previousCloseShort'), value: f.price(live?.previousClose ?? of.day?.previousClose) },
          { label: t('high'), value: f.price(day.high) },
          { label: t('low'), value: f.price(day.low) },
          ...(share
            ? [
                { label: t('bid'), value: sized('bid') },
                { label: t('ask'), value: sized('ask') },
                { label: t('volume'), value: day.volume === undefined ? '-' : f.big(day.volume) },
                {
                  label: t('marketCap'),
                  value: of.marketCap === null ? '-' : f.bigAmount({ asset: of.currency, units: of.marketCap * WHOLE }),
                },
              ]
            : []),
          { label: t('yearHigh'), value: f.price(of.yearHigh) },
          { label: t('yearLow'), value: f.price(of.yearLow) },
        ]}
      />
    </div>
  )
}

/** What the company does, and the facts that do not move. */
export function Company({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  const names = useMarketNames()
  return (
    <>
      <p className={styles.profile}>{of.profile || t('noProfile')}</p>
      <div className={styles.figures}>
        <DefinitionRows
          rows={[
            { label: t('code'), value: of.listing },
            { label: t('filterVenue'), value: names.venue(of.venue) },
            { label: t('sector'), value: names.sector(of.sector) },
            { label: t('sharesInIssue'), value: of.sharesInIssue > 0n ? f.big(of.sharesInIssue) : '-' },
            { label: t('priceSource'), value: names.source(of.source) },
          ]}
        />
      </div>
    </>
  )
}

/** One's own shares of it, with their worth and result; a way to the trading centre. Nothing where there are none. */
export function OwnPosition({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  const live = useQuote(of.listing)
  const own = useRead(listPositions, { listing: of.listing }, { quiet: true }).data?.rows[0]
  if (!own || own.shares === 0n) return null
  const last = live?.last ?? own.last
  const value = last === null ? null : costOf(last, own.shares)
  const result = value === null ? null : value - own.cost
  return (
    <a className={styles.mine} href={hrefTo('/pages/trade/index')}>
      <span>
        <small>{t('yourPosition')}</small>
        {t('shares', { count: own.shares })}
      </span>
      <span>
        <small>{t('worth', { amount: value === null ? '-' : f.amount({ asset: own.currency, units: value }) })}</small>
        {result !== null && (
          <span>
            <Amount of={{ asset: own.currency, units: result }} result /> · <Change bps={returnBps(result, own.cost)} />
          </span>
        )}
      </span>
    </a>
  )
}
