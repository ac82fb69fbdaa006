import { useRef } from 'react'
import { copyText } from '@lonja/kit/clipboard'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import styles from './Invitations.module.css'

/** A code to hand out: shown in full, and copied by a press, or on a page by a key. */
export function Code({ code, keyed = false }: { code: string; keyed?: boolean }) {
  const t = useText('invitations')
  const shown = useRef<HTMLElement>(null)
  const copy = () =>
    void copyText(code, shown.current).then((done) =>
      toast(t(done ? 'copied' : 'copyByHand'), done ? { kind: 'done' } : {}),
    )
  useKeys(keyed ? [{ key: 'c', label: t('copy'), act: copy }] : [])
  return (
    <>
      <code ref={shown} className={styles.code}>
        {code}
      </code>
      <Button look="outline" small label={t('copy')} keyCap={keyed ? 'C' : undefined} onClick={copy} />
    </>
  )
}
