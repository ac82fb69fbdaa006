import { useState } from 'react'
import { OFFER_WITHDRAWAL_REASONS } from '@lonja/core/ipo/acts.contract'
import { proposeOfferWithdrawal } from '@lonja/core/ipo/offers.staff.contract'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Select } from '@lonja/kit/parts/Select'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import type { HouseOffer } from './draft.ts'
import styles from './offers.module.css'

/** Propose to withdraw an offer in public: everybody reads the reason, and every application is released. */
export function WithdrawOffer({ offer, onClose }: { offer: HouseOffer; onClose: () => void }) {
  const t = useText('offers')
  const [reason, setReason] = useState<(typeof OFFER_WITHDRAWAL_REASONS)[number]>('terms_mistaken')
  const propose = useWrite(proposeOfferWithdrawal, {
    quiet: true,
    onReply: ({ review }) => {
      toast(t(review === null ? 'withdrawn' : 'proposed'), { kind: 'done' })
      markAllStale()
      onClose()
    },
  })
  return (
    <Dialog
      title={t('askWithdraw', { company: offer.company })}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button
            label={t('proposeIt')}
            busy={propose.isPending}
            onClick={() => propose.mutate({ offer: offer.id, reason })}
          />
        </>
      }
    >
      <p>{t('askWithdrawWhy')}</p>
      <Select
        boxed
        label={t('publicReason')}
        options={OFFER_WITHDRAWAL_REASONS.map((value) => ({ value, label: t(`reason_${value}`) }))}
        value={reason}
        onChange={setReason}
      />
      <p role="alert" className={styles.wrong}>
        {propose.refusal?.msg}
      </p>
    </Dialog>
  )
}
