import type { ReplyOf } from '@lonja/core/base/contract'
import { readHealth } from '@lonja/core/proof/health.staff.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { UnquotedList } from '@lonja/kit/parts/UnquotedList'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Broken } from './Broken.tsx'
import { Jobs } from './Jobs.tsx'
import { Lines, sourceName } from './Lines.tsx'
import { STATE_TONES, type HealthReply } from './tones.ts'
import styles from './Health.module.css'

type About = ReplyOf<typeof readAbout>

const ASKED_MS = 5_000
const STREAM_TONES = { live: 'gain', silent: 'warn', empty: 'loss', away: 'loss' } as const

/** The state of the house: the server's report on itself, polled every few seconds, with advice on problems. */
export function Health() {
  const t = useText('proof')
  const f = useFormats()
  const { data, error, refetch, isFetching } = useRead(readHealth, {}, { quiet: true, refetchMs: ASKED_MS })
  const about = useRead(readAbout, {}, { quiet: true })
  useKeys([{ key: 'r', label: t('again'), act: () => void refetch() }])
  if (!data)
    return (
      <div className={styles.page}>
        <h1>{t('health')}</h1>
        {error ? (
          <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={10} dense line={false} />
        )}
      </div>
    )
  const wrong = data.lines.filter(({ state }) => state !== 'well')
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('health')}</h1>
        <span role="status">
          <StatusChip
            tone={
              wrong.length === 0 ? 'gain' : STATE_TONES[wrong.some(({ state }) => state === 'ill') ? 'ill' : 'look']
            }
            label={wrong.length === 0 ? t('allWell') : t('notWell', { count: wrong.length })}
          />
        </span>
        <span className={styles.at}>
          {/* The report is stale if it cannot be reloaded. */}
          {error ? t('oldOf', { time: f.time(data.now) }) : t('asOf', { time: f.time(data.now) })}
        </span>
        <Button look="outline" small label={t('again')} keyCap="R" busy={isFetching} onClick={() => void refetch()} />
      </header>
      <Lines health={data} />
      {data.verified && <Broken laws={data.verified.broken} />}
      <div className={styles.cards}>
        <House health={data} about={about.data} />
        <Jobs jobs={data.jobs} />
        {about.data && <Prices source={about.data.source} listings={about.data.listings} />}
        {about.data?.seeds && <Seeds seeds={about.data.seeds} />}
      </div>
    </div>
  )
}

function House({ health, about }: { health: HealthReply; about: About | undefined }) {
  const t = useText('proof')
  const f = useFormats()
  const openedAt = about?.openedAt ?? null
  return (
    <section className={styles.card}>
      <h2>{t('house')}</h2>
      <DefinitionRows
        rows={[
          { label: t('version'), value: health.version },
          { label: t('node'), value: health.node },
          { label: t('started'), value: f.date(health.startedAt) },
          { label: t('opened'), value: openedAt === null ? '-' : f.date(openedAt) },
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
          { label: t('source'), value: sourceName(source.label, t) },
          { label: t('listings'), value: f.count(listings) },
          { label: t('clock'), value: f.date(source.now) },
          ...source.streams.map(({ name, state, since, heard, wanted }) => ({
            label: name,
            note: `${f.date(since)} · ${t('heardOf', { heard: f.count(heard), wanted: f.count(wanted) })}`,
            value: <StatusChip tone={STREAM_TONES[state]} label={t(`stream_${state}`)} />,
          })),
        ]}
      />
      <UnquotedList
        unquoted={source.unquoted}
        label={(why) => t(`unquoted_${why}`)}
        andMore={(blanks) => t('andMore', blanks)}
      />
      {!source.hasRates && <p>{t('noRates')}</p>}
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
          {
            label: t('revealed'),
            value: seeds.revealed[0] ? f.dayBeside(Date.parse(`${seeds.revealed[0].day}T12:00:00Z`)) : '-',
          },
          { label: t('end'), value: <code className={styles.hash}>{chain?.end ?? '-'}</code> },
        ]}
      />
    </section>
  )
}
