import { useState } from 'react'
import { BLOCK_WITHDRAWAL_REASONS, type BlockWithdrawalReason } from '@lonja/core/blocks/blocks.review'
import { listRunningBlockOffers, proposeBlockWithdrawal } from '@lonja/core/blocks/withdrawals.staff.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { useMay } from '@lonja/kit/may'
import { Button } from '@lonja/kit/parts/Button'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { Select } from '@lonja/kit/parts/Select'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { markAllStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import styles from '../news/Articles.module.css'

type Running = ReplyOf<typeof listRunningBlockOffers>['rows'][number]

/** Opens the form to withdraw a block offer, for a seat that may propose it. */
export function ProposeWithdrawal() {
  const t = useText('blocks')
  const [isOpen, setOpen] = useState(false)
  if (!useMay(proposeBlockWithdrawal)) return null
  return (
    <>
      <Button look="outline" small label={t('proposeWithdrawal')} onClick={() => setOpen(true)} />
      {isOpen && <Form onClose={() => setOpen(false)} />}
    </>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const t = useText('blocks')
  const [id] = useState(newId)
  const [chosen, setChosen] = useState<string | null>(null)
  const [reason, setReason] = useState<BlockWithdrawalReason>('terms_mistaken')
  const { data, error, refetch } = useRead(listRunningBlockOffers, {})
  const propose = useWrite(proposeBlockWithdrawal, {
    quiet: true,
    onReply: ({ review }) => {
      markAllStale()
      toast(t(review === null ? 'withdrawalDone' : 'withdrawalProposed'), { kind: 'done' })
      onClose()
    },
  })
  const offer = data?.rows.find((row) => row.id === chosen) ?? data?.rows[0]
  const canPropose = offer !== undefined && offer.review === null
  return (
    <Dialog
      title={t('proposeWithdrawal')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          {canPropose && (
            <Button
              label={t('proposeIt')}
              busy={propose.isPending}
              onClick={() => propose.mutate({ id, offer: offer.id, reason })}
            />
          )}
        </>
      }
    >
      <p>{t('withdrawalWhy')}</p>
      {offer ? (
        <>
          <Choice rows={data?.rows ?? []} offer={offer} onChange={setChosen} />
          <Select
            boxed
            label={t('publicReason')}
            options={BLOCK_WITHDRAWAL_REASONS.map((value) => ({ value, label: t(`reason_${value}`) }))}
            value={reason}
            onChange={setReason}
          />
        </>
      ) : data ? (
        <Empty text={t('noneRunning')} />
      ) : error ? (
        <ErrorView title={t('runningFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows line={false} />
      )}
      <p className={styles.wrong} role="alert">
        {offer && offer.review !== null ? t('waitsSecond') : propose.refusal?.msg}
      </p>
    </Dialog>
  )
}

/** The offer that is withdrawn, with what its withdrawal ends. */
function Choice(props: { rows: readonly Running[]; offer: Running; onChange: (id: string) => void }) {
  const { rows, offer, onChange } = props
  const t = useText('blocks')
  const f = useFormats()
  return (
    <>
      <Select
        boxed
        label={t('whichOffer')}
        options={rows.map(({ id, company, number }) => ({ value: id, label: `${company} · ${number}` }))}
        value={offer.id}
        onChange={onChange}
      />
      <DefinitionRows
        tight
        rows={[
          { label: t('ends'), value: f.date(offer.endsAt) },
          { label: t('ends_applications'), value: f.count(offer.applications) },
          { label: t('ends_released'), value: f.amount(offer.released) },
        ]}
      />
    </>
  )
}
