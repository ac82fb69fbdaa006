import { useEffect, useRef } from 'react'
import { DRAW_STEPS } from '@lonja/core/ipo/draw.check'
import { readOffer, type ApplicationState } from '@lonja/core/ipo/ipo.contract'
import { saveFile } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { back, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { CheckStep } from '@lonja/kit/parts/CheckStep'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { FileButton } from '@lonja/kit/parts/FileButton'
import { CheckCircleFillIcon } from '@lonja/kit/parts/page-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { useRead } from '@lonja/kit/reads'
import { useSession } from '@lonja/kit/session'
import { useText, type TextKey } from '@lonja/kit/text'
import { CHECK_STEPS, resultsOf, useDrawCheck, type Check, type CheckStep as Step } from './checking.ts'
import type { WholeOffer } from './offer.ts'
import { OfferAway } from './OfferAway.tsx'
import styles from './DrawCheck.module.css'

/** Placeholder: what the page is for, and its steps. */
const WAITING = [
  ['100%', 60],
  ['100%', 44],
  ['100%', 44],
  ['100%', 44],
] as const

/** The published draw of an offer, run again on this device. A customer's own ticket comes first; others need no session. */
export function DrawCheck() {
  const t = useText('ipo')
  const id = useQuery().get('id') ?? ''
  const isIn = useSession() !== null
  const { data, error, refetch } = useRead(readOffer, { id }, { quiet: true, enabled: isIn })
  if (!isIn || data) return <Whole key={id} id={id} offer={isIn ? (data ?? null) : null} />
  return <OfferAway title={t('check')} error={error} onRetry={() => void refetch()} waiting={WAITING} />
}

/** The states of an application that is not on the list. */
const OFF_LIST: readonly ApplicationState[] = ['withdrawn', 'refused']

function Whole({ id, offer }: { id: string; offer: WholeOffer | null }) {
  const t = useText('ipo')
  const about = useText('about')
  const proof = useText('proof')
  const status = useRef<HTMLDivElement>(null)
  const onList = offer?.application && !OFF_LIST.includes(offer.application.state) ? offer.application : null
  const { check, start, startWith, cancel } = useDrawCheck(id, onList?.id ?? null)
  const { stage, path } = check
  const isRunning = isUnderWay(check)
  useEffect(() => {
    // The button is docked: whoever presses it at the end of the page sees the answer too.
    if (stage === 'done' || stage === 'failed' || stage === 'stopped')
      status.current?.scrollIntoView({ block: 'nearest' })
    // The button that stops a check goes with its act.
    if (stage === 'stopped') status.current?.focus()
  }, [stage])
  const results = resultsOf(check, id, offer)
  return (
    <Screen
      title={t('check')}
      caption={offer?.company ?? check.content?.company}
      onBack={back}
      dock={<Acts check={check} onStart={start} onCancel={cancel} />}
    >
      <div className={styles.page}>
        <p>{t('checkWhat')}</p>
        <div role="status" ref={status} tabIndex={-1}>
          <Verdict check={check} results={results} isIn={offer !== null} />
        </div>
        <Progress check={check} />
        {check.own && <Own own={check.own} lot={offer?.lot ?? null} />}
        <Steps results={results} hasOwn={onList !== null} isIn={offer !== null} />
        {check.own && results.root === true && path.length > 0 && (
          <CopiedHash label={proof('leafPath', { count: path.length })} hash={path.join('\n')} />
        )}
        {check.content && <CopiedHash label={t('checkRoot')} hash={check.content.root} />}
        {check.content?.isOfSeeds && <Notice>{t('drawSeedsWarning')}</Notice>}
        <h2>{about('limits')}</h2>
        <p className={styles.soft}>{t('checkLimits')}</p>
        <p className={styles.soft}>{t('drawCheck')}</p>
        {!isRunning && (
          <FileButton
            small
            look="text"
            label={t('checkOther')}
            accept="text/plain,.txt"
            onChosen={([chosen]) => chosen && startWith(chosen.file)}
          />
        )}
      </div>
    </Screen>
  )
}

const isUnderWay = ({ stage }: Check): boolean => stage === 'reading' || stage === 'working'

function Acts({ check, onStart, onCancel }: { check: Check; onStart: () => void; onCancel: () => void }) {
  const t = useText('ipo')
  const proof = useText('proof')
  const say = useText('watchlist')
  const { file, content } = check
  const isRunning = isUnderWay(check)
  return (
    <Buttons>
      {isRunning ? (
        <Button look="outline" label={say('cancel')} onClick={onCancel} />
      ) : (
        file && (
          <Button
            look="outline"
            label={t('drawFile')}
            onClick={() => saveFile(file, `lonja-draw-${content?.offer ?? 'other'}.txt`)}
          />
        )
      )}
      <Button label={proof('leafCheck')} busy={isRunning} busyLabel={proof('leafChecking')} onClick={onStart} />
    </Buttons>
  )
}

/** The steps done of a running check. */
function Progress({ check }: { check: Check }) {
  const t = useText('ipo')
  if (!isUnderWay(check)) return null
  const count = Object.keys(check.steps).length
  const isReading = check.stage === 'reading'
  const label = isReading ? t('checkReading') : t('checkStep', { done: count, all: DRAW_STEPS.length })
  return (
    <div className={styles.progress}>
      <span aria-hidden>{label}</span>
      <progress max={DRAW_STEPS.length} value={isReading ? undefined : count} aria-label={label} />
    </div>
  )
}

const TITLES: Readonly<Record<Step, TextKey<'ipo'>>> = {
  own: 'checkOwn',
  shown: 'checkShown',
  form: 'checkForm',
  list: 'checkList',
  crowd: 'checkCrowd',
  root: 'checkRootStep',
  beacon: 'checkBeacon',
  seed: 'checkSeed',
  order: 'checkOrder',
  allotment: 'checkAllotment',
}

/** A visitor without a session has seen no root: the file is compared with the asked offer alone. */
const titleOf = (step: Step, isIn: boolean): TextKey<'ipo'> => (step === 'shown' && !isIn ? 'checkOffer' : TITLES[step])

type Results = ReturnType<typeof resultsOf>

function Steps({ results, hasOwn, isIn }: { results: Results; hasOwn: boolean; isIn: boolean }) {
  const t = useText('ipo')
  const proof = useText('proof')
  const steps = CHECK_STEPS.filter((step) => step !== 'own' || hasOwn)
  return (
    <ul>
      {steps.map((step) => {
        const holds = results[step]
        const [state, words] =
          holds === undefined
            ? (['open', proof('leafOpen')] as const)
            : holds
              ? (['holds', proof('leafStepHolds')] as const)
              : (['breaks', proof('leafStepBreaks')] as const)
        return <CheckStep key={step} state={state} words={words} title={t(titleOf(step, isIn))} />
      })}
    </ul>
  )
}

/** The own ticket, which is there before the whole list has been read. */
function Own({ own, lot }: { own: NonNullable<Check['own']>; lot: bigint | null }) {
  const t = useText('ipo')
  const f = useFormats()
  const { row, leaf, rank } = own
  return (
    <section>
      <h2>{t('ticket', { ticket: f.count(BigInt(row.ticket)) })}</h2>
      <DefinitionRows
        tight
        rows={[
          { label: t('place'), value: f.count(BigInt(row.place)) },
          { label: t('askedLots'), value: t('lotsOf', { count: row.lots }) },
          { label: t('checkWon'), value: t('lotsOf', { count: row.won }) },
          ...(lot === null ? [] : [{ label: t('winning'), value: f.count(row.won * lot) }]),
        ]}
      />
      <CopiedHash label={t('checkRank')} hash={rank} />
      <CopiedHash label={t('leaf')} hash={leaf} />
    </section>
  )
}

function Verdict({ check, results, isIn }: { check: Check; results: Results; isIn: boolean }) {
  const t = useText('ipo')
  const proof = useText('proof')
  const f = useFormats()
  if (check.stage === 'stopped') return <Notice tone="ground">{t('checkStopped')}</Notice>
  if (check.stage === 'failed')
    return (
      <Notice tone="loss" title={proof('failed')}>
        {check.why ?? proof('failedWhy')}
      </Notice>
    )
  if (check.stage !== 'done') return null
  const wrong = CHECK_STEPS.filter((step) => results[step] === false)
  if (wrong.length > 0)
    return (
      <Notice tone="loss" title={proof('leafBreaks')}>
        {t('checkBreaks')}
        <ul>
          {wrong.map((step) => (
            <li key={step}>{t(titleOf(step, isIn))}</li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <>
      <p className={styles.verdict}>
        <CheckCircleFillIcon size={22} />
        {t('checkHolds')}
      </p>
      <p className={styles.soft}>{t('checkHoldsWhy', { tickets: f.count(BigInt(check.content?.tickets ?? 0)) })}</p>
    </>
  )
}
