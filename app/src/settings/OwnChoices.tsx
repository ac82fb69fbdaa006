import { useState } from 'react'
import { changeProfile, type readProfile } from '@lonja/core/accounts/accounts.contract'
import type { Currency } from '@lonja/core/base/amount'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { Segments } from '@lonja/kit/parts/Segments'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import styles from './settings.module.css'

type Profile = ReplyOf<typeof readProfile>
type Change = InputOf<typeof changeProfile>

/** The account's settings: display currency, display name, and the kinds of notices. */
export function OwnChoices({ profile }: { profile: Profile }) {
  const t = useText('settings')
  // A new choice is shown at once; after a refusal the stored one is shown again.
  const [chosen, setChosen] = useState<Change>({})
  const send = useChange(() => setChosen({}))
  const choose = (change: Change) => {
    setChosen({ ...chosen, ...change })
    send.mutate(change)
  }
  const notices = chosen.notices ?? profile.notices
  return (
    <>
      <Segments<Currency>
        label={t('currency')}
        labelShown
        value={chosen.displayCurrency ?? profile.displayCurrency}
        options={[
          { value: 'EUR', label: t('euro') },
          { value: 'USD', label: t('dollar') },
        ]}
        onChange={(displayCurrency) => choose({ displayCurrency })}
      />
      <p className={styles.soft}>{t('currencyWhy')}</p>
      <Name profile={profile} />
      <fieldset className={styles.languages}>
        <legend>{t('notices')}</legend>
        <Check
          label={t('noticeOrders')}
          on={notices.orders}
          onChange={(orders) => choose({ notices: { ...notices, orders } })}
        />
        <Check
          label={t('noticeSignIns')}
          on={notices.signIns}
          onChange={(signIns) => choose({ notices: { ...notices, signIns } })}
        />
      </fieldset>
      <Button look="outline" label={t('push')} href={hrefTo('/subPackages/message/push')} />
    </>
  )
}

function useChange(onRefusal: () => void) {
  const t = useText('settings')
  return useWrite(changeProfile, {
    onReply: () => {
      markStale(['profile', 'balances'])
      toast(t('saved'), { kind: 'done' })
    },
    onRefusal,
  })
}

function Name({ profile }: { profile: Profile }) {
  const t = useText('settings')
  const [name, setName] = useState(profile.displayName ?? '')
  const send = useChange(() => undefined)
  const saved = name.trim() === (profile.displayName ?? '')
  return (
    <form
      className={styles.name}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saved) send.mutate({ displayName: name.trim() === '' ? null : name.trim() })
      }}
    >
      <Field
        label={t('name')}
        value={name}
        maxLength={60}
        autoComplete="nickname"
        onChange={setName}
        hint={t('nameHint')}
        error={send.mistake('displayName')}
      />
      {!saved && (
        <Button type="submit" look="soft" label={t('saveName')} busy={send.isPending} busyLabel={t('saving')} />
      )}
    </form>
  )
}

function Check({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
