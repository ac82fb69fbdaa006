import { useState } from 'react'
import { askReset } from '@lonja/core/resets/resets.contract'
import type { DeviceSecret } from '@lonja/core/resets/secret.rules'
import { useForm } from '@lonja/kit/form'
import { back } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { DeviceMobileIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { knownMarks } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import { phoneDigits, phoneMistake } from '../accounts/checks.ts'
import { forgetSecret, keepSecret, keptSecret, newDeviceSecret } from './kept.ts'
import { ResetRequest } from './ResetRequest.tsx'
import styles from './Resets.module.css'

/** A forgotten log-in password: this device asks for a new one, or shows the request that it has made. */
export function Forgotten() {
  const [own, setOwn] = useState(keptSecret)
  const again = () => {
    forgetSecret()
    setOwn(null)
  }
  return own ? <ResetRequest own={own} onAgain={again} /> : <Ask onAsked={setOwn} />
}

function Ask({ onAsked }: { onAsked: (own: DeviceSecret) => void }) {
  const t = useText('resets')
  // One form has one secret: a second tap is the same request.
  const [own] = useState(newDeviceSecret)
  const form = useForm({
    call: askReset,
    first: { phone: '' },
    mistakes: ({ phone }) => {
      const wrong = phoneMistake(phone)
      return { phone: wrong === null ? undefined : t(wrong) }
    },
    input: ({ phone }) => ({ phone: phoneDigits(phone), secretHash: own.secretHash, marks: knownMarks() }),
    onReply: () => {
      keepSecret(own)
      onAsked(own)
    },
  })
  return (
    <Screen
      title={t('title')}
      onBack={back}
      dock={
        <FormDock elsewhere={form.elsewhere}>
          <Button
            label={t('ask')}
            busy={form.busy}
            busyLabel={t('asking')}
            waitsFor={form.waitsFor}
            onClick={form.submit}
          />
        </FormDock>
      }
    >
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.submit}>
        <p className={styles.soft}>{t('intro')}</p>
        <Field {...form.field('phone')} label={t('phone')} type="tel" autoComplete="username" />
        <Notice tone="ground" icon={DeviceMobileIcon} title={t('onlyThis')}>
          {t('onlyThisWhy')}
        </Notice>
        <p className={styles.soft}>{t('replaces')}</p>
        <p className={styles.soft}>{t('notYours')}</p>
        <button type="submit" hidden />
      </form>
    </Screen>
  )
}
