import type { ReplyOf } from '@lonja/core/base/contract'
import { fallenTo } from '@lonja/core/margin/judging.rules'
import { readMargin } from '@lonja/core/margin/margin.contract'
import { MARGIN_LEVELS, equityAt } from '@lonja/core/orders/margin.rules'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import leverage from '../orders/Leverage.module.css'
import { CloseOuts } from './CloseOuts.tsx'
import { MarginLots } from './MarginLots.tsx'
import styles from './Margin.module.css'

/** Prices move the equity, so it is reloaded at this interval. */
const REFETCH_MS = 5_000

/** Placeholder: the used margin, its formula, four lines, the levels and two lots. */
const WAITING = [
  ['55%', 44],
  ['100%', 32],
  ['100%', 110],
  ['100%', 110],
  ['100%', 66],
  ['100%', 66],
] as const

type Reply = ReplyOf<typeof readMargin>

/**
 * The margin of the account: its level and what happens at which, the formula with its figures, the lots that the house
 * has financed, and the close-outs with their evidence.
 */
export function Margin() {
  const t = useText('margin')
  const { data, error, refetch } = useRead(readMargin, {}, { quiet: true, refetchMs: REFETCH_MS })
  return (
    <Screen title={t('title')} onBack={back} onRefresh={() => refetch()} readOnly>
      {data ? (
        <Account account={data} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function Account({ account: { standing, lots, closeOuts } }: { account: Reply }) {
  const t = useText('margin')
  return (
    <>
      {lots.length === 0 ? (
        <Empty text={t('noLots')} why={t('formula')} action={t('seeMarket')} href={hrefTo('/pages/market/index')} />
      ) : (
        <>
          {standing ? <Standing of={standing} /> : <Notice>{t('noRate')}</Notice>}
          <MarginLots lots={lots} />
        </>
      )}
      {(lots.length > 0 || closeOuts.length > 0) && <CloseOuts of={closeOuts} />}
    </>
  )
}

/** The standing of an account that has fallen to a level, in words. */
const FALLEN_TEXTS = { full: 'belowFull', near: 'belowNear', closeOut: 'atCloseOut' } as const

/** The used margin with its formula, the equity against it, and what happens at which level. */
function Standing({ of }: { of: NonNullable<Reply['standing']> }) {
  const t = useText('margin')
  const f = useFormats()
  const { currency, equity, used, financed, levelBps } = of
  const fallen = fallenTo(of)
  const money = (units: bigint) => f.amount({ asset: currency, units })
  return (
    <>
      <section className={styles.account} aria-label={t('used')}>
        <p className={styles.soft}>{t('used')}</p>
        <span className={styles.used}>
          <Amount of={{ asset: currency, units: used }} size={32} />
        </span>
        <p className={styles.soft}>{t('formula')}</p>
        <DefinitionRows
          tight
          rows={[
            { label: t('financed'), value: money(financed) },
            { label: t('equity'), value: money(equity) },
            { label: t('level'), value: levelBps === null ? '-' : f.rate(BigInt(levelBps)), total: true },
          ]}
        />
        <p className={styles.soft}>{f.sentences(t('equityWhy'), t('levelWhy'))}</p>
        <Notice tone={fallen === null ? 'ground' : fallen === 'closeOut' ? 'loss' : 'warn'}>
          {t(fallen === null ? 'covered' : FALLEN_TEXTS[fallen])}
        </Notice>
      </section>
      <Levels used={used} money={money} />
    </>
  )
}

/** Each level with the equity at which it is reached, rounded down. */
function Levels({ used, money }: { used: bigint; money: (units: bigint) => string }) {
  const t = useText('margin')
  const f = useFormats()
  const levels = [
    { bps: MARGIN_LEVELS.full, text: t('levelFull') },
    { bps: MARGIN_LEVELS.near, text: t('levelNear') },
    { bps: MARGIN_LEVELS.closeOut, text: t('levelCloseOut') },
  ]
  return (
    <Section title={t('levels')} right={<span className={styles.soft}>{t('equity')}</span>}>
      <dl className={leverage.levels}>
        {levels.map(({ bps, text }) => (
          <div key={text}>
            <dt>{f.rate(bps, 0)}</dt>
            <dd>{money(equityAt(used, bps))}</dd>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.soft}>{t('gap')}</p>
    </Section>
  )
}
