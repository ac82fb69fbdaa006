import { useRef } from 'react'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats } from '@lonja/kit/formats'
import { useStripHeight } from '@lonja/kit/parts/strip-height'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Strip.module.css'

/** The interval at which the house is asked whether trading stands. */
const ASKED_MS = 30_000

/** The permanent strip: practice money, the source of prices, and the opening day of this house. */
export function Strip() {
  const ref = useRef<HTMLElement>(null)
  useStripHeight(ref)
  const t = useText('console')
  const f = useFormats()
  const { data } = useRead(readAbout, {}, { quiet: true, refetchMs: ASKED_MS })
  const stopped =
    data &&
    (data.source.stoppedSince !== null
      ? t('stopped', { since: f.clock(data.source.stoppedSince) })
      : data.source.publicThrough !== null && t('dayPublic'))
  const source =
    data?.source.name === 'practice'
      ? t('sourcePractice')
      : data?.source.name === 'replay'
        ? t('sourceReplay', { label: data.source.label })
        : data && t('sourceFeed', { label: data.source.label })
  const opened = data?.openedAt && t('openedOn', { day: f.dayBeside(data.openedAt) })
  return (
    <section ref={ref} className={styles.strip} aria-label={t('practiceMoney')}>
      {[t('practiceMoney'), stopped || source].filter(Boolean).join(' · ')}
      {opened && <span className={styles.opened}>&nbsp;· {opened}</span>}
    </section>
  )
}
