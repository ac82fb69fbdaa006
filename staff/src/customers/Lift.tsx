import { liftRestriction } from '@lonja/core/accounts/accounts.staff.contract'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'
import { nameOf, type File } from './file.ts'

/** Lift an account's restriction. */
export function Lift({ file, onDone, onCancel }: { file: File; onDone: () => void; onCancel: () => void }) {
  const t = useText('customers')
  const lift = useWrite(liftRestriction, {
    quiet: true,
    onReply: ({ lifted }) => {
      toast(t(lifted ? 'didLift' : 'wasFree'), { kind: 'done' })
      onDone()
    },
  })
  return (
    <Confirm
      title={t('liftAsk', { name: nameOf(file) })}
      text={t('liftWhat')}
      confirm={t('do_lift')}
      cancel={t('cancel')}
      busy={lift.isPending}
      error={lift.refusal?.msg}
      onConfirm={() => lift.mutate({ customer: file.id })}
      onCancel={onCancel}
    />
  )
}
