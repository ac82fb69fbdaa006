import type { ReplyOf } from '@lonja/core/base/contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats } from '@lonja/kit/formats'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Health.module.css'

type About = ReplyOf<typeof readAbout>

const ASKED_MS = 10_000
const TONES = { live: 'gain', silent: 'warn', away: 'loss' } as const

/** How the house stands: its version, since when, where its prices come from, and whether they are heard. */
export function Health() {
  const t = useText('proof')
  const { data, error, refetch } = useRead(readAbout, {}, { refetchMs: ASKED_MS })
  return (
    <div className={styles.page}>
      <h1>{t('health')}</h1>
      {data ? (
        <div className={styles.cards}>
          <House about={data} />
          <Prices source={data.source} listings={data.listings} />
          {data.seeds && <Seeds seeds={data.seeds} />}
        </div>
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function House({ about }: { about: About }) {
  const t = useText('proof')
  const f = useFormats()
  return (
    <section className={styles.card}>
      <h2>{t('house')}</h2>
      <DefinitionRows
        rows={[
          { label: t('version'), value: about.version },
          { label: t('opened'), value: about.openedAt === null ? '-' : f.date(about.openedAt) },
          { label: t('money'), value: t('practice') },
        ]}
      />
    </section>
  )
}

function Prices({ source, listings }: { source: About['source']; listings: number }) {
  const t = useText('proof')
  const f = useFormats()
  return (
    <section className={styles.card}>
      <h2>{t('prices')}</h2>
      <DefinitionRows
        rows={[
          { label: t('source'), value: source.label },
          { label: t('listings'), value: f.count(listings) },
          { label: t('clock'), value: f.date(source.now) },
          ...source.streams.map(({ name, state, since }) => ({
            label: name,
            note: f.date(since),
            value: <StatusChip tone={TONES[state]} label={t(`stream_${state}`)} />,
          })),
        ]}
      />
    </section>
  )
}

function Seeds({ seeds }: { seeds: NonNullable<About['seeds']> }) {
  const t = useText('proof')
  const f = useFormats()
  const chain = seeds.chains.at(-1)
  return (
    <section className={styles.card}>
      <h2>{t('seeds')}</h2>
      <DefinitionRows
        rows={[
          { label: t('function'), value: String(seeds.functionVersion) },
          { label: t('published'), value: chain ? f.date(chain.publishedAt) : '-' },
          { label: t('revealed'), value: seeds.revealed[0] ? f.calendarDay(seeds.revealed[0].day) : '-' },
          { label: t('end'), value: <code className={styles.hash}>{chain?.end ?? '-'}</code> },
        ]}
      />
    </section>
  )
}
