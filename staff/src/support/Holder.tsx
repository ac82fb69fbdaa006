import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { holdThread, type openThread } from '@lonja/core/support/support.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useColleague } from '../staff/colleague.ts'
import { useSeat } from '../staff/seat.ts'
import styles from './Conversations.module.css'

/** The seat that holds a conversation, and the act by which this seat takes it or lets go of it. */
export function Holder({ customer, holder }: { customer: CustomerId; holder: ReplyOf<typeof openThread>['holder'] }) {
  const t = useText('support')
  const f = useFormats()
  const colleague = useColleague()
  const { data: seat } = useSeat()
  const hold = useWrite(holdThread, { quiet: true, onReply: markAllStale })
  const isMine = holder !== null && holder.seat === seat?.number
  const isFree = holder === null
  const act = () => hold.mutate({ customer, take: !isMine })
  useKeys(isMine || isFree ? [{ key: 't', label: t(isMine ? 'letGo' : 'take'), act }] : [], 2)
  return (
    <div className={styles.holder}>
      <span role="status">
        {isFree
          ? t('heldByNobody')
          : isMine
            ? t('heldByYou', { time: f.time(holder.until) })
            : t('heldByOther', { seat: colleague(holder.seat), time: f.time(holder.until) })}
      </span>
      {(isMine || isFree) && (
        <Button
          look="outline"
          small
          label={t(isMine ? 'letGo' : 'take')}
          keyCap="T"
          busy={hold.isPending}
          onClick={act}
        />
      )}
      <span role="alert" className={styles.wrong}>
        {hold.refusal?.msg}
      </span>
    </div>
  )
}
