import { useMemo } from 'react'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { useText, type Say, type TextKey } from '@lonja/kit/text'
import { STATE_TONES, type HealthReply } from './tones.ts'
import styles from './Health.module.css'

type Job = HealthReply['jobs'][number]

const NAMES: Readonly<Record<string, TextKey<'proof'>>> = {
  fills: 'job_fills',
  servers: 'job_servers',
  alerts: 'job_alerts',
  withdrawals: 'job_withdrawals',
  news: 'job_news',
  feeds: 'job_feeds',
  signing: 'job_signing',
  roots: 'job_roots',
  seeds: 'job_seeds',
  totals: 'job_totals',
  books: 'job_books',
  pictures: 'job_pictures',
  payees: 'job_payees',
  numbers: 'job_numbers',
  resets: 'job_resets',
  old_resets: 'job_old_resets',
  offers: 'job_offers',
  blocks: 'job_blocks',
  loans: 'job_loans',
  options: 'job_options',
  backtests: 'job_backtests',
  runs: 'job_runs',
  push: 'job_push',
}

/** The house's jobs, and the last run of each. */
export function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const t = useText('proof')
  const f = useFormats()
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  return (
    <section className={styles.wide}>
      <h2>{t('jobs')}</h2>
      <DataTable label={t('jobs')} columns={columns} rows={jobs} keyOf={({ name }) => name} />
    </section>
  )
}

/** An interval in its own unit: `5 s`, `10 min`. */
function everyIn(t: Say<'proof'>, ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 120 ? t('seconds', { count: seconds }) : t('minutes', { count: Math.round(seconds / 60) })
}

function columnsIn(t: Say<'proof'>, f: Formats): DataColumn<Job>[] {
  return [
    // A job added by a newer server than this page has no label here, only its name.
    { id: 'name', label: t('job'), cell: ({ name }) => (NAMES[name] ? t(NAMES[name]) : name) },
    { id: 'every', label: t('every'), soft: true, cell: ({ everyMs }) => everyIn(t, everyMs) },
    { id: 'ran', label: t('ran'), soft: true, cell: ({ ranAt }) => (ranAt === null ? '-' : f.date(ranAt)) },
    {
      id: 'failed',
      label: t('failedAt'),
      soft: true,
      cell: ({ failedAt, failures }) =>
        failedAt === null ? '-' : failures > 0 ? `${f.date(failedAt)} · ${f.count(failures)}×` : f.date(failedAt),
    },
    {
      id: 'state',
      label: t('state'),
      whole: true,
      cell: ({ state }) => <StatusChip tone={STATE_TONES[state]} label={t(`state_${state}`)} />,
    },
  ]
}
