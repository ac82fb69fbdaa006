import type { Amount } from '@lonja/core/base/amount'
import { readRisk } from '@lonja/core/risk/risk.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { replacePage, urlTo, usePlace, useQuery } from '@lonja/kit/nav'
import { SideFrame, SideNote } from '@lonja/kit/parts/SidePage'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { useRead } from '@lonja/kit/reads'
import { useText, type TextKey } from '@lonja/kit/text'
import { useOpenedCloseOut } from './closeouts.ts'
import { CloseOuts } from './CloseOuts.tsx'
import { CloseOutSide } from './CloseOutSide.tsx'
import { Expiries } from './Expiries.tsx'
import { Exposure } from './Exposure.tsx'
import { Levels } from './Levels.tsx'
import styles from './Risk.module.css'

const TABS = ['levels', 'closeOuts', 'exposure', 'expiries'] as const
type Tab = (typeof TABS)[number]

const NOTES = {
  levels: 'levelsNote',
  closeOuts: 'closeOutsNote',
  exposure: 'exposureNote',
  expiries: 'expiriesNote',
} as const satisfies Record<Tab, TextKey<'risk'>>

/** The time between two looks of an open page. */
const ASKED_MS = 30_000

/**
 * The accounts with financed lots: the house's sums, the margin levels, the close-outs, the holdings by listing. The page
 * only reads: nothing on it changes an account, a price or an order.
 */
export function Risk() {
  const t = useText('risk')
  const { path } = usePlace()
  const named = useQuery().get('tab')
  const tab = TABS.find((each) => each === named) ?? 'levels'
  const opened = useOpenedCloseOut()
  const choose = (next: Tab) => replacePage(urlTo(path, { tab: next === 'levels' ? undefined : next }))
  useKeys(TABS.map((value, n) => ({ key: String(n + 1), label: t(value), act: () => choose(value), quiet: true })))
  return (
    <SideFrame
      sideReadOnly
      sideLabel={t(tab)}
      side={
        tab === 'closeOuts' && opened !== null ? (
          <CloseOutSide key={opened.id} opened={opened} />
        ) : (
          <SideNote>{t(NOTES[tab])}</SideNote>
        )
      }
    >
      <div className={styles.main}>
        <Head />
        <Tabs label={t('parts')} tabs={TABS.map((value) => ({ value, label: t(value) }))} value={tab} onChange={choose}>
          {tab === 'levels' ? (
            <Levels />
          ) : tab === 'closeOuts' ? (
            <CloseOuts opened={opened} />
          ) : tab === 'exposure' ? (
            <Exposure />
          ) : (
            <Expiries />
          )}
        </Tabs>
      </div>
    </SideFrame>
  )
}

/** The house's sums. A failure of theirs leaves the lists alone. */
function Head() {
  const t = useText('risk')
  const f = useFormats()
  const { data, error, refetch } = useRead(readRisk, {}, { quiet: true, refetchMs: ASKED_MS })
  return (
    <>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        {data && <p className={styles.note}>{t('figuresAt', { time: f.time(data.at) })}</p>}
      </header>
      {data ? (
        <dl className={styles.figures}>
          <div>
            <dt>{t('accounts')}</dt>
            <dd>{f.count(data.accounts)}</dd>
            {data.unjudged > 0 && (
              <dd>
                <small>{t('unjudged', { count: data.unjudged })}</small>
              </dd>
            )}
          </div>
          <Sum label={t('financed')} of={data.financed} />
          <Sum label={t('used')} of={data.used} />
          <Sum
            label={t('lastNight')}
            of={data.night?.interest ?? null}
            under={data.night && t('nightBegan', { day: f.dayBeside(data.night.at) })}
          />
          <Sum label={t('forgiven')} of={data.forgiven} />
        </dl>
      ) : error ? (
        <ErrorView title={t('figuresFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={1} dense line={false} />
      )}
    </>
  )
}

/** A sum of each currency in which there is any; null where there is nothing to add up yet. */
function Sum({ label, of, under }: { label: string; of: readonly Amount[] | null; under?: string | null }) {
  const t = useText('risk')
  const f = useFormats()
  const sums = of?.filter(({ units }) => units !== 0n) ?? []
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {of === null
          ? t('nightNone')
          : sums.length === 0
            ? f.amount({ asset: 'EUR', units: 0n })
            : sums.map((sum) => <div key={sum.asset}>{f.amount(sum)}</div>)}
        {under && <small>{under}</small>}
      </dd>
    </div>
  )
}
