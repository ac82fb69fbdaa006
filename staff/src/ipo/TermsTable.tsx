import { currencyFor } from '@lonja/core/base/amount'
import { amountFor } from '@lonja/core/ipo/ipo.rules'
import { wholeLots, type Terms } from '@lonja/core/ipo/terms.text'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { cx } from '@lonja/kit/parts/cx'
import { useText, type Say } from '@lonja/kit/text'
import styles from './TermsTable.module.css'

interface Line {
  readonly label: string
  readonly value: string
}

/** The terms of an offer for a reader; of later terms, each field before and after, and what changes first. */
export function TermsTable({ terms, before }: { terms: Terms; before: Terms | null }) {
  const t = useText('offerDecisions')
  const o = useText('offers')
  const f = useFormats()
  const earlier = before && linesOf(before, t, o, f)
  const lines = linesOf(terms, t, o, f).map((line, n) => ({ ...line, earlier: earlier?.[n]?.value ?? null }))
  const changes = lines.filter(({ value, earlier }) => earlier !== null && earlier !== value)
  return (
    <table className={cx(styles.terms, earlier && styles.compared)}>
      <caption className="said">{t(earlier ? 'changes' : 'terms')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {earlier && <th scope="col">{t('before')}</th>}
          <th scope="col">{t(earlier ? 'after' : 'thisOffer')}</th>
        </tr>
      </thead>
      <tbody>
        {[...changes, ...lines.filter((line) => !changes.includes(line))].map((line) => (
          <tr key={line.label} className={changes.includes(line) ? styles.changed : undefined}>
            <th scope="row">{line.label}</th>
            {earlier && <td>{line.earlier}</td>}
            <td>{earlier && !changes.includes(line) ? t('unchanged') : line.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fields for a reader. The hash of the prospectus and the chain of day seeds stand in the exact text. */
function linesOf(terms: Terms, t: Say<'offerDecisions'>, o: Say<'offers'>, f: Formats): readonly Line[] {
  const { company, sector, listing, price, lot, lots, most, opens, closes, draws, delivers, lists, crowd, beacon } =
    terms
  const currency = currencyFor(listing)
  return [
    { label: o('company'), value: company },
    ...(sector === 'none' ? [] : [{ label: o('sector'), value: o(`sector_${sector}`) }]),
    { label: o('listing'), value: listing },
    { label: o('price'), value: f.price(price, currency) },
    { label: o('lot'), value: t('lotWorth', { shares: f.count(lot), amount: f.amount({ asset: currency, units: amountFor(terms, wholeLots(1n)) }) }) }, // prettier-ignore
    { label: o('lots'), value: t('lotsMake', { lots: f.count(lots), shares: f.count(lots * lot) }) },
    { label: o('most'), value: f.count(most) },
    { label: o('opens'), value: f.date(opens) },
    { label: o('closes'), value: f.date(closes) },
    { label: o('draws'), value: f.date(draws) },
    { label: t('delivers'), value: f.date(delivers) },
    { label: o('lists'), value: f.date(lists) },
    { label: o('crowd'), value: o(crowd ? 'yes' : 'no') },
    {
      label: o('beacon'),
      value: beacon.kind === 'drand' ? t('roundOf', { round: f.count(BigInt(beacon.round)) }) : o('beacon_seeds'),
    },
  ]
}
