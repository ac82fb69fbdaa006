import { useMemo, useState } from 'react'
import { readOwnStrategy, removeOwnStrategy } from '@lonja/core/strategies/own.contract'
import { listRuns } from '@lonja/core/strategies/runs.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { saveFile } from '@lonja/kit/download'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { usePages } from '@lonja/kit/pages'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Confirm, Dialog } from '@lonja/kit/parts/Dialog'
import { Row } from '@lonja/kit/parts/Row'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { Empty, ErrorView, Loading } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { RUN } from '../run.ts'
import { CodeField } from './CodeField.tsx'
import { dropDraft } from './drafts.ts'
import { fileNameOf, lineMarks, staleAfterOwn, type TextPlace, type WholeOwn } from './own.ts'
import styles from './own.module.css'
import type { OwnText } from './useOwnText.ts'

/** The saved versions, what is newer than the text on the screen, and the ways to save it as a file or remove it all. */
export function VersionsTab(props: {
  stored: WholeOwn | null
  text: OwnText
  /** The version that is open at first, with its line. */
  first: TextPlace | null
  onUse: (text: string) => void
}) {
  const { stored, text, first, onUse } = props
  const t = useText('own')
  const f = useFormats()
  const [open, setOpen] = useState<TextPlace | null>(first)
  const save = (): void => {
    const name = fileNameOf(text.name, text.version)
    saveFile(new Blob([text.text], { type: 'text/javascript' }), name)
    toast(t('exported', { name }), { kind: 'done' })
  }
  return (
    <>
      {text.newer !== null && <Newer text={text} newer={text.newer} />}
      {stored ? (
        <Section title={t('versions')} flush>
          {stored.versions.map(({ version, at, bytes }) => (
            <Row
              key={version}
              title={t('versionNamed', { version })}
              caption={`${f.date(at)} · ${t('size', { bytes: f.count(bytes) })}`}
              caret
              onClick={() => setOpen({ version, line: 0 })}
            />
          ))}
        </Section>
      ) : (
        <Empty text={t('noVersions')} />
      )}
      <Section>
        <Buttons>
          <Button look="soft" label={t('export')} onClick={save} />
          {stored && <Remove own={stored} />}
        </Buttons>
      </Section>
      <div className={styles.end} />
      {open !== null && stored && (
        <VersionSheet
          own={stored.id}
          place={open}
          onUse={(before) => {
            setOpen(null)
            onUse(before)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** Another device has saved a newer version than the one that the text on the screen follows. */
function Newer({ text, newer }: { text: OwnText; newer: number }) {
  const t = useText('own')
  return (
    <Section>
      <Notice title={t('newerTitle', { version: newer })}>
        <p>{t('newerWhy', { version: text.version })}</p>
        <Button look="text" small label={t('follow', { version: newer })} onClick={() => text.follow(newer)} />
      </Notice>
    </Section>
  )
}

function VersionSheet(props: { own: string; place: TextPlace; onUse: (text: string) => void; onClose: () => void }) {
  const { own, place, onUse, onClose } = props
  const { version, line } = place
  const t = useText('own')
  const { data, error, refetch } = useRead(readOwnStrategy, { id: own, version })
  const marks = useMemo(() => (line > 0 ? lineMarks(line) : []), [line])
  return (
    <Sheet
      title={t('versionNamed', { version })}
      onClose={onClose}
      actions={data && <Button label={t('useVersion')} second={t('canUndo')} onClick={() => onUse(data.text)} />}
    >
      {data ? (
        <CodeField
          label={t('field')}
          first={data.text}
          faults={marks}
          onOpen={(editor) => line > 0 && editor.show(line, 1)}
        />
      ) : error ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Sheet>
  )
}

/** A removed strategy cannot be restored, so the page asks first. One whose run goes on stays: the dialog leads to that run. */
function Remove({ own: { id, name, versions } }: { own: WholeOwn }) {
  const t = useText('own')
  const waitsFor = useWaitForHouse()
  const [isAsking, setAsking] = useState(false)
  const [run] = usePages(listRuns, { state: 'open', own: id }, { quiet: true }).pages[0]?.rows ?? []
  const close = (): void => setAsking(false)
  const remove = useWrite(removeOwnStrategy, {
    onReply: () => {
      dropDraft(id)
      staleAfterOwn()
      toast(t('removed', { name }), { kind: 'done' })
      back()
    },
    // A run of another device may be the reason.
    onRefusal: staleAfterOwn,
  })
  return (
    <>
      <Button look="outline" label={t('remove')} waitsFor={waitsFor} onClick={() => setAsking(true)} />
      {isAsking && run && (
        <Dialog
          title={t('inUse', { name })}
          onClose={close}
          actions={
            <>
              <Button look="outline" label={t('keep')} onClick={close} />
              <Button label={t('seeRun')} href={hrefTo(RUN, { id: run.id })} onClick={close} />
            </>
          }
        >
          <p>{t('inUseWhy')}</p>
        </Dialog>
      )}
      {isAsking && !run && (
        <Confirm
          title={t('removeTitle', { name })}
          text={t('removeWhy', { count: versions.length })}
          confirm={t('remove')}
          cancel={t('keep')}
          busy={remove.isPending}
          error={remove.refusal?.msg}
          onConfirm={() => remove.mutate({ id })}
          onCancel={close}
        />
      )}
    </>
  )
}
