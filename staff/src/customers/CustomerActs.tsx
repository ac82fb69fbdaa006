import { useState } from 'react'
import { mayCall } from '@lonja/core/base/contract'
import { liftRestriction, restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import { openThread } from '@lonja/core/support/support.staff.contract'
import { useKeys } from '@lonja/kit/keys'
import { goTo, urlTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import { Lift } from '../restrictions/Lift.tsx'
import { Restrict } from '../restrictions/Restrict.tsx'
import { useSeat } from '../staff/seat.ts'
import { nameOf, type File } from './file.ts'
import { Message } from './Message.tsx'
import styles from './Customers.module.css'

type CustomerAct = 'restrict' | 'change' | 'lift' | 'message'

/**
 * The acts of this seat on the account. Each asks for confirmation first, and is recorded in the customer's activity.
 */
export function CustomerActs({ file, onAgain }: { file: File; onAgain: () => void }) {
  const t = useText('customers')
  const { data: seat } = useSeat()
  const [dialog, setDialog] = useState<CustomerAct | null>(null)
  const may = (call: Parameters<typeof mayCall>[1]) => seat !== undefined && mayCall(seat.roles, call)
  const isOpen = file.closedAt === null && !file.ownAccount
  const acts = [
    ...(isOpen && may(restrictAccount) ? [{ key: 'r', asks: file.restriction ? 'change' : 'restrict' } as const] : []),
    ...(isOpen && file.restriction && may(liftRestriction) ? [{ key: 'l', asks: 'lift' as const }] : []),
    ...(isOpen && may(sendHouseMessage) ? [{ key: 'm', asks: 'message' as const }] : []),
  ]
  const toThread = file.hasThread && may(openThread) ? () => goTo(urlTo('/conversations', { customer: file.id })) : null
  useKeys([
    ...acts.map(({ key, asks }) => ({ key, label: t(`do_${asks}`), act: () => setDialog(asks) })),
    ...(toThread ? [{ key: 'c', label: t('toThread'), act: toThread }] : []),
  ])
  const close = () => setDialog(null)
  const done = () => {
    close()
    onAgain()
  }
  return (
    <>
      {file.ownAccount && <Notice tone="ground">{t('ownAccount')}</Notice>}
      {(acts.length > 0 || toThread) && (
        <div className={styles.acts}>
          {acts.map(({ key, asks }) => (
            <Button
              key={asks}
              small
              look="outline"
              label={t(`do_${asks}`)}
              keyCap={key}
              onClick={() => setDialog(asks)}
            />
          ))}
          {toThread && <Button small look="outline" label={t('toThread')} keyCap="C" onClick={toThread} />}
        </div>
      )}
      {(dialog === 'restrict' || dialog === 'change') && file.underWay && (
        <Restrict
          customer={file.id}
          name={nameOf(file)}
          number={file.number}
          language={file.language}
          underWay={file.underWay}
          onDone={done}
          onCancel={close}
        />
      )}
      {dialog === 'lift' && <Lift customer={file.id} name={nameOf(file)} onDone={done} onCancel={close} />}
      {dialog === 'message' && <Message file={file} onDone={done} onCancel={close} />}
    </>
  )
}
