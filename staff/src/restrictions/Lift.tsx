import { useState } from 'react'
import type { CustomerId } from '@lonja/core/base/ids'
import { liftRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { newId } from '@lonja/kit/ids'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'

/** Ask for an account's restriction to be lifted; two people decide in the queue. */
export function Lift(props: { customer: CustomerId; name: string; onDone: () => void; onCancel: () => void }) {
  const { customer, name, onDone, onCancel } = props
  const t = useText('restrictions')
  const [id] = useState(newId)
  const lift = useWrite(liftRestriction, {
    quiet: true,
    onReply: ({ outcome }) => {
      toast(t(outcome === 'asked' ? 'didAsk' : 'wasFree'), { kind: 'done' })
      onDone()
    },
  })
  return (
    <Confirm
      title={t('liftAsk', { name })}
      text={t('liftWhat')}
      confirm={t('askLift')}
      cancel={t('liftBack')}
      busy={lift.isPending}
      error={lift.refusal?.msg}
      onConfirm={() => lift.mutate({ id, customer })}
      onCancel={onCancel}
    />
  )
}
