import { useState } from 'react'
import { recallWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { useMay } from '@lonja/kit/may'
import { Button } from '@lonja/kit/parts/Button'
import { Notice } from '@lonja/kit/parts/blocks'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'

/** One person stops an approved withdrawal until it is sent; two release it again. */
export function Recall({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useText('withdrawals')
  const [asking, setAsking] = useState(false)
  const mayRecall = useMay(recallWithdrawal)
  const recall = useWrite(recallWithdrawal, {
    quiet: true,
    onReply: () => {
      toast(t('didRecall'), { kind: 'done' })
      onDone()
    },
  })
  if (!mayRecall) return null
  return (
    <Notice tone="ground">
      <p>{t('recallWhy')}</p>
      <Button small look="outline" label={t('recall')} onClick={() => setAsking(true)} />
      {asking && (
        <Confirm
          title={t('recallAsk')}
          text={t('recallWhat')}
          confirm={t('recall')}
          cancel={t('recallBack')}
          busy={recall.isPending}
          error={recall.refusal?.msg}
          onConfirm={() => recall.mutate({ id })}
          onCancel={() => setAsking(false)}
        />
      )}
    </Notice>
  )
}
