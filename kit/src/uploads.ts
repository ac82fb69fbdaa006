import { useCallback, useEffect, useReducer, useRef } from 'react'
import { PICTURE_BYTES_MOST } from '@lonja/core/base/contract'
import type { InputOf } from '@lonja/core/base/contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { newId } from './ids.ts'
import { toast } from './parts/toast.ts'
import { textFor } from './text.ts'
import { upload } from './upload.ts'
import { choiceCountFor, nextToSend, uploadsAfter, type Upload, type UploadEvent } from './uploads.rules.ts'

type PictureUse = InputOf<typeof storePicture>['use']

/** A file as chosen, or drawn here. */
export interface FileChoice {
  readonly name: string
  readonly file: Blob
}

export interface UploadsOptions {
  readonly use: PictureUse
  /** The most pictures; below 1 it is 9. */
  readonly most?: number
  /** Called when a picture is stored. */
  readonly onSent?: (sent: Upload) => void
}

/**
 * The pictures of a form: chosen, uploaded one at a time as soon as they are chosen, removed, retried. The form names
 * them by `ids`, by slot. Removing one that is uploading aborts the upload.
 */
export function useUploads({ use, most = 0, onSent }: UploadsOptions) {
  const [uploads, tell] = useReducer(uploadsAfter, [])
  const files = useRef(new Map<string, Blob>())
  const under = useRef<{ id: string; stop: AbortController } | null>(null)
  const whenSent = useRef(onSent)
  useEffect(() => {
    whenSent.current = onSent
  })
  useEndings(uploads, files, under)

  useSending(use, uploads, { files, under, sent: whenSent, tell })
  const add = useCallback(
    (chosen: readonly FileChoice[], slot = ''): void => {
      const room = slot === '' ? choiceCountFor(most) - uploads.length : 1
      const t = textFor('pictures')
      if (chosen.length > room) toast(t('most', { count: choiceCountFor(most) }))
      const uploadsAdded = chosen
        .slice(0, Math.max(0, room))
        .map(({ name, file }) => uploadOf(newId(), slot, name, file))
      for (const [at, { id }] of uploadsAdded.entries()) files.current.set(id, (chosen[at] as FileChoice).file)
      if (uploadsAdded.length > 0) tell({ did: 'chose', uploads: uploadsAdded })
    },
    [most, uploads.length],
  )
  return {
    uploads,
    add,
    remove: useCallback((id: string): void => {
      stop(under, id)
      tell({ did: 'removed', id })
    }, []),
    again: useCallback((id: string): void => tell({ did: 'asked_again', id }), []),
    most: choiceCountFor(most),
    /** The stored ones. */
    ids: uploads.filter(({ state }) => state === 'sent').map(({ id }) => id),
    /** True while some are uploading. */
    busy: uploads.some(({ state }) => state === 'sending' || state === 'waiting'),
    /** The picture in a slot. */
    at: (slot: string): Upload | null => uploads.find((one) => one.slot === slot) ?? null,
  }
}

interface Inside {
  readonly files: React.RefObject<Map<string, Blob>>
  readonly under: Under
  readonly sent: React.RefObject<UploadsOptions['onSent']>
  readonly tell: (event: UploadEvent) => void
}

/** Send the waiting pictures, one after the other. */
function useSending(use: PictureUse, uploads: readonly Upload[], { files, under, sent, tell }: Inside): void {
  const next = nextToSend(uploads)
  useEffect(() => {
    const file = next && files.current.get(next.id)
    if (!next || !file || under.current) return
    const { id } = next
    const abort = new AbortController()
    under.current = { id, stop: abort }
    tell({ did: 'began', id })
    const onProgress = (percent: number): void => tell({ did: 'came', id, percent })
    const send = async (): Promise<void> => {
      const answer = await upload(storePicture, { id, use }, file, { signal: abort.signal, onProgress })
      if (under.current?.id === id) under.current = null
      if ('reply' in answer) {
        sent.current?.(next)
        return tell({ did: 'arrived', id })
      }
      const error = 'refusal' in answer ? answer.refusal.msg : answer.failure.msg
      const again = 'failure' in answer || answer.refusal.status >= 500 || LATER.has(answer.refusal.status)
      if (!abort.signal.aborted) toast(error)
      return tell({ did: 'failed', id, error, again })
    }
    void send()
  }, [next, use, files, under, sent, tell])
}

export type Uploads = ReturnType<typeof useUploads>

/** Timeout, another upload under way, or too many: the same picture may be sent again. */
const LATER: ReadonlySet<number> = new Set([408, 409, 429])

/** A file that is too large is rejected at once; the server checks everything else. */
function uploadOf(id: string, slot: string, name: string, file: Blob): Upload {
  const t = textFor('pictures')
  const isTooLarge = file.size > PICTURE_BYTES_MOST
  const how = isTooLarge
    ? { state: 'failed' as const, error: t('tooLarge'), again: false }
    : { state: 'waiting' as const, error: null, again: true }
  return { id, slot, name, bytes: file.size, preview: URL.createObjectURL(file), percent: 0, ...how }
}

type Under = React.RefObject<{ id: string; stop: AbortController } | null>

/** Release the files that are no longer shown and abort their uploads. A page that is only hidden keeps its own. */
function useEndings(uploads: readonly Upload[], files: React.RefObject<Map<string, Blob>>, under: Under): void {
  const shown = useRef<readonly Upload[]>([])
  useEffect(() => {
    for (const one of shown.current) {
      if (uploads.some(({ id }) => id === one.id)) continue
      URL.revokeObjectURL(one.preview)
      files.current.delete(one.id)
      stop(under, one.id)
    }
    shown.current = uploads
  }, [uploads, files, under])
}

/** Abort the upload under way, so that the next one can start. */
function stop(under: Under, id: string): void {
  if (under.current?.id !== id) return
  under.current.stop.abort()
  under.current = null
}
