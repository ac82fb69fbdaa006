import { useEffect, useMemo, useRef, type RefObject } from 'react'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { useFormats } from '@lonja/kit/formats'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ArrowUUpLeftIcon, ArrowUUpRightIcon } from '@lonja/kit/parts/late-icons'
import { MagnifyingGlassIcon } from '@lonja/kit/parts/page-icons'
import { useText } from '@lonja/kit/text'
import { CodeField } from './CodeField.tsx'
import type { CodeEditor } from './editor.ts'
import { faultIn, lineMarks, marksOf, remediedText, type OwnLimits } from './own.ts'
import { LimitsNote } from './LimitsNote.tsx'
import styles from './own.module.css'
import { TrialResult } from './TrialResult.tsx'
import type { useCheck } from './useCheck.ts'
import type { OwnText } from './useOwnText.ts'
import type { Attempt } from './useTry.ts'
import { BacktestResult } from './BacktestResult.tsx'

/** The text, its faults with their remedy, and what the last try came to. */
export function CodeTab(props: {
  text: OwnText
  check: ReturnType<typeof useCheck>
  editor: RefObject<CodeEditor | null>
  limits: OwnLimits | undefined
  attempt: Attempt
  /** The line that a link leads to; 0 for none. */
  line: number
}) {
  const { text, check, editor, limits, attempt, line } = props
  const t = useText('own')
  const faults = check.faultsOf(text.text)
  const isLinked = line > 0 && !text.isTouched
  const marks = useMemo(() => [...marksOf(faults), ...(isLinked ? lineMarks(line) : [])], [faults, isLinked, line])
  const awaited = useRef(line)
  return (
    <>
      <Tools editor={editor} text={text} limits={limits} />
      <CodeField
        label={t('field')}
        first={text.text}
        faults={marks}
        onText={text.setText}
        onOpen={(opened) => {
          editor.current = opened
          // Once: a change of the language opens the editor anew.
          if (awaited.current > 0) opened.show(awaited.current, 1)
          awaited.current = 0
        }}
      />
      <p className={styles.leave}>{t('leave')}</p>
      <Faults faults={faults} text={text.text} editor={editor} />
      {check.shown && <TrialResult shown={check.shown} isOld={check.shown.text !== text.text} />}
      <BacktestResult attempt={attempt} />
      {limits && (
        <Section>
          <LimitsNote limits={limits} />
        </Section>
      )}
      <div className={styles.end} />
    </>
  )
}

/** A phone's keyboard has no keys for these. */
function Tools({
  editor,
  text,
  limits,
}: {
  editor: RefObject<CodeEditor | null>
  text: OwnText
  limits: OwnLimits | undefined
}) {
  const t = useText('own')
  const f = useFormats()
  return (
    <div className={styles.tools}>
      <span className={text.isTooLong ? styles.over : styles.soft}>
        {limits ? t('bytes', { bytes: f.count(text.bytes), most: f.count(limits.bytes) }) : ''}
      </span>
      <IconButton icon={ArrowUUpLeftIcon} size={20} label={t('undo')} onClick={() => editor.current?.undo()} />
      <IconButton icon={ArrowUUpRightIcon} size={20} label={t('redo')} onClick={() => editor.current?.redo()} />
      <IconButton icon={MagnifyingGlassIcon} size={20} label={t('search')} onClick={() => editor.current?.search()} />
    </div>
  )
}

function Faults(props: { faults: readonly OwnDiagnostic[]; text: string; editor: RefObject<CodeEditor | null> }) {
  const { faults, text, editor } = props
  const box = useRef<HTMLDivElement>(null)
  // A long text hides what stands below it.
  useEffect(() => {
    if (faults.length > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [faults])
  return (
    <div ref={box} role="alert" className={styles.faults}>
      {faults.map((fault, index) => (
        <Fault key={index} fault={fault} text={text} editor={editor} />
      ))}
    </div>
  )
}

function Fault(props: { fault: OwnDiagnostic; text: string; editor: RefObject<CodeEditor | null> }) {
  const { fault, text, editor } = props
  const t = useText('own')
  const what = faultIn(t, fault)
  const remedy = remediedText(text, fault)
  return (
    <Notice tone="loss" icon={null} title={fault.line > 0 ? t('faultAt', { line: fault.line, what }) : what}>
      {remedy !== null && <p>{t('near', { near: fault.near ?? '' })}</p>}
      {fault.code === 'syntax' && <p lang="en">{fault.message}</p>}
      <div className={styles.acts}>
        {remedy !== null && (
          <Button look="text" small label={t('change')} onClick={() => editor.current?.replace(remedy)} />
        )}
        {fault.line > 0 && (
          <Button
            look="text"
            small
            label={t('toLine', { line: fault.line })}
            onClick={() => editor.current?.show(fault.line, fault.column)}
          />
        )}
      </div>
    </Notice>
  )
}
