import { useState } from 'react'
import { FILTER_NAME_MOST } from '@lonja/core/review/filters.rules'
import { listSeatFilters, removeSeatFilter, saveSeatFilter } from '@lonja/core/review/filters.staff.contract'
import { newId } from '@lonja/kit/ids'
import { hrefTo, usePlace } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { markAllStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import type { QueueFilter } from './filters.ts'
import styles from './QueueFilters.module.css'

/** The fields of the address in the order of their names, so that the same filter is always the same text. */
const queryOf = (filter: QueueFilter): string =>
  Object.entries(filter.query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .toSorted()
    .join('&')

/** The filters that this seat saved for a queue, and whether the present one is among them. */
function useSaved(kind: string, filter: QueueFilter) {
  const { data } = useRead(listSeatFilters, {}, { quiet: true })
  const own = data?.rows.filter((row) => row.kind === kind) ?? []
  const query = queryOf(filter)
  return { own, query, isSaved: own.some((row) => row.query === query) }
}

/** The filters that this seat saved for a queue, each a link, also while the fields of the filters are folded. */
export function SavedFilters({ kind, filter }: { kind: string; filter: QueueFilter }) {
  const t = useText('review')
  const { path } = usePlace()
  const remove = useWrite(removeSeatFilter, { quiet: true, onReply: markAllStale })
  const { own, query } = useSaved(kind, filter)
  if (own.length === 0) return null
  return (
    <ul className={styles.saved} aria-label={t('savedFilters')}>
      {own.map((row) => (
        <li key={row.id}>
          <a
            href={hrefTo(path, Object.fromEntries(new URLSearchParams(row.query)))}
            aria-current={row.query === query ? 'true' : undefined}
          >
            {row.name}
          </a>
          {row.query === query && (
            <Button
              look="text"
              small
              label={t('removeFilter')}
              busy={remove.isPending}
              onClick={() => remove.mutate({ id: row.id })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The field that saves the present filter; nothing without one, or if it is saved. */
export function SaveFilter({ kind, filter }: { kind: string; filter: QueueFilter }) {
  const { query, isSaved } = useSaved(kind, filter)
  return query === '' || isSaved ? null : <Save key={query} kind={kind} query={query} />
}

function Save({ kind, query }: { kind: string; query: string }) {
  const t = useText('review')
  const [id] = useState(newId) // One form, one id: a second tap is the same filter.
  const [name, setName] = useState('')
  const save = useWrite(saveSeatFilter, { quiet: true, onReply: markAllStale })
  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') save.mutate({ id, kind, name, query })
      }}
    >
      <label>
        {t('filterName')}
        <input
          value={name}
          maxLength={FILTER_NAME_MOST}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button look="outline" small type="submit" label={t('saveFilter')} busy={save.isPending} />
      <span role="alert" className={styles.wrong}>
        {save.refusal?.msg}
      </span>
    </form>
  )
}
