import { useEffect, useRef, useState } from 'react'
import { formatDay } from '@lonja/core/base/dates'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readOrderLeaves, type LeafProof } from '@lonja/core/proof/leaf.contract'
import { saveFile } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useOwnId, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { ClockCounterClockwiseIcon } from '@lonja/kit/parts/late-icons'
import { CheckCircleFillIcon } from '@lonja/kit/parts/page-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useKeptKey, type ShownStanding } from './keptKey.ts'
import { checkShown, type Fill, type Outcome } from './leaf.ts'
import { LeafFields } from './LeafFields.tsx'
import { LeafRoot } from './LeafRoot.tsx'
import { LeafSteps } from './LeafSteps.tsx'
import { OtherKey } from './OtherKey.tsx'
import styles from './Leaf.module.css'

type Leaf = ReplyOf<typeof readOrderLeaves>['fills'][number]

/** Placeholder: the root, and its steps. */
const WAITING = [
  ['100%', 130],
  ['100%', 44],
  ['100%', 44],
  ['100%', 44],
  ['100%', 44],
] as const

/** A fill under the signed root of its day: the leaf, its way to the root, and the check of both on this device. */
export function LeafPage() {
  const t = useText('proof')
  const orders = useText('orders')
  const order = useOwnId<'order'>()
  const fillId = useQuery().get('fill')
  const leaves = useRead(readOrderLeaves, { order }, { quiet: true })
  const story = useRead(readOrder, { id: order }, { quiet: true })
  const error = leaves.error ?? story.error
  const leaf = leaves.data?.fills.find(({ fill }) => fill === fillId) ?? leaves.data?.fills[0]
  const fill = story.data?.fills.find(({ id }) => id === leaf?.fill)
  const [checked, check] = useCheck(order, fill, leaf?.proof ?? null)
  const toOrders = { action: orders('seeOrders'), href: hrefTo('/pages/trade/index') }
  return (
    <Screen
      title={t('leafTitle')}
      onBack={back}
      onRefresh={refreshAll}
      dock={leaf?.proof && <Acts proof={leaf.proof} isChecking={checked === 'working'} onCheck={check} />}
    >
      {leaf && fill ? (
        <Whole leaf={leaf} fill={fill} checked={checked} />
      ) : error && 'refused' in error && (error.refused === 'unknown_order' || error.refused === 'bad_input') ? (
        <Empty text={orders('unknownOrder')} {...toOrders} />
      ) : error ? (
        <ErrorView title={t('leafFailed')} text={error.msg} onRetry={() => void refreshAll()} />
      ) : leaves.data && story.data ? (
        <Empty text={t('leafNone')} {...toOrders} />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

function useCheck(order: string, fill: Fill | undefined, proof: LeafProof | null): [Outcome, () => void] {
  const [outcome, setOutcome] = useState<Outcome>('none')
  const check = (): void => {
    if (!proof || !fill) return
    setOutcome('working')
    checkShown(proof, order, fill).then(setOutcome, () => setOutcome('failed'))
  }
  return [outcome, check]
}

function Acts({ proof, isChecking, onCheck }: { proof: LeafProof; isChecking: boolean; onCheck: () => void }) {
  const t = useText('proof')
  const save = () => {
    const name = `lonja-${proof.day}-${proof.rows[0]?.leaf.slice(0, 8) ?? ''}.json`
    saveFile(new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' }), name)
    toast(t('leafSaved', { name }), { kind: 'done' })
  }
  return (
    <Buttons>
      <Button look="outline" label={t('leafSave')} onClick={save} />
      <Button label={t('leafCheck')} busy={isChecking} busyLabel={t('leafChecking')} onClick={onCheck} />
    </Buttons>
  )
}

function Whole({ leaf, fill, checked }: { leaf: Leaf; fill: Fill; checked: Outcome }) {
  const { proof } = leaf
  return (
    <div className={styles.page}>
      {proof ? <Signed key={proof.publicKey} proof={proof} fill={fill} checked={checked} /> : <Unsigned leaf={leaf} />}
    </div>
  )
}

/** A leaf under a signed root, with the key that signed it beside the one that this device kept. */
function Signed({ proof, fill, checked }: { proof: LeafProof; fill: Fill; checked: Outcome }) {
  const status = useRef<HTMLDivElement>(null)
  const isOver = checked !== 'none' && checked !== 'working'
  // The button is docked: whoever presses it at the end of the page sees the answer too.
  useEffect(() => {
    if (isOver) status.current?.scrollIntoView({ block: 'nearest' })
  }, [isOver])
  const [standing, accept] = useKeptKey(proof.publicKey)
  const steps = useRef<HTMLUListElement>(null)
  const onAccept = () => {
    // The button goes with its act: the focus moves to where the accepted key stands.
    steps.current?.focus()
    accept()
  }
  return (
    <>
      <div role="status" ref={status}>
        <Verdict proof={proof} outcome={checked} standing={standing} />
      </div>
      {standing.state === 'other' && <OtherKey proof={proof} earlier={standing.kept} onAccept={onAccept} />}
      <LeafRoot proof={proof} />
      <LeafSteps proof={proof} outcome={checked} standing={standing} ref={steps} />
      <LeafFields proof={proof} fill={fill} />
      <Meaning />
    </>
  )
}

/** The meaning of a check that holds, and its limits. */
function Meaning() {
  const t = useText('proof')
  const about = useText('about')
  return (
    <>
      <h2>{t('leafShows')}</h2>
      <p className={styles.soft}>{t('leafShowsWhat')}</p>
      <h2>{about('limits')}</h2>
      <p className={styles.soft}>{t('leafShowsNot')}</p>
      <p className={styles.soft}>{t('leafCommand')}</p>
    </>
  )
}

/** Before the root is signed: the leaf, which a person can keep already, and when the root is due. */
function Unsigned({ leaf: { day, leaf, due, late } }: { leaf: Leaf }) {
  const t = useText('proof')
  const f = useFormats()
  const what = { day: formatDay(Date.parse(`${day}T12:00:00Z`)), time: f.date(due) }
  return (
    <>
      <Notice icon={ClockCounterClockwiseIcon} title={t('leafUnsigned', what)}>
        {t(late ? 'leafLateWhy' : 'leafUnsignedWhy', what)}
      </Notice>
      <CopiedHash label={t('leafYours')} hash={leaf} />
    </>
  )
}

const NAMES = { leaf: 'leafNameLeaf', path: 'leafNamePath', signature: 'leafNameSignature', chain: 'leafNameChain' } as const // prettier-ignore

interface VerdictProps {
  proof: LeafProof
  outcome: Outcome
  standing: ShownStanding
}

function Verdict({ proof, outcome, standing }: VerdictProps) {
  const t = useText('proof')
  const f = useFormats()
  if (outcome === 'none' || outcome === 'working') return null
  if (outcome === 'failed')
    return (
      <Notice tone="loss" title={t('failed')}>
        {t('failedWhy')}
      </Notice>
    )
  if (outcome.wrong.length > 0)
    return (
      <Notice tone="loss" title={t('leafBreaks')}>
        {t('leafBreaksWhy', { what: f.list(outcome.wrong.map((step) => t(NAMES[step]))) })}
      </Notice>
    )
  // Another house can show roots that add up too.
  if (standing.state === 'other') return <Notice title={t('leafHoldsOther')}>{t('leafHoldsOtherWhy')}</Notice>
  return (
    <>
      <p className={styles.verdict}>
        <CheckCircleFillIcon size={22} />
        {t('leafHolds')}
      </p>
      <p className={styles.soft}>{t('leafHoldsWhy', { count: proof.rows.length - 1 })}</p>
    </>
  )
}
