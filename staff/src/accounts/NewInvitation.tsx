import { useState } from 'react'
import {
  INVITATION_DAYS_MOST,
  INVITATION_USES_MOST,
  makeInvitationCode,
} from '@lonja/core/accounts/invitations.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { Code } from './Code.tsx'
import styles from './Invitations.module.css'

const MOST = { uses: INVITATION_USES_MOST, days: INVITATION_DAYS_MOST } as const

const wholeIn = (text: string, most: number): number | null => {
  const value = /^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text.trim()) : 0
  return value >= 1 && value <= most ? value : null
}

/** Create an invitation code for a number of accounts and days, then show it for copying. */
export function NewInvitation({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useText('invitations')
  const f = useFormats()
  const [typed, setTyped] = useState({ uses: '1', days: '30' })
  const [invitation, setInvitation] = useState<InvitationCode | null>(null)
  const [tried, setTried] = useState(false)
  const make = useWrite(makeInvitationCode, {
    quiet: true,
    onReply: ({ code, endsAt }, { uses }) => {
      setInvitation({ code, endsAt, uses })
      onDone()
    },
  })
  const [uses, days] = [wholeIn(typed.uses, MOST.uses), wholeIn(typed.days, MOST.days)]
  if (invitation) return <NewCode invitation={invitation} onClose={onClose} />
  const submit = () => {
    setTried(true)
    if (uses !== null && days !== null) make.mutate({ uses, days })
  }
  const wrong = (name: keyof typeof MOST) =>
    tried && wholeIn(typed[name], MOST[name]) === null ? t('wholeUpTo', { most: f.count(MOST[name]) }) : undefined
  return (
    <Dialog
      title={t('new')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button label={t('make')} busy={make.isPending} onClick={submit} />
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {(['uses', 'days'] as const).map((name) => (
          <Field
            key={name}
            label={t(name)}
            hint={name === 'uses' ? t('usesHint') : undefined}
            inputMode="numeric"
            maxLength={6}
            firstFocus={name === 'uses'}
            value={typed[name]}
            onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
            error={wrong(name)}
          />
        ))}
        <input type="submit" hidden />
        <p role="alert" className={styles.wrong}>
          {make.refusal?.msg}
        </p>
      </form>
    </Dialog>
  )
}

interface InvitationCode {
  readonly code: string
  readonly endsAt: number
  readonly uses: number
}

function NewCode({ invitation, onClose }: { invitation: InvitationCode; onClose: () => void }) {
  const t = useText('invitations')
  const f = useFormats()
  return (
    <Dialog
      title={t('made')}
      onClose={onClose}
      actions={<Button look="outline" label={t('close')} onClick={onClose} />}
    >
      <Code code={invitation.code} />
      <p>{t('madeWhat', { count: invitation.uses, until: f.date(invitation.endsAt) })}</p>
    </Dialog>
  )
}
