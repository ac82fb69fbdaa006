import { useLayoutEffect, useRef, useState } from 'react'
import { saveOwnStrategy } from '@lonja/core/strategies/own.contract'
import { OWN_NAME_MOST } from '@lonja/core/strategies/own.rules'
import { newId } from '@lonja/kit/ids'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { dropDraft, keepDraft, readDraft, type Draft } from './drafts.ts'
import { bytesOf, staleAfterOwn, type OwnLimits, type WholeOwn } from './own.ts'

type Written = Pick<Draft, 'name' | 'text'>

/** The version that the text on the screen is based on. The text is unsaved while it differs. */
type Base = Draft

function beginOf(own: string, stored: WholeOwn | null, first: Draft) {
  const onDevice = readDraft(own)
  const isSaved = onDevice !== null && onDevice.text === stored?.text && onDevice.name === stored.name
  const draft = isSaved ? null : onDevice
  const base: Base = stored
    ? { name: stored.name, text: stored.text, version: draft?.version ?? stored.version }
    : first
  return { base, now: draft ?? base }
}

const isSavedAs = ({ name, text }: Written, base: Base): boolean =>
  base.version > 0 && text === base.text && name === base.name

/** The newest value, for an answer that comes later. */
function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** The id of a save, so that a repeated request saves the same version. */
function useAttemptId() {
  const attempt = useRef<{ id: string; of: string } | null>(null)
  return {
    idOf: (of: string): string => {
      if (attempt.current?.of !== of) attempt.current = { id: newId(), of }
      return attempt.current.id
    },
    end: (): void => void (attempt.current = null),
  }
}

interface OwnTextOptions {
  readonly own: string
  /** Null for a strategy that the house does not have. */
  readonly stored: WholeOwn | null
  readonly first: Draft
  readonly limits: OwnLimits | undefined
  readonly onSaved: () => void
}

/** A text as it is written: kept on the device until it is saved as the next version. */
export function useOwnText({ own, stored, first, limits, onSaved }: OwnTextOptions) {
  const t = useText('own')
  const [begin] = useState(() => beginOf(own, stored, first))
  const [base, setBase] = useState(begin.base)
  const [{ name, text }, setNow] = useState<Written>(begin.now)
  const [isKept, setKept] = useState(true)
  const [isTouched, setTouched] = useState(false)
  const attempt = useAttemptId()
  const isUnsaved = !isSavedAs({ name, text }, base)

  function change(next: Written, after: Base = base): void {
    setNow(next)
    setTouched(true)
    if (isSavedAs(next, after)) dropDraft(own)
    else setKept(keepDraft(own, { ...next, version: after.version }))
  }

  const latest = useLatest({ name, text })
  const save = useWrite(saveOwnStrategy, {
    onReply: ({ version }, input) => {
      const saved = { name: input.name, text: input.text, version }
      attempt.end()
      setBase(saved)
      // Letters typed while the request was on its way are unsaved.
      change(latest.current, saved)
      staleAfterOwn()
      onSaved()
      toast(t('saved', { version }), { kind: 'done' })
    },
  })
  const bytes = bytesOf(text)
  return {
    name,
    text,
    version: base.version,
    /** A newer version that another device has saved; null if there is none. */
    newer: stored && stored.version > base.version ? stored.version : null,
    isUnsaved,
    isTouched,
    /** False if the unsaved text would be lost with this page. */
    isKept,
    bytes,
    isTooLong: limits !== undefined && bytes > limits.bytes,
    nameMistake: name.trim() === '' ? t('nameMissing') : undefined,
    setName: (next: string) => change({ name: next.slice(0, OWN_NAME_MOST), text }),
    setText: (next: string) => change({ name: latest.current.name, text: next }),
    /** Go on with this text although another device has saved a newer version. */
    follow: (version: number) => {
      const after = { ...base, version }
      setBase(after)
      change({ name, text }, after)
    },
    save: (): void => {
      const input = { own, name: name.trim(), text, after: base.version }
      save.mutate({ id: attempt.idOf(JSON.stringify(input)), ...input })
    },
    saving: save.isPending,
    refusal: save.refusal,
  }
}

export type OwnText = ReturnType<typeof useOwnText>
