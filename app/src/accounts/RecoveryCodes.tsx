import { useRef } from 'react'
import { copyText } from '@lonja/kit/clipboard'
import { Button } from '@lonja/kit/parts/Button'
import { Screen } from '@lonja/kit/parts/Screen'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import styles from './accounts.module.css'

/** The ten recovery codes, shown this once only. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useText('accounts')
  const say = useText('app')
  const list = useRef<HTMLOListElement>(null)
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'), list.current)) toast(say('copied'), { kind: 'done' })
    else toast(say('copyFailed'))
  }
  return (
    <Screen
      title={t('recoveryTitle')}
      dock={
        <div className={styles.dock}>
          <Button look="soft" label={t('recoveryCopy')} onClick={() => void copy()} />
          <Button label={t('recoveryDone')} onClick={onKept} />
        </div>
      }
    >
      <div className={styles.form}>
        <p>{t('recoveryWhy')}</p>
        <ol ref={list} className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
    </Screen>
  )
}
