import type { ReplyOf } from '@lonja/core/base/contract'
import type { readHealth } from '@lonja/core/proof/health.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import styles from './Today.module.css'

interface HealthRead {
  readonly data: ReplyOf<typeof readHealth> | undefined
  readonly error: { readonly msg: string } | null
  refetch(): unknown
}

/** The state of the house: when the books were checked and what was found, the market, and what is not well. */
export function Books({ health: { data, error, refetch } }: { health: HealthRead }) {
  const t = useText('today')
  const p = useText('proof')
  const f = useFormats()
  const unwell = data?.lines.filter(({ state }) => state !== 'well').length ?? 0
  const verified = data?.verified ?? null
  const isWhole = verified !== null && verified.breaches === 0 && (verified.auditFaults ?? 0) === 0
  return (
    <section className={styles.card}>
      <h2>
        <a href={hrefTo('/health')}>{t('house')}</a>
        {data && (
          <StatusChip
            tone={unwell > 0 ? 'warn' : 'gain'}
            label={unwell > 0 ? t('unwell', { count: unwell }) : t('well')}
          />
        )}
      </h2>
      {error && !data && <ErrorView title={p('failed')} text={error.msg} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} dense line={false} />}
      {data && (
        <DefinitionRows
          tight
          rows={[
            { label: t('checkedAt'), value: verified ? f.date(verified.at) : t('never') },
            { label: t('books'), value: verified === null ? '-' : t(isWhole ? 'booksWhole' : 'booksBroken') },
            { label: t('market'), value: t(data.market.pausedAt === null ? 'running' : 'paused') },
            { label: t('orders'), value: data.clock.pausedSince === null ? t('taken') : t('notTaken') },
          ]}
        />
      )}
    </section>
  )
}
