import type { Figures } from '@lonja/core/portfolio/portfolio.contract'
import { hrefTo } from '@lonja/kit/nav'
import { Amount } from '@lonja/kit/parts/Amount'
import { CaretRightIcon } from '@lonja/kit/parts/page-icons'
import { useText } from '@lonja/kit/text'
import { FUNDS, MARGIN } from './figures.ts'
import styles from './ProfileOverview.module.css'

/** The six figures of the overview, each a link to its details. */
export function FigureDoors({ figures, shown }: { figures: Figures; shown: boolean }) {
  const t = useText('portfolio')
  const doors = [
    { label: t('free'), units: figures.free, href: hrefTo(FUNDS, { asset: figures.currency }) },
    { label: t('held'), units: figures.held, href: hrefTo(FUNDS, { asset: figures.currency, held: 'yes' }) },
    { label: t('usedMargin'), units: figures.usedMargin, href: hrefTo(MARGIN) },
    { label: t('financed'), units: figures.financed, href: hrefTo(MARGIN) },
    { label: t('accumulated'), units: figures.accumulated, href: hrefTo(FUNDS), result: true },
    { label: t('unrealised'), units: figures.unrealised, href: hrefTo('/pages/trade/index'), result: true },
  ]
  return (
    <div className={styles.doors}>
      {doors.map(({ label, units, href, result }) => (
        <a key={label} href={href}>
          <span className={styles.label}>{label}</span>
          {shown ? (
            <Amount of={{ asset: figures.currency, units }} size={16} result={result === true} />
          ) : (
            <span aria-hidden>••••</span>
          )}
          <CaretRightIcon size={18} />
        </a>
      ))}
    </div>
  )
}
