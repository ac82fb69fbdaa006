import { useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { readThreadPicture } from '@lonja/core/support/support.staff.contract'
import { send } from '@lonja/kit/call'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import styles from './Conversations.module.css'

/** A picture in a thread: covered until requested, because opening it counts as a view. */
export function ThreadPicture({ customer, id }: { customer: CustomerId; id: string }) {
  const t = useText('support')
  const [shown, setShown] = useState<ReplyOf<typeof readThreadPicture> | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const look = async () => {
    const answer = await send(readThreadPicture, { customer, id })
    if ('reply' in answer) setShown(answer.reply)
    else setRefusal('refusal' in answer ? answer.refusal.msg : answer.msg)
  }
  if (shown)
    return <img className={styles.picture} src={`data:${shown.type};base64,${shown.base64}`} alt={t('picture')} />
  return (
    <div className={styles.covered}>
      <Button look="soft" small label={t('seePicture')} onClick={() => void look()} />
      {refusal !== null && <p role="alert">{refusal}</p>}
    </div>
  )
}
