import { switchLetterKeys, useKeysNow, useLetterKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { KeyCap } from '@lonja/kit/parts/KeyCap'
import { Switch } from '@lonja/kit/parts/Switch'
import { useText } from '@lonja/kit/text'
import styles from './KeySheet.module.css'

/** All keys of this page, and a switch for single-character keys. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useText('console')
  const keys = useKeysNow()
  const letters = useLetterKeys()
  return (
    <Dialog
      title={t('keys')}
      onClose={onClose}
      actions={<Button look="outline" label={t('close')} onClick={onClose} />}
    >
      <dl className={styles.keys}>
        {keys.map(({ key, label, full = label }) => (
          <div key={`${key} ${label}`} className={!letters && key.length === 1 ? styles.off : undefined}>
            <dt>
              <KeyCap of={key} />
              <span className="said">{key}</span>
            </dt>
            <dd>{full}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.letters}>
        <span aria-hidden>{t('letterKeys')}</span>
        <Switch label={t('letterKeys')} on={letters} onChange={switchLetterKeys} />
      </div>
    </Dialog>
  )
}
