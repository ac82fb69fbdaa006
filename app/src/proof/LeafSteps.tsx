import type { Ref } from 'react'
import { formatDay } from '@lonja/core/base/dates'
import type { Step } from '@lonja/core/proof/leaf.check'
import type { LeafProof } from '@lonja/core/proof/leaf.contract'
import { useFormats } from '@lonja/kit/formats'
import { CheckStep, type StepState } from '@lonja/kit/parts/CheckStep'
import { useText } from '@lonja/kit/text'
import type { ShownStanding } from './keptKey.ts'
import { rootIn, shortHash, type Outcome } from './leaf.ts'

const SAID = { open: 'leafOpen', new: 'leafFirstSeen', holds: 'leafStepHolds', breaks: 'leafStepBreaks', cannot: 'leafCannot' } as const // prettier-ignore

interface LeafStepsProps {
  proof: LeafProof
  outcome: Outcome
  /** The standing of the house's key on this device. */
  standing: ShownStanding
  ref: Ref<HTMLUListElement>
}

/** The steps of the check with their states, the comparison with the kept key, and the step that no device can make alone. */
export function LeafSteps({ proof, outcome, standing, ref }: LeafStepsProps) {
  const t = useText('proof')
  const f = useFormats()
  const root = rootIn(proof.line)
  const before = proof.before === null ? null : rootIn(proof.before)
  const stateOf = (step: Step): StepState =>
    typeof outcome === 'string' ? 'open' : outcome.wrong.includes(step) ? 'breaks' : 'holds'
  const beforeDay = root ? formatDay(root.from - 1, 'UTC') : '-'
  const count = proof.rows[0]?.path.length ?? 0
  return (
    <ul ref={ref} tabIndex={-1}>
      <OneStep state={stateOf('leaf')} title={t('leafStepLeaf')} why={t('leafStepLeafWhy')} />
      <OneStep state={stateOf('path')} title={t('leafStepPath')} why={t('leafStepPathWhy', { count })} />
      <OneStep
        state={stateOf('signature')}
        title={t('leafStepSignature')}
        why={t('leafStepSignatureWhy', { key: shortHash(proof.publicKey), time: root ? f.date(root.at) : '-' })}
      />
      <OneStep
        state={stateOf('chain')}
        title={t('leafStepChain')}
        why={
          proof.before === null && root?.from === 0
            ? t('leafStepFirst')
            : t('leafStepChainWhy', { day: beforeDay, root: before?.root ? shortHash(before.root) : '-' })
        }
      />
      <KeyStep standing={standing} />
      <OneStep state="cannot" title={t('leafStepAll')} why={t('leafStepAllWhy')} />
    </ul>
  )
}

const KEYS = {
  new: { state: 'new', title: 'leafKeyNew' },
  same: { state: 'holds', title: 'leafKeySame' },
  other: { state: 'breaks', title: 'leafKeyOther' },
  unkept: { state: 'cannot', title: 'leafKeyUnkept' },
} as const

/** Whether the house signs with the key that this device kept. */
function KeyStep({ standing }: { standing: ShownStanding }) {
  const t = useText('proof')
  const f = useFormats()
  const { state, title } = KEYS[standing.state]
  const why =
    standing.state === 'new'
      ? t('leafKeyNewWhy')
      : standing.state === 'unkept'
        ? t('leafKeyUnkeptWhy')
        : standing.state === 'other'
          ? t('leafKeyOtherWhy', { key: shortHash(standing.kept.key), time: f.date(standing.kept.since) })
          : standing.before
            ? t('leafKeyAccepted', { time: f.date(standing.since), key: shortHash(standing.before.key) })
            : t('leafKeySameWhy', { time: f.date(standing.since) })
  return <OneStep state={state} title={t(title)} why={why} />
}

function OneStep({ state, title, why }: { state: StepState; title: string; why: string }) {
  const t = useText('proof')
  return <CheckStep state={state} words={t(SAID[state])} title={title} why={why} />
}
