import { useRef } from 'react'
import { copyText } from '@lonja/kit/clipboard'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { ClockIcon, CopySimpleIcon } from '@lonja/kit/parts/late-icons'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import styles from './Resets.module.css'

/** The code to say to support: large, spelled out, with its end. A screen reader reads it letter by letter. */
export function CodeBlock({ code, spelled, endsAt }: { code: string; spelled: string; endsAt: number }) {
  const t = useText('resets')
  const say = useText('app')
  const f = useFormats()
  const shown = useRef<HTMLParagraphElement>(null)
  const copy = () =>
    void copyText(code, shown.current).then((done) =>
      toast(say(done ? 'copied' : 'copyFailed'), done ? { kind: 'done' } : {}),
    )
  return (
    <div className={styles.code}>
      <p className={styles.caption}>{t('say')}</p>
      <p ref={shown} className={styles.letters} aria-label={spelled}>
        {code}
      </p>
      <p className={styles.caption}>{t('spelled', { letters: spelled })}</p>
      <div className={styles.ends}>
        <span className={styles.until}>
          <ClockIcon size={18} />
          {t('goodUntil', { time: f.date(endsAt) })}
        </span>
        <Button small look="text" icon={CopySimpleIcon} label={t('copy')} onClick={copy} />
      </div>
    </div>
  )
}
