import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBps } from '@lonja/core/base/formats'
import { readCompany } from '@lonja/core/discover/company.contract'
import { yieldBpsFor } from '@lonja/core/market/market.rules'
import { useFormats } from '@lonja/kit/formats'
import { useQuote } from '@lonja/kit/live'
import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Change } from '@lonja/kit/parts/Change'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { LiveRow } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'
import styles from './company.module.css'
import { dayAt, type Instrument } from './instrument.ts'

/** The company's description, its static facts, the price moves of its reports, and similar companies. */
export function InstrumentCompany({ of }: { of: Instrument }) {
  const t = useText('discover')
  const read = useRead(readCompany, { listing: of.listing }, { quiet: true })
  return (
    <>
      <Profile text={of.profile || t('noProfile')} />
      <Facts of={of} />
      {read.data ? (
        <>
          <Reports of={of} reports={read.data.reports} />
          <Related related={read.data.related} sector={of.sector} />
        </>
      ) : read.error ? (
        <ErrorView title={t('companyFailed')} text={read.error.msg} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={4} line={false} />
      )}
    </>
  )
}

/** A longer description is folded until it is opened. */
const FOLDED = 220

function Profile({ text }: { text: string }) {
  const t = useText('discover')
  const [whole, setWhole] = useState(false)
  const long = text.length > FOLDED
  return (
    <div className={styles.profile}>
      <p className={long && !whole ? styles.folded : undefined}>{text}</p>
      {long && (
        <button type="button" aria-expanded={whole} className={styles.more} onClick={() => setWhole(!whole)}>
          {t(whole ? 'less' : 'more')}
        </button>
      )}
    </div>
  )
}

function Facts({ of }: { of: Instrument }) {
  const t = useText('discover')
  const f = useFormats()
  const names = useMarketNames()
  const live = useQuote(of.listing)
  const { dividend, nextReport } = of
  const yielded = dividend && yieldBpsFor(dividend.perYear, live?.last ?? of.day?.last ?? null)
  const pays = dividend
    ? t('dividendOf', {
        amount: f.price(dividend.perYear, of.currency),
        yield: yielded === null ? '-' : f.rate(yielded),
      })
    : t('noDividend')
  return (
    <div className={styles.figures}>
      <DefinitionRows
        rows={[
          { label: t('code'), value: of.listing },
          { label: t('filterVenue'), value: names.venue(of.venue) },
          { label: t('sector'), value: <a href={sectorHref(of)}>{names.sector(of.sector)}</a> },
          ...(of.industry === '' ? [] : [{ label: t('industry'), value: of.industry }]),
          { label: t('sharesInIssue'), value: of.sharesInIssue > 0n ? f.big(of.sharesInIssue) : '-' },
          {
            label: t('dividend'),
            value: pays,
            ...(dividend ? { note: t('payments', { count: dividend.timesAYear }) } : {}),
          },
          { label: t('nextReport'), value: nextReport === null ? '-' : f.day(dayAt(nextReport)) },
          { label: t('priceSource'), value: names.source(of.source) },
        ]}
      />
    </div>
  )
}

/** The market list of a sector at the company's venue. */
const sectorHref = ({ sector, venue }: Instrument): string =>
  hrefTo('/pages/market/index', { list: 'all', sector, venue: venue === 'XMAD' ? 'XMAD' : 'us' })

type Company = ReplyOf<typeof readCompany>

function Reports({ of, reports }: { of: Instrument; reports: Company['reports'] }) {
  const t = useText('discover')
  const f = useFormats()
  if (reports.length === 0) return null
  return (
    <Section title={t('reports')}>
      <p className={styles.about}>{t('reportsAbout')}</p>
      <DefinitionRows
        rows={reports.map(({ day, before, after }) => ({
          label: f.day(dayAt(day)),
          note: `${f.price(before)} → ${f.price(after, of.currency)}`,
          value: <Change bps={changeBps(before, after)} />,
        }))}
      />
    </Section>
  )
}

function Related({ related, sector }: { related: Company['related']; sector: string }) {
  const t = useText('discover')
  const names = useMarketNames()
  if (related.length === 0) return null
  const alike = related.every(({ sameIndustry }) => sameIndustry)
  return (
    <Section flush title={t('related')}>
      {!alike && <p className={styles.flush}>{t('relatedAbout', { sector: names.sector(sector) })}</p>}
      {related.map((one) => (
        <LiveRow key={one.listing} of={{ ...one, line: null }} caption={names.caption(one.listing)} />
      ))}
      <Button
        look="text"
        small
        label={t('sectorAll', { sector: names.sector(sector) })}
        href={sectorListHref(sector)}
      />
    </Section>
  )
}

const sectorListHref = (sector: string): string => hrefTo('/pages/market/index', { list: 'all', sector, venue: 'all' })
