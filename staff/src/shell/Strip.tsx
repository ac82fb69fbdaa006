import { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats } from '@lonja/kit/formats'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Strip.module.css'

/** The permanent strip: practice money, the source of prices, and the opening day of this house. */
export function Strip() {
  const t = useText('console')
  const f = useFormats()
  const { data } = useRead(readAbout, {}, { quiet: true })
  const source =
    data?.source.name === 'practice'
      ? t('sourcePractice')
      : data?.source.name === 'replay'
        ? t('sourceReplay', { label: data.source.label })
        : data && t('sourceFeed', { label: data.source.label })
  const opened = data?.openedAt && t('openedOn', { day: f.day(data.openedAt) })
  return (
    <section className={styles.strip} aria-label={t('practiceMoney')}>
      {[t('practiceMoney'), source].filter(Boolean).join(' · ')}
      {opened && <span className={styles.opened}>&nbsp;· {opened}</span>}
    </section>
  )
}
