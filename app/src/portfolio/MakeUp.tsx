import type { Figures } from '@lonja/core/portfolio/portfolio.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { makeUpFor, percentsFor } from './figures.ts'
import styles from './ProfileOverview.module.css'

/** The parts of the total: a bar, and the same in words. */
export function MakeUp({ figures }: { figures: Figures }) {
  const t = useText('portfolio')
  const f = useFormats()
  const parts = makeUpFor(figures)
  if (!parts) return null
  const [invested, free, held] = percentsFor(parts).map((percent) => f.rate(percent * 100n, 0))
  const legend = [
    { name: 'invested', bps: parts.invested, text: t('invested', { share: invested ?? '' }) },
    { name: 'free', bps: parts.free, text: t('freeShare', { share: free ?? '' }) },
    { name: 'held', bps: parts.held, text: t('heldShare', { share: held ?? '' }) },
  ].filter(({ bps }) => bps > 0n)
  return (
    <div>
      <div className={styles.bar} aria-hidden>
        {legend.map(({ name, bps }) => (
          <span key={name} className={styles[name]} style={{ flexGrow: Number(bps) }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {legend.map(({ name, text }) => (
          <li key={name}>
            <span className={styles[name]} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
