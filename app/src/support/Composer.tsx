import { useId, useState } from 'react'
import { MESSAGE_MOST, PICTURES_MOST, sendMessage } from '@lonja/core/support/thread.contract'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { Button } from '@lonja/kit/parts/Button'
import { PlusCircleIcon } from '@lonja/kit/parts/late-icons'
import { XIcon } from '@lonja/kit/parts/page-icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { PictureList } from '@lonja/kit/parts/PictureList'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useUploads } from '@lonja/kit/uploads'
import styles from './support.module.css'

const COUNTED_FROM = 0.8

/** The message being written and its submission. The text stays until the server has it. */
function useMessage(onSent: () => void) {
  const [text, setText] = useState('')
  const [id, setId] = useState(newId)
  const [attaching, setAttaching] = useState(false)
  const uploads = useUploads({ use: 'support', most: PICTURES_MOST })
  const { mutate, isPending, refusal } = useWrite(sendMessage, {
    onReply: () => {
      setText('')
      setId(newId())
      setAttaching(false)
      onSent()
      for (const one of uploads.uploads) uploads.remove(one.id)
      markStale(['support'])
    },
    // After a refusal the text may be corrected; it is then another message.
    onRefusal: (refusal) => {
      if (!('outage' in refusal)) setId(newId())
    },
  })
  const attach = () => {
    if (attaching) for (const one of uploads.uploads) uploads.remove(one.id)
    setAttaching(!attaching)
  }
  const send = () => mutate({ id, text, pictures: uploads.ids })
  return { text, setText, attaching, attach, uploads, send, isPending, refusal }
}

/** The message input: lines of plain text, with pictures. */
export function Composer() {
  const t = useText('support')
  const field = useId()
  const { ref, tried, count, reset } = useTries()
  const { text, setText, attaching, attach, uploads, send, isPending, refusal } = useMessage(reset)
  const waits = uploads.busy ? t('picturesOnTheirWay') : undefined
  const isEmpty = text.trim() === '' && uploads.ids.length === 0
  const mistake = isEmpty && tried ? t('messageEmpty') : refusal?.msg
  const submit = () => {
    if (waits || isPending) return
    if (!isEmpty) return send()
    count()
    sayMistake(t('messageEmpty'))
  }
  return (
    <form
      ref={ref}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {attaching && <PictureList label={t('pictures')} uploads={uploads} />}
      <div className={styles.line}>
        <IconButton
          icon={attaching ? XIcon : PlusCircleIcon}
          label={attaching ? t('noPictures') : t('addPictures')}
          expanded={attaching}
          onClick={attach}
        />
        <label className="said" htmlFor={field}>
          {t('message')}
        </label>
        <textarea
          id={field}
          className={styles.typed}
          rows={1}
          value={text}
          maxLength={MESSAGE_MOST}
          placeholder={t('message')}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={`${field}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <span className={styles.send}>
          <Button type="submit" small label={t('send')} busy={isPending} waitsFor={waits} />
        </span>
      </div>
      <div id={`${field}-note`} className={styles.note}>
        <span role="alert">{mistake}</span>
        {text.length >= MESSAGE_MOST * COUNTED_FROM && <span>{`${text.length}/${MESSAGE_MOST}`}</span>}
      </div>
    </form>
  )
}
