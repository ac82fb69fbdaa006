import { useState } from 'react'
import {
  checkOwnStrategy,
  listOwnStrategies,
  readOwnStrategy,
  type OwnSettings,
} from '@lonja/core/strategies/own.contract'
import { OWN_STRATEGY } from '@lonja/core/strategies/own.rules'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { back, hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Costs } from '../Costs.tsx'
import { FORM_WAITING, RUNS } from '../run.ts'
import { RunFields } from '../RunFields.tsx'
import type { StrategyFacts } from '../strategy.ts'
import type { FirstRun } from '../useRunForm.ts'
import { OWN_LIST, OWN_TEXT, faultIn, type OwnLimits } from './own.ts'
import styles from './own.module.css'
import { useOwnRuns } from './useOwnRuns.ts'

/** A version that a form is of. It stays when a newer one is saved. */
interface FormVersion {
  readonly name: string
  readonly version: number
  readonly settings: OwnSettings | null
  readonly faults: readonly OwnDiagnostic[]
}

/** The form of a run of an own strategy: of one version, the newest if none is named. Its text is compiled once, before. */
export function OwnRunForm(props: { own: string; version: number | null; facts: StrategyFacts; first: FirstRun }) {
  const { own, version, facts, first } = props
  const t = useText('own')
  const all = useText('strategies')
  const [of, setOf] = useState<FormVersion | null>(null)
  const stored = useRead(
    readOwnStrategy,
    { id: own, ...(version !== null && { version }) },
    { enabled: of === null, quiet: true },
  )
  const check = useRead(
    checkOwnStrategy,
    { text: stored.data?.text ?? '', try: null },
    { enabled: of === null && stored.data !== undefined, quiet: true },
  )
  const list = useRead(listOwnStrategies, {}, { quiet: true })
  // A text that could not be compiled now is compiled again before its run starts.
  const isReady = stored.data && (check.data ?? check.error) && (list.data ?? list.error)
  if (isReady && stored.data && of === null)
    setOf({
      name: stored.data.name,
      version: stored.data.read,
      settings: check.data?.settings ?? null,
      faults: check.data?.diagnostics ?? [],
    })
  const { error } = stored
  const isUnknown = error && 'refused' in error && ['unknown_own_strategy', 'bad_input'].includes(error.refused)
  if (of && of.faults.length === 0)
    return (
      <RunFields
        strategy={{ id: OWN_STRATEGY, version: of.version, parameters: [], own: { id: own, name: of.name } }}
        facts={facts}
        first={{ ...mostOf(of.settings, first), ...first }}
        head={<Terms own={own} version={of.version} limits={list.data?.limits} facts={facts} />}
        costs={<Costs />}
      />
    )
  return (
    <Screen title={all('applyTitle')} caption={of?.name} onBack={back}>
      {of ? (
        <Faults own={own} of={of} />
      ) : isUnknown ? (
        <Empty text={all('unknown')} action={t('list')} href={hrefTo(OWN_LIST)} />
      ) : error ? (
        <ErrorView title={all('formFailed')} text={error.msg} onRetry={() => void stored.refetch()} />
      ) : (
        <SkeletonBlocks of={FORM_WAITING} />
      )}
    </Screen>
  )
}

/** The most in the position that a text proposes, if the amount of the form allows it. */
const mostOf = (settings: OwnSettings | null, { budget }: FirstRun): { most?: bigint } =>
  settings?.most && settings.most <= budget ? { most: settings.most } : {}

/** The terms of an own strategy: its version, the consequences of a fault, and the number that may go on. */
function Terms(props: { own: string; version: number; limits: OwnLimits | undefined; facts: StrategyFacts }) {
  const { own, version, limits, facts } = props
  const t = useText('own')
  const all = useText('strategies')
  const open = useOwnRuns()
  const isFull = limits !== undefined && open !== undefined && open >= limits.runsOpen
  return (
    <>
      <Section>
        <Notice tone="ground" icon={null} title={t('applyVersion', { version })}>
          <p>{t('applyStays')}</p>
          <p>{t('applyFault')}</p>
          {limits && <p>{t('applyMost', { own: limits.runsOpen, all: facts.runs.openMost })}</p>}
        </Notice>
      </Section>
      {isFull && (
        <Section>
          <Notice title={t('applyFull', { count: open })}>
            <p>{t('applyFullWhy')}</p>
            <div className={styles.acts}>
              <Button look="text" small label={all('allRuns')} href={hrefTo(RUNS)} />
            </div>
          </Notice>
        </Section>
      )}
      <Section flush>
        <Row
          dense
          caret
          title={t('seeText', { version })}
          href={hrefTo(OWN_TEXT, { id: own, version: String(version) })}
        />
      </Section>
    </>
  )
}

/** The faults that keep a version from beginning, each with its line in the editor. */
function Faults({ own, of: { version, faults } }: { own: string; of: FormVersion }) {
  const t = useText('own')
  return (
    <Section>
      <Notice tone="loss" icon={null} title={t('applyFaults', { version })}>
        <p>{t('applyFaultsWhy')}</p>
        {faults.map((fault, place) => (
          <div key={place}>
            <p>{fault.line > 0 ? t('faultAt', { line: fault.line, what: faultIn(t, fault) }) : faultIn(t, fault)}</p>
            <div className={styles.acts}>
              <Button
                look="text"
                small
                label={fault.line > 0 ? t('toLine', { line: fault.line }) : t('seeText', { version })}
                href={hrefTo(OWN_TEXT, { id: own, version: String(version), line: String(fault.line) })}
              />
            </div>
          </div>
        ))}
      </Notice>
    </Section>
  )
}
