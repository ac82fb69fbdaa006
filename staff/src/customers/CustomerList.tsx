import { useMemo, useRef, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listCustomers } from '@lonja/core/customers/customers.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { leaveField } from '@lonja/kit/focus'
import { useKeys } from '@lonja/kit/keys'
import { goTo, hrefTo, urlTo, usePlace } from '@lonja/kit/nav'
import { StatusChip } from '@lonja/kit/parts/Chip'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { useFind } from '../review/find.ts'
import { KYC_TONES } from './tones.ts'
import styles from './Customers.module.css'

type Row = ReplyOf<typeof listCustomers>['rows'][number]

const FIND_MOST = 60

/** Every customer, masked: the list does not count as a view. Opening a customer does, and the customer can read it. */
export function CustomerList() {
  const t = useText('customers')
  const { path } = usePlace()
  const [find, typed, setTyped] = useFind(path)
  const list = usePages(listCustomers, find === '' ? {} : { find }, { quiet: true, keep: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const [chosen, setChosen] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const at = rows.findIndex(({ id }) => id === chosen)
  const open = (row: Row | undefined) => row && goTo(urlTo(path, { id: row.id }))
  const move = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) setChosen(next.id)
    else if (by === 1) list.more()
  }
  useKeys([
    { key: '/', label: t('keySearch'), act: () => field.current?.select() },
    { key: 'ArrowUp', label: t('keyMove'), act: () => move(-1) },
    { key: 'ArrowDown', label: t('keyMove'), act: () => move(1) },
    { key: 'j', label: t('keyMove'), act: () => move(1), quiet: true },
    { key: 'k', label: t('keyMove'), act: () => move(-1), quiet: true },
    { key: 'Enter', label: t('keyOpen'), act: () => open(rows[at] ?? (rows.length === 1 ? rows[0] : undefined)) },
  ])
  return (
    <div className={styles.list}>
      <header className={styles.listHead}>
        <h1>{t('title')}</h1>
        <SearchBox
          field={field}
          typed={typed}
          onTyped={setTyped}
          onDone={() => {
            // The rows shown may still belong to an earlier text.
            if (typed.trim() !== find) return
            leaveField(field.current)
            if (rows.length === 1) open(rows[0])
            else setChosen(rows[0]?.id ?? null)
          }}
          onDown={() => move(1)}
        />
        <p className={styles.note}>{t('masked')}</p>
      </header>
      <Rows list={list} rows={rows} chosen={chosen} isFound={find !== ''} onOpen={open} />
    </div>
  )
}

/** Enter opens the only match, or moves to the first; the down arrow moves into the list; Escape clears and leaves. */
function SearchBox(props: {
  field: React.RefObject<HTMLInputElement | null>
  typed: string
  onTyped: (typed: string) => void
  onDone: () => void
  onDown: () => void
}) {
  const { field, typed, onTyped, onDone, onDown } = props
  const t = useText('customers')
  const pressed = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') onTyped('')
    leaveField(field.current)
    if (event.key === 'ArrowDown') onDown()
  }
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <MagnifyingGlassIcon size={18} />
      <input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        maxLength={FIND_MOST}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        onKeyDown={pressed}
      />
      <KeyCap of="/" />
    </form>
  )
}

function Rows(props: {
  list: ReturnType<typeof usePages<typeof listCustomers>>
  rows: readonly Row[]
  chosen: string | null
  isFound: boolean
  onOpen: (row: Row) => void
}) {
  const { list, rows, chosen, isFound, onOpen } = props
  const t = useText('customers')
  const f = useFormats()
  const { path } = usePlace()
  const columns = useMemo(() => columnsIn(t, f, path), [t, f, path])
  return (
    <PagedTable
      label={t('title')}
      columns={columns}
      list={list}
      rows={rows}
      keyOf={({ id }) => id}
      chosen={chosen}
      onChoose={onOpen}
      failed={t('listFailed')}
      empty={<Empty text={t(isFound ? 'noneFound' : 'none')} />}
      more={t('more')}
    />
  )
}

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
