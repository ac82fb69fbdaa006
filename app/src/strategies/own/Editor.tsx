import { useContext, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { back } from '@lonja/kit/nav'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ShareNetworkIcon } from '@lonja/kit/parts/page-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { Scroller } from '@lonja/kit/parts/scroller'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { CodeTab } from './CodeTab.tsx'
import { DataTab } from './DataTab.tsx'
import type { Draft } from './drafts.ts'
import type { CodeEditor } from './editor.ts'
import { ExamplesTab } from './ExamplesTab.tsx'
import type { OwnLimits, TextPlace, WholeOwn } from './own.ts'
import { ShareSheet } from './ShareSheet.tsx'
import { useCheck } from './useCheck.ts'
import { useOwnText, type OwnText } from './useOwnText.ts'
import { useTry, type Attempt } from './useTry.ts'
import { UseTab } from './UseTab.tsx'
import { VersionsTab } from './VersionsTab.tsx'

const TABS = ['code', 'data', 'use', 'examples', 'versions'] as const
type TabName = (typeof TABS)[number]

interface EditorProps {
  own: string
  stored: WholeOwn | null
  first: Draft
  limits: OwnLimits | undefined
  listing: ListingId | null
  /** The place that a link leads to. */
  place: TextPlace | null
  onListing: (listing: ListingId) => void
  onSaved: () => void
}

/** The editor of one strategy. It keeps its text while the house's answers come and go. */
export function Editor(props: EditorProps) {
  const { own, stored, limits, place } = props
  const t = useText('own')
  const [isSharing, setSharing] = useState(false)
  const editor = useRef<CodeEditor | null>(null)
  const text = useOwnText(props)
  // A line of another version than the one on the screen is shown in that version.
  const [earlier] = useState(place !== null && (text.isUnsaved || text.version !== place.version) ? place : null)
  const [tab, setTab] = useState<TabName>(earlier ? 'versions' : 'code')
  const attempt = useTry(own, props.listing)
  const { leave, question } = useLeave(text)
  const check = useCheck(({ diagnostics }) => {
    if (diagnostics.length > 0 || attempt.day) return setTab('code')
    toast(t('compiles'), { kind: 'done' })
    setTab('data')
  })
  const replace = useReplace(editor, text, () => setTab('code'))
  const run = (): void => check.start(text.text, attempt.day)
  return (
    <Screen
      title={text.name.trim() === '' ? t('untitled') : text.name}
      caption={<Caption text={text} stored={stored} />}
      onBack={leave}
      right={text.version > 0 && <ShareButton onClick={() => setSharing(true)} />}
      head={
        <Tabs
          label={t('parts')}
          tabs={TABS.map((value) => ({ value, label: t(`tab_${value}`) }))}
          value={tab}
          onChange={setTab}
        />
      }
      dock={<Dock text={text} check={check} onRun={run} />}
    >
      <FromTop key={tab} />
      {/* Hidden and not removed: the editor has what can be undone. */}
      <div hidden={tab !== 'code'}>
        <CodeTab
          text={text}
          check={check}
          editor={editor}
          limits={limits}
          attempt={attempt}
          line={earlier ? 0 : (place?.line ?? 0)}
        />
      </div>
      <TabPanel
        of={props}
        tab={tab}
        text={text}
        attempt={attempt}
        faults={check.faultsOf(text.text)}
        earlier={earlier}
        onUse={replace}
      />
      {isSharing && stored && <ShareSheet own={stored} text={text} onClose={() => setSharing(false)} />}
      {question}
    </Screen>
  )
}

/** Replaces the whole text. The editor can undo it. */
function useReplace(editor: RefObject<CodeEditor | null>, text: OwnText, onReplace: () => void) {
  const t = useText('own')
  return (next: string): void => {
    const before = text.text
    editor.current?.replace(next)
    onReplace()
    toast(t('replaced'), { kind: 'done', undo: { label: t('undo'), onUndo: () => editor.current?.replace(before) } })
  }
}

/** The tabs beside the code. */
function TabPanel(props: {
  of: EditorProps
  tab: TabName
  text: OwnText
  attempt: Attempt
  faults: readonly OwnDiagnostic[]
  earlier: TextPlace | null
  onUse: (text: string) => void
}) {
  const { of, tab, text, attempt, faults, earlier, onUse } = props
  switch (tab) {
    case 'code':
      return null
    case 'data':
      return <DataTab text={text} attempt={attempt} onListing={of.onListing} />
    case 'use':
      return <UseTab own={of.own} text={text} attempt={attempt} faults={faults} />
    case 'examples':
      return <ExamplesTab onUse={onUse} />
    case 'versions':
      return <VersionsTab stored={of.stored} text={text} first={earlier} onUse={onUse} />
  }
}

function ShareButton({ onClick }: { onClick: () => void }) {
  const t = useText('own')
  return <IconButton icon={ShareNetworkIcon} size={20} label={t('share')} onClick={onClick} />
}

/** Each tab is read from its top. */
function FromTop() {
  const scroller = useContext(Scroller)
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [scroller])
  return null
}

/** The state of the text: `versión 3, privada`. */
function Caption({ text, stored }: { text: OwnText; stored: WholeOwn | null }) {
  const t = useText('own')
  if (text.version === 0) return t('unsavedNew')
  if (text.isUnsaved) return t('unsavedAfter', { version: text.version })
  return t(stored && stored.shared !== null ? 'savedShared' : 'savedPrivate', { version: text.version })
}

type Check = ReturnType<typeof useCheck>

function Dock({ text, check, onRun }: { text: OwnText; check: Check; onRun: () => void }) {
  const t = useText('own')
  const waitsFor = useWaitForHouse()
  // A timeout without a line may come from a busy house, so the same text can be tried again.
  const fault = check.faultsOf(text.text).find(({ code, line }) => code !== 'too_slow' || line > 0)
  const tooLong = text.isTooLong ? t('tooLong') : undefined
  const savedAlready = text.isUnsaved ? undefined : t('savedAlready')
  const waitsForFault = fault && (fault.line > 0 ? t('waitsForLine', { line: fault.line }) : t('waitsForFault'))
  const refusal = text.refusal?.msg ?? check.failureOf(text.text)
  return (
    <FormDock elsewhere={refusal ?? (text.isKept ? null : t('notKept'))}>
      <Buttons>
        <Button
          look="outline"
          label={t('save')}
          busy={text.saving}
          busyLabel={t('saving')}
          waitsFor={waitsFor ?? tooLong ?? text.nameMistake ?? savedAlready}
          onClick={text.save}
        />
        <Button
          label={t('run')}
          busy={check.isRunning}
          busyLabel={t('running')}
          waitsFor={waitsFor ?? tooLong ?? waitsForFault}
          onClick={onRun}
        />
      </Buttons>
    </FormDock>
  )
}

/** Leaving with an unsaved text asks first, unless the device has stored it. */
function useLeave(text: OwnText) {
  const t = useText('own')
  const [isAsking, setAsking] = useState(false)
  const isLost = text.isUnsaved && !text.isKept
  useEffect(() => {
    if (!isLost) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isLost])
  const isWritten = text.isUnsaved && text.isTouched
  return {
    leave: isWritten ? () => setAsking(true) : back,
    question: isAsking && (
      <Confirm
        title={t('leaveTitle')}
        text={t(text.isKept ? 'leaveKept' : 'leaveLost')}
        confirm={t('leaveNow')}
        cancel={t('stay')}
        onConfirm={() => {
          setAsking(false)
          back()
        }}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
