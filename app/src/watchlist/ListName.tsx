import { useRef, useState } from 'react'
import { WATCHLIST_NAME_MAX, makeWatchlist, renameWatchlist } from '@lonja/core/watchlist/watchlist.contract'
import { sayMistake } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import styles from './watchlist.module.css'

interface NameProps {
  list: { id: string; name: string } | null
  onClose: () => void
  /** Called with the list and its new name. */
  onDone: (list: string, name: string) => void
}

/** The name of a new list (`list` null), or a new name for a list. */
export function ListName(props: NameProps) {
  const { list, onClose } = props
  const t = useText('watchlist')
  const [id] = useState(newId) // One dialog is one list: a second tap is the same request.
  const { name, change, save, error, busy, field } = useNaming(props, id)
  return (
    <Dialog
      title={list ? t('rename') : t('newList')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('save')} busy={busy} onClick={save} />
        </>
      }
    >
      <form
        className={styles.name}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          ref={field}
          firstFocus
          label={t('listName')}
          value={name}
          maxLength={WATCHLIST_NAME_MAX}
          autoComplete="off"
          error={error}
          onChange={change}
        />
      </form>
    </Dialog>
  )
}

/** The typed name, its submission, and its error. */
function useNaming({ list, onClose, onDone }: NameProps, id: string) {
  const t = useText('watchlist')
  const [name, setName] = useState(list?.name ?? '')
  const [isLeft, setIsLeft] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const onReply = (reply: { id: string }) => {
    markStale(['watchlist'])
    onClose()
    onDone(reply.id, name.trim())
  }
  const make = useWrite(makeWatchlist, { onReply })
  const rename = useWrite(renameWatchlist, { onReply })
  const { refusal, isPending, forget } = list ? rename : make
  const empty = name.trim() === ''
  return {
    name,
    field,
    busy: isPending,
    error: isLeft && empty ? t('nameMissing') : refusal?.msg,
    change: (next: string) => {
      setName(next)
      forget()
    },
    save: () => {
      setIsLeft(true)
      if (empty) {
        sayMistake(t('nameMissing'))
        return field.current?.focus()
      }
      if (list) rename.mutate({ id: list.id, name })
      else make.mutate({ id, name })
    },
  }
}
