import { useMemo, useRef, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listCustomers, searchCustomers, SEARCH_MOST } from '@lonja/core/customers/customers.staff.contract'
import { useAsked } from '@lonja/kit/asked'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { leaveField } from '@lonja/kit/focus'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo, usePlace, useQuery } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DataTable, type DataColumn } from '@lonja/kit/parts/DataTable'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText, type Say } from '@lonja/kit/text'
import { RECORD_STATES } from '../review/records.ts'
import { KYC_TONES } from './tones.ts'
import styles from './Customers.module.css'

type Row = ReplyOf<typeof listCustomers>['rows'][number]
type CustomerRow = ReplyOf<typeof searchCustomers>['rows'][number]

/**
 * Every customer, or those whom a search names, masked. The list is no view. A search is an act of the seat, so it runs when a
 * person submits it and not while the text is typed.
 */
export function CustomerList() {
  const { path } = usePlace()
  const find = useQuery().get('find') ?? ''
  return find === '' ? <All path={path} /> : <Hits key={find} path={path} find={find} />
}

function All({ path }: { path: string }) {
  const t = useText('customers')
  const f = useFormats()
  const list = usePages(listCustomers, {}, { quiet: true, keep: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const columns = useMemo(() => columnsIn(t, f, path), [t, f, path])
  const chosen = useRows(rows, path, list.more)
  return (
    <div className={styles.list}>
      <Head path={path} find="" note={t('masked')} onDown={() => chosen.move(1)} />
      <PagedTable
        label={t('title')}
        columns={columns}
        list={list}
        rows={rows}
        keyOf={({ id }) => id}
        chosen={chosen.id}
        onChoose={chosen.open}
        failed={t('listFailed')}
        empty={<Empty text={t('none')} />}
        more={t('more')}
      />
    </div>
  )
}

const NONE: readonly CustomerRow[] = []

function Hits({ path, find }: { path: string; find: string }) {
  const t = useText('customers')
  const r = useText('review')
  const f = useFormats()
  const { reply: hits, failed, again } = useAsked(searchCustomers, { words: find })
  const rows = hits?.rows ?? NONE
  const columns = useMemo(() => [...columnsIn(t, f, path), recordsIn(t, r)], [t, r, f, path])
  const chosen = useRows(rows, path)
  const words =
    hits === null ? '' : hits.more ? t('hitsMore', { count: rows.length }) : t('hits', { count: rows.length })
  const error = failed !== null && <ErrorView title={t('searchFailed')} text={failed} onRetry={again} />
  const none = hits !== null && rows.length === 0 && <Empty text={t('noneFound')} why={t('noneFoundWhy')} />
  return (
    <div className={styles.list}>
      <Head path={path} find={find} note={words} onDown={() => chosen.move(1)} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={hits?.rows}
        keyOf={({ id }) => id}
        chosen={chosen.id}
        onChoose={chosen.open}
        instead={error || none || undefined}
      />
    </div>
  )
}

/** The row that the keys are on, and how it is opened: Enter opens it, or the only row. */
function useRows<R extends { readonly id: string }>(rows: readonly R[], path: string, more?: () => void) {
  const t = useText('customers')
  const [id, setId] = useState<string | null>(null)
  const at = rows.findIndex((row) => row.id === id)
  const open = (row: R | undefined): void => {
    if (row) goTo(urlTo(path, { id: row.id }))
  }
  const move = (by: 1 | -1): void => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) setId(next.id)
    else if (by === 1) more?.()
  }
  useKeys([
    { key: 'ArrowUp', label: t('keyMove'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('keyMove'), act: () => move(1) },
    { key: 'j', label: t('keyMove'), act: () => move(1), quiet: true },
    { key: 'k', label: t('keyMove'), act: () => move(-1), quiet: true },
    { key: 'Enter', label: t('keyOpen'), act: () => open(rows[at] ?? (rows.length === 1 ? rows[0] : undefined)) },
  ])
  return { id, open, move }
}

/** Enter searches; with the text of the hits that are shown it moves on to them. Escape clears the text, then leaves. */
function Head({ path, find, note, onDown }: { path: string; find: string; note: string; onDown: () => void }) {
  const t = useText('customers')
  const [typed, setTyped] = useState(find)
  const field = useRef<HTMLInputElement>(null)
  useKeys([{ key: '/', label: t('keySearch'), act: () => field.current?.select() }])
  const pressed = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape' && typed !== '') return setTyped('')
    leaveField(field.current)
    if (event.key === 'ArrowDown') onDown()
  }
  return (
    <header className={styles.listHead}>
      <h1>{t('title')}</h1>
      <form
        role="search"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          const words = typed.trim()
          leaveField(field.current)
          if (words === find) onDown()
          else goTo(urlTo(path, { find: words || undefined }))
        }}
      >
        <MagnifyingGlassIcon size={18} />
        <input
          ref={field}
          type="search"
          aria-label={t('search')}
          aria-describedby="search-note"
          placeholder={t('searchHint')}
          maxLength={SEARCH_MOST}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={pressed}
        />
        <KeyCap of="/" />
        <Button look="text" small type="submit" label={t('find')} />
      </form>
      {find !== '' && (
        <a className={styles.link} href={hrefTo(path)}>
          {t('toAll')}
        </a>
      )}
      <p className={styles.note} role="status">
        {note}
      </p>
      <p id="search-note" className={styles.note}>
        {t('searchWhat')}
      </p>
    </header>
  )
}

/** The records that the text names, each with its state. */
const recordsIn = (t: Say<'customers'>, r: Say<'review'>): DataColumn<CustomerRow> => ({
  id: 'records',
  label: t('records'),
  cell: ({ records }) =>
    records.length === 0 ? '-' : records.map(({ number, state }) => `${number} ${r(RECORD_STATES[state])}`).join(' · '),
})

function columnsIn(t: Say<'customers'>, f: Formats, path: string): DataColumn<Row>[] {
  return [
    {
      id: 'number',
      label: t('number'),
      whole: true,
      cell: ({ id, number }) => (
        <a className={styles.link} href={hrefTo(path, { id })} onClick={(event) => event.stopPropagation()}>
          {number}
        </a>
      ),
    },
    { id: 'name', label: t('name'), cell: ({ displayName }) => displayName ?? '-' },
    { id: 'phone', label: t('phone'), whole: true, cell: ({ phone }) => phone },
    { id: 'joined', label: t('joined'), soft: true, cell: ({ joinedAt }) => f.date(joinedAt) },
    {
      id: 'kyc',
      label: t('identity'),
      cell: ({ kyc }) => <StatusChip tone={KYC_TONES[kyc]} icon={null} label={t(`kyc_${kyc}`)} />,
    },
    {
      id: 'state',
      label: t('state'),
      cell: ({ restricted }) => (restricted ? <StatusChip tone="warn" icon={null} label={t('restricted')} /> : '-'),
    },
  ]
}
