import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { send } from '@lonja/kit/call'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import styles from './Picture.module.css'

type View = ReplyOf<typeof viewPicture>

/**
 * A picture of a customer. It is loaded only on request, because opening it counts as a view that the customer reads;
 * it is watermarked with the seat and the time. It is requested once and never reloads by itself.
 */
export function Picture(props: { customer: CustomerId; id: string; label: string; removed: boolean }) {
  const { customer, id, label, removed } = props
  const t = useText('review')
  const [view, setView] = useState<View | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const look = useCallback(async () => {
    setBusy(true)
    setRefusal(null)
    const answer = await send(viewPicture, { customer, id })
    if (!here.current) return
    setBusy(false)
    if ('reply' in answer) setView(answer.reply)
    else setRefusal('refusal' in answer ? answer.refusal.msg : answer.msg)
  }, [customer, id])
  return (
    <figure className={styles.picture}>
      <figcaption>{label}</figcaption>
      {view ? (
        <img
          src={`data:${view.type};base64,${view.base64}`}
          width={view.width}
          height={view.height}
          alt={t('pictureOf', { label })}
        />
      ) : (
        <div className={styles.covered}>
          {removed ? (
            <p>{t('pictureRemoved')}</p>
          ) : (
            <>
              <Button look="soft" small label={t('seePicture')} busy={busy} onClick={() => void look()} />
              <p>{refusal ?? t('pictureView')}</p>
            </>
          )}
        </div>
      )}
    </figure>
  )
}
