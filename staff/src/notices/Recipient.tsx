import { useState } from 'react'
import type { CustomerId } from '@lonja/core/base/ids'
import { searchCustomers, SEARCH_MOST } from '@lonja/core/customers/customers.staff.contract'
import { proposeHouseMessage } from '@lonja/core/news/publications.staff.contract'
import { useAsked } from '@lonja/kit/asked'
import { useMay } from '@lonja/kit/may'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { Segments } from '@lonja/kit/parts/Segments'
import { useText } from '@lonja/kit/text'
import styles from './Messages.module.css'

/** The recipients of a notice: all customers, or one, shown by a masked name. */
export type RecipientChoice =
  { readonly all: true } | { readonly all: false; readonly id: CustomerId; readonly name: string }

/** One customer whom a search finds, or, for a seat that may propose it, all. */
export function Recipient({
  value,
  onChange,
}: {
  value: RecipientChoice | null
  onChange: (to: RecipientChoice | null) => void
}) {
  const t = useText('messages')
  const isAll = value?.all === true
  const mayAll = useMay(proposeHouseMessage)
  const [looks, setLooks] = useState(false)
  return (
    <>
      {mayAll && (
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
      )}
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

/** Each search is recorded, so it runs when it is submitted, not while the text is typed. */
function Search({ onChoose }: { onChoose: (to: RecipientChoice) => void }) {
  const t = useText('messages')
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const { reply: hits, failed, again } = useAsked(searchCustomers, words === '' ? null : { words })
  const rows = words === '' ? [] : (hits?.rows ?? [])
  const more = hits?.more ? t('findMore', { count: rows.length }) : ''
  const hint = words !== '' && hits?.rows.length === 0 ? t('findNone') : more
  const submit = (): void => (typed.trim() === words && failed !== null ? again() : setWords(typed.trim()))
  return (
    <div className={styles.found}>
      <form
        role="search"
        className={styles.found}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={t('find')} hint={t('findHint')} value={typed} onChange={setTyped} maxLength={SEARCH_MOST} />
        <Button
          look="outline"
          small
          type="submit"
          label={t('doFind')}
          busy={words !== '' && !hits && failed === null}
        />
      </form>
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
        {failed ?? hint}
      </p>
    </div>
  )
}
