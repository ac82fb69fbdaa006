import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { marginLevelBps } from '@lonja/core/orders/leverage.rules'
import { MARGIN_LEVELS } from '@lonja/core/orders/margin.rules'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Times } from '../orders/TicketLeverage.tsx'
import leverage from '../orders/Leverage.module.css'
import { positionUrl } from './position.ts'
import type { Lot, Position } from './positions.ts'
import styles from './PositionPage.module.css'

/** Prices move the equity, so it is reloaded at this interval. */
const REFETCH_MS = 5_000

/** Placeholder: the amount, its formula, four lines and two lots. */
const WAITING = [
  ['55%', 44],
  ['100%', 32],
  ['100%', 110],
  ['100%', 66],
  ['100%', 66],
] as const

type Standing = NonNullable<ReplyOf<typeof readFigures>['margin']>

/** The used margin: its formula, the account's equity against it, what happens at which level, and its lots. */
export function MarginPage() {
  const t = useText('portfolio')
  const figures = useRead(readFigures, {}, { quiet: true, refetchMs: REFETCH_MS })
  const positions = useRead(listPositions, {}, { quiet: true })
  const error = figures.error ?? positions.error
  const refresh = () => Promise.all([figures.refetch(), positions.refetch()])
  const margin = figures.data?.margin
  const leveraged = (positions.data?.rows ?? []).flatMap((position) =>
    position.lots.filter(({ financed }) => financed > 0n).map((lot) => ({ position, lot })),
  )
  return (
    <Screen title={t('usedMargin')} onBack={back} onRefresh={refresh}>
      {figures.data && positions.data ? (
        leveraged.length === 0 ? (
          <Empty text={t('marginNone')} why={t('marginFormula')} action={t('seeMarket')} href={hrefTo(MARKET)} />
        ) : (
          <>
            {margin ? <Standing of={margin} /> : <Notice>{t('marginNoRate')}</Notice>}
            <Section flush title={t('marginLots')}>
              {leveraged.map(({ position, lot }) => (
                <LotRow key={lot.lot} position={position} lot={lot} />
              ))}
            </Section>
          </>
        )
      ) : error ? (
        <ErrorView title={t('figuresFailed')} text={error.msg} onRetry={() => void refresh()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

const MARKET = '/pages/market/index'

function Standing({ of }: { of: Standing }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { currency, equity, used, financed } = of
  const level = marginLevelBps(of)
  const money = (units: bigint) => f.amount({ asset: currency, units })
  // The equity at which a level is reached, rounded down.
  const at = (bps: bigint) => money((used * bps) / 10_000n)
  const levels = [
    { bps: MARGIN_LEVELS.full, text: t('marginFull') },
    { bps: MARGIN_LEVELS.near, text: t('marginNear') },
    { bps: MARGIN_LEVELS.closeOut, text: t('marginCloseOut') },
  ]
  return (
    <>
      <section className={styles.figures} aria-label={t('usedMargin')}>
        <span className={styles.value}>
          <Amount of={{ asset: currency, units: used }} size={32} />
        </span>
        <p className={styles.soft}>{t('marginFormula')}</p>
        <DefinitionRows
          tight
          rows={[
            { label: t('financed'), value: money(financed) },
            { label: t('equity'), value: money(equity) },
            { label: t('marginLevel'), value: level === null ? '-' : f.rate(level), total: true },
          ]}
        />
        <p className={styles.soft}>{f.sentences(t('equityWhy'), t('marginLevelWhy'))}</p>
      </section>
      <Section title={t('marginLevels')} right={<span className={styles.soft}>{t('equity')}</span>}>
        <dl className={leverage.levels}>
          {levels.map(({ bps, text }) => (
            <div key={text}>
              <dt>{f.rate(bps, 0)}</dt>
              <dd>{at(bps)}</dd>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.soft}>{t('marginGap')}</p>
      </Section>
    </>
  )
}

/** A leveraged lot: its cost by its leverage, and what is financed of it. A tap opens its position. */
function LotRow({ position, lot }: { position: Position; lot: Lot }) {
  const t = useText('portfolio')
  const f = useFormats()
  const { listing, name, currency } = position
  return (
    <Row
      wraps
      caret
      href={`#${positionUrl(listing)}`}
      title={
        <>
          {name}
          <Times of={lot.leverage} />
        </>
      }
      caption={
        <>
          <span className={styles.part}>
            {`${tickerOf(listing)} · ${t('sharesAt', { shares: f.count(lot.shares), price: f.price(lot.price, currency) })}`}
          </span>
          <span className={styles.part}>
            {t('lotFinanced', { financed: f.cents(lot.financed), price: f.price(lot.closeOut) })}
          </span>
        </>
      }
      value={f.amount({ asset: currency, units: lot.cost - lot.financed })}
      valueCaption={`${f.cents(lot.cost)} ÷ ${lot.leverage}`}
    />
  )
}
