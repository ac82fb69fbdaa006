import { useDeferredValue, useState } from 'react'
import type { CustomerId } from '@lonja/core/base/ids'
import { listCustomers } from '@lonja/core/customers/customers.staff.contract'
import { Field } from '@lonja/kit/parts/Field'
import { Segments } from '@lonja/kit/parts/Segments'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Messages.module.css'

/** The recipients of a notice: all customers, or one, shown by a masked name. */
export type RecipientChoice =
  { readonly all: true } | { readonly all: false; readonly id: CustomerId; readonly name: string }

const SHOWN = 5

/** All customers, or one found by the end of the phone number or the beginning of the name. */
export function Recipient({
  value,
  onChange,
}: {
  value: RecipientChoice | null
  onChange: (to: RecipientChoice | null) => void
}) {
  const t = useText('messages')
  const isAll = value?.all === true
  const [looks, setLooks] = useState(false)
  return (
    <>
      <Segments
        label={t('to')}
        labelShown
        options={[
          { value: 'one', label: t('toOne') },
          { value: 'all', label: t('toAll') },
        ]}
        value={isAll ? 'all' : 'one'}
        onChange={(to) => onChange(to === 'all' ? { all: true } : null)}
      />
      {value && !value.all && !looks && (
        <p className={styles.to}>
          {value.name}
          <button type="button" className={styles.act} onClick={() => setLooks(true)}>
            {t('another')}
          </button>
        </p>
      )}
      {(value === null || (!value.all && looks)) && (
        <Search
          onChoose={(to) => {
            setLooks(false)
            onChange(to)
          }}
        />
      )}
    </>
  )
}

function Search({ onChoose }: { onChoose: (to: RecipientChoice) => void }) {
  const t = useText('messages')
  const [typed, setTyped] = useState('')
  const find = useDeferredValue(typed.trim())
  const { data, error } = useRead(
    listCustomers,
    { limit: SHOWN, ...(find === '' ? {} : { find }) },
    { quiet: true, keep: true, enabled: find !== '' },
  )
  const rows = find === '' ? [] : (data?.rows ?? [])
  return (
    <div className={styles.found}>
      <Field label={t('find')} hint={t('findHint')} value={typed} onChange={setTyped} maxLength={60} />
      <ul className={styles.found}>
        {rows.map(({ id, phone, displayName }) => {
          const name = displayName === null ? phone : `${displayName} · ${phone}`
          return (
            <li key={id}>
              <button type="button" onClick={() => onChoose({ all: false, id, name })}>
                {name}
              </button>
            </li>
          )
        })}
      </ul>
      <p role="status" className={styles.note}>
        {error ? error.msg : find !== '' && data && rows.length === 0 ? t('findNone') : ''}
      </p>
    </div>
  )
}
