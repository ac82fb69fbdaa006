import { useState } from 'react'
import { tickerOf } from '@lonja/core/base/amount'
import { priceText } from '@lonja/core/base/wire'
import { acceptBlock, cancelBlock, declineBlock, readBlock } from '@lonja/core/blocks/blocks.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText, type Say } from '@lonja/kit/text'
import { useMarketNames } from '../market/names.ts'
import {
  BLOCKS,
  BLOCK_TONES,
  STATUS_TONES,
  staleAfterBlock,
  statusOf,
  useExactPrice,
  type Block,
  type Purchase,
} from './block.ts'
import { BlockSteps } from './BlockSteps.tsx'
import { PurchaseBlock, Sell } from './PurchaseBlock.tsx'
import styles from './blocks.module.css'

const FUNDS = '/subPackages/portfolio/funds'

const WAITING = [
  ['60%', 28],
  ['100%', 90],
  ['100%', 190],
] as const

/** One application for a block with its steps, and the purchase that came of it. */
export function BlockDetail({ id }: { id: string }) {
  const t = useText('blocks')
  const { data, error, refetch } = useRead(readBlock, { id })
  const isUnknown = error && 'refused' in error && ['unknown_block', 'bad_input'].includes(error.refused)
  return (
    <Screen
      title={t(data?.purchase ? 'bought' : 'application')}
      caption={data && numbersOf(data, t)}
      onBack={back}
      onRefresh={() => refetch()}
      dock={data?.purchase?.state === 'hold' && <Sell purchase={data.purchase} />}
    >
      {data ? (
        <Detail block={data} />
      ) : isUnknown ? (
        <Empty text={t('unknown')} action={t('seeOffers')} href={hrefTo(BLOCKS)} />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

/** The number of an application, and of the order that came of it. */
const numbersOf = ({ number, purchase }: Block, t: Say<'blocks'>): string =>
  purchase ? t('numbers', { number, order: purchase.number }) : number

function Detail({ block }: { block: Block }) {
  const t = useText('blocks')
  const f = useFormats()
  const exact = useExactPrice()
  const names = useMarketNames()
  const { shares, cap, currency, listing, company, state, held, reason, purchase } = block
  return (
    <>
      <Section>
        <div className={styles.ends}>
          <h2 className={styles.company}>
            {t('sharesOf', { count: f.count(purchase?.shares ?? shares), ticker: tickerOf(listing) })}
          </h2>
          {purchase ? (
            <PurchaseChip purchase={purchase} />
          ) : (
            <StatusChip tone={BLOCK_TONES[state]} label={t(`state_${state}`)} />
          )}
        </div>
        <p className={styles.soft}>{`${company} · ${names.caption(listing)}`}</p>
      </Section>
      <Withdrawn block={block} />
      {state === 'refused' && reason && (
        <Section>
          <Notice tone="loss">{t('reason', { title: reason.title, next: reason.next })}</Notice>
        </Section>
      )}
      {block.offered && <Fewer block={block} offered={block.offered} />}
      {purchase ? (
        <PurchaseBlock purchase={purchase} />
      ) : (
        <Section>
          <DefinitionRows
            rows={[
              { label: t('shares'), value: f.count(shares) },
              { label: t('cap'), value: exact(cap, currency) },
              { label: t('held'), value: f.amount(held) },
            ]}
          />
        </Section>
      )}
      <Section title={t('steps')}>
        <BlockSteps block={block} />
        <Proofs block={block} />
      </Section>
      {['pending', 'in_review', 'approved'].includes(state) && <Withdraw block={block} />}
      <div className={styles.end} />
    </>
  )
}

/** The ways to the entries of the money, and to the check of the price. */
function Proofs({ block: { id, listing, purchase } }: { block: Block }) {
  const t = useText('blocks')
  const proof = useText('proof')
  const { source, at, ask } = purchase?.evidence ?? {}
  return (
    <div className={styles.answers}>
      <Button small look="text" label={t('seeEntries')} href={hrefTo(FUNDS, { cause: id, causeKind: 'block' })} />
      {source === 'practice' && at !== undefined && ask !== undefined && (
        <Button
          small
          look="text"
          label={proof('link')}
          href={hrefTo('/subPackages/proof/price', { listing, at: String(at), ask: priceText(ask) })}
        />
      )}
    </div>
  )
}

/** The withdrawal of the offer: it ended this application, or it came after the approval, which stays. */
function Withdrawn({ block: { withdrawal, state } }: { block: Block }) {
  const t = useText('blocks')
  const f = useFormats()
  if (!withdrawal || (state !== 'withdrawn' && state !== 'approved')) return null
  const { at, reason } = withdrawal
  return (
    <Section>
      <Notice tone={state === 'withdrawn' ? 'loss' : 'ground'} title={t('withdrawnAt', { time: f.date(at) })}>
        {state === 'withdrawn'
          ? t('reason', { title: reason.title, next: reason.next })
          : t('reason', { title: reason.title, next: t('withdrawnGoesOn') })}
      </Notice>
    </Section>
  )
}

function PurchaseChip({ purchase }: { purchase: Purchase }) {
  const t = useText('blocks')
  const status = statusOf(purchase)
  return <StatusChip tone={STATUS_TONES[status]} label={t(`status_${status}`)} />
}

/** Fewer shares than were asked for, to accept or to decline exactly as they were offered. */
function Fewer({ block, offered }: { block: Block; offered: NonNullable<Block['offered']> }) {
  const t = useText('blocks')
  const f = useFormats()
  const { id } = block
  const { seen, shares, hold, endsAt } = offered
  const after = (message: string) => ({
    onReply: () => {
      staleAfterBlock()
      toast(message, { kind: 'done' })
    },
    onRefusal: staleAfterBlock,
  })
  const accept = useWrite(acceptBlock, after(t('accepted')))
  const decline = useWrite(declineBlock, after(t('declinedDone')))
  return (
    <Section>
      <Notice title={t('fewerTitle', { count: f.count(shares) })}>
        {t('fewer', { amount: f.amount(hold), date: endsAt === null ? '-' : f.date(endsAt) })}
        <div className={styles.answers}>
          <Button small label={t('accept')} busy={accept.isPending} onClick={() => accept.mutate({ id, seen })} />
          <Button
            small
            look="outline"
            label={t('decline')}
            busy={decline.isPending}
            onClick={() => decline.mutate({ id, seen })}
          />
        </div>
      </Notice>
    </Section>
  )
}

function Withdraw({ block }: { block: Block }) {
  const t = useText('blocks')
  const f = useFormats()
  const [isOpen, setOpen] = useState(false)
  const cancel = useWrite(cancelBlock, {
    onReply: () => {
      staleAfterBlock()
      toast(t('withdrawnDone'), { kind: 'done' })
      setOpen(false)
    },
    onRefusal: staleAfterBlock,
  })
  return (
    <Section>
      <Button look="outline" label={t('withdraw')} onClick={() => setOpen(true)} />
      {isOpen && (
        <Confirm
          title={t('confirmWithdraw')}
          text={t('number', { number: block.number })}
          rows={[{ label: t('freeAgain'), value: f.amount(block.held) }]}
          confirm={t('withdraw')}
          cancel={t('keep')}
          busy={cancel.isPending}
          error={cancel.refusal?.msg}
          onConfirm={() => cancel.mutate({ id: block.id })}
          onCancel={() => setOpen(false)}
        />
      )}
    </Section>
  )
}
