import { readExchangeRate } from '@lonja/core/market/market.contract'
import { versionBefore } from '@lonja/core/practice/versions'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, goTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { Screen } from '@lonja/kit/parts/Screen'
import { UnquotedList } from '@lonja/kit/parts/UnquotedList'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { useFeeText, useRoundingText } from '../orders/fees.ts'
import { ChainEnds } from './ChainEnds.tsx'
import { DayRoots } from './DayRoots.tsx'
import { FactList, type About } from './FactList.tsx'
import { WhenRead } from './WhenRead.tsx'
import styles from './about.module.css'

/** Facts about this house: what it is, the settings fixed at its opening, and the check of a past price. */
export function AboutPage() {
  const t = useText('about')
  const about = useRead(readAbout, {}, { quiet: true })
  return (
    <Screen title={t('title')} onBack={back} onRefresh={refreshAll}>
      <div className={styles.page}>
        <p>{t('intro')}</p>
        <WhenRead about={about}>{(data) => <Whole about={data} />}</WhenRead>
      </div>
    </Screen>
  )
}

function Whole({ about }: { about: About }) {
  const t = useText('about')
  const proof = useText('proof')
  const { seeds } = about
  return (
    <>
      <FactList about={about} heading="h2" />
      <h2>{t('fixedAtOpening')}</h2>
      <DefinitionRows rows={useOpening(about)} />
      <WithoutQuotes unquoted={about.source.unquoted} />
      <FeesSection fees={about.fees} />
      <Button look="soft" label={t('withdrawals')} onClick={() => goTo('/subPackages/withdraw/figures')} />
      {seeds && (
        <>
          <h2>{t('check')}</h2>
          <p className={styles.soft}>{t('checkHow')}</p>
          <Button look="soft" label={proof('title')} onClick={() => goTo('/subPackages/proof/price')} />
          <CopiedHash label={t('historySeed')} hash={seeds.historySeed} />
          <ChainEnds chains={seeds.chains} />
          <h3>{t('revealed')}</h3>
          {seeds.revealed.length === 0 && <p className={styles.soft}>{t('revealedNone')}</p>}
          {seeds.revealed.map(({ day, seed }) => (
            <CopiedHash key={day} label={day.split('-').reverse().join('/')} hash={seed} />
          ))}
          <h3>{t('limits')}</h3>
          <p className={styles.soft}>{t('limitsWhy')}</p>
        </>
      )}
      <h2>{t('software')}</h2>
      <p className={styles.soft}>{t('softwareWhy')}</p>
      <DefinitionRows rows={[{ label: t('version'), value: `${about.version} (${about.versionCode})` }]} />
      <DayRoots />
    </>
  )
}

/** The listings without quotes, by reason; nothing if there are none. */
function WithoutQuotes({ unquoted }: { unquoted: About['source']['unquoted'] }) {
  const t = useText('about')
  if (unquoted.length === 0) return null
  return (
    <>
      <h2>{t('unquoted')}</h2>
      <p className={styles.soft}>{t('unquotedWhy')}</p>
      <UnquotedList
        unquoted={unquoted}
        label={(why) => t(`unquoted_${why}`)}
        andMore={(blanks) => t('andMore', blanks)}
      />
    </>
  )
}

/** The fee table in force and the announced one, each with its rounding. */
function FeesSection({ fees: { next, ...current } }: { fees: About['fees'] }) {
  const t = useText('about')
  const f = useFormats()
  const feeText = useFeeText('EUR')
  const roundingText = useRoundingText()
  const rate = useRead(readExchangeRate, {}, { quiet: true })
  const rows: Definition[] = [{ label: t('feesNow'), value: feeText(current) }]
  if (next) rows.push({ label: t('feesFrom', { day: f.dayBeside(next.from) }), value: feeText(next) })
  return (
    <>
      <h2>{t('fees')}</h2>
      <DefinitionRows rows={rows} />
      <p className={styles.soft}>{roundingText(current)}</p>
      {next && (
        <p className={styles.soft}>{t('feesNext', { day: f.dayBeside(next.from), rounding: roundingText(next) })}</p>
      )}
      {rate.data && (
        <>
          <DefinitionRows rows={[{ label: t('conversion'), value: f.exchange(rate.data.rate) }]} />
          <p className={styles.soft}>{t('conversionWhy', { markup: f.rate(BigInt(rate.data.markupBps)) })}</p>
        </>
      )}
    </>
  )
}

function sourceIn({ name, label }: About['source'], t: Say<'about'>): string {
  if (name === 'practice') return t('sourcePractice')
  return `${name === 'replay' ? t('sourceReplay') : t('sourceFeed')}: ${label}`
}

function useOpening({ source, seeds, openedAt, listings, grant }: About): Definition[] {
  const t = useText('about')
  const f = useFormats()
  const rows: Definition[] = [
    { label: t('opened'), value: openedAt === null ? '-' : f.date(openedAt) },
    {
      label: t('source'),
      value: sourceIn(source, t),
    },
    { label: t('hours'), value: source.hours === 'always' ? t('hoursAlways') : t('hoursExchange') },
    { label: t('listings'), value: f.count(listings) },
  ]
  if (source.speed !== null) rows.push({ label: t('speed'), value: `${f.number(source.speed, 0)} ×` })
  if (grant) rows.push({ label: t('grant'), value: f.amount({ asset: grant.currency, units: grant.amount }) })
  if (seeds) {
    const version = seeds.functionVersion
    const earlier = versionBefore(seeds, seeds.openingDay)
    rows.push({
      label: t('function'),
      value:
        earlier === null
          ? String(version)
          : t('functionFrom', { version, day: f.dayBeside(Date.parse(`${seeds.splitsFrom}T12:00:00Z`)), earlier }),
    })
    if (seeds.checkableFrom)
      rows.push({ label: t('checkableFrom'), value: f.dayBeside(Date.parse(`${seeds.checkableFrom}T12:00:00Z`)) })
    rows.push({ label: t('links'), value: seeds.chains.map((chain) => f.count(chain.links)).join(' + ') })
  }
  return rows
}
