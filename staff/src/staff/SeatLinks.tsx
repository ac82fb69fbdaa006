import { useMemo } from 'react'
import { revokeSeatLink } from '@lonja/core/staff/seats.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { Empty } from '@lonja/kit/parts/states'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText, type Say } from '@lonja/kit/text'
import { useColleague } from './colleague.ts'
import { roleNames } from './roles.ts'
import type { Seats } from './SeatDialogs.tsx'
import styles from './Seats.module.css'

type Link = Seats['links'][number]

const TONES = { waiting: 'warn', open: 'accent', used: 'gain', expired: 'grey', revoked: 'grey' } as const

/** The one-time links, and the state of each; `onNew` is null for a seat that only reads. */
export function SeatLinks({ links, onNew }: { links: readonly Link[] | undefined; onNew: (() => void) | null }) {
  const t = useText('staff')
  const f = useFormats()
  const colleague = useColleague()
  const { mutate } = useWrite(revokeSeatLink, { onReply: () => markAllStale() })
  const isAble = onNew !== null
  const columns = useMemo(() => {
    const revoke = isAble ? (id: string) => mutate({ id }) : null
    return columnsIn(t, f, colleague, revoke)
  }, [t, f, colleague, isAble, mutate])
  return (
    <section className={styles.part}>
      <header className={styles.partHead}>
        <div>
          <h2>{t('links')}</h2>
          <p className={styles.note}>{t('linksWhat')}</p>
        </div>
        {onNew && <Button look="outline" small label={t('newLink')} keyCap="L" onClick={onNew} />}
      </header>
      <DataTable
        label={t('links')}
        columns={columns}
        rows={links}
        keyOf={({ id }) => id}
        instead={links?.length === 0 ? <Empty text={t('noLinks')} /> : undefined}
      />
    </section>
  )
}

function columnsIn(
  t: Say<'staff'>,
  f: Formats,
  colleague: (number: number) => string,
  onRevoke: ((id: string) => void) | null,
): DataColumn<Link>[] {
  return [
    { id: 'roles', label: t('roles'), cell: ({ roles }) => roleNames(t, f, roles) },
    { id: 'made', label: t('made'), soft: true, cell: ({ madeAt }) => f.date(madeAt), by: ({ madeAt }) => madeAt },
    {
      id: 'by',
      label: t('madeBy'),
      soft: true,
      whole: true,
      cell: ({ madeBy }) => (madeBy === null ? t('byCommand') : colleague(madeBy)),
    },
    { id: 'ends', label: t('ends'), soft: true, cell: ({ endsAt }) => f.date(endsAt), by: ({ endsAt }) => endsAt },
    {
      id: 'state',
      label: t('state'),
      whole: true,
      cell: ({ state, usedBy }) => (
        <StatusChip
          tone={TONES[state]}
          icon={null}
          label={usedBy === null ? t(`link_${state}`) : t('linkBecame', { number: String(usedBy) })}
        />
      ),
    },
    {
      id: 'act',
      label: t('act'),
      right: true,
      cell: ({ id, state }) =>
        onRevoke &&
        (state === 'open' || state === 'waiting') && (
          <button type="button" className={styles.act} onClick={() => onRevoke(id)}>
            {t('revoke')}
          </button>
        ),
    },
  ]
}
