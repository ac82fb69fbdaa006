import { useEffect, useRef, useState } from 'react'
import { DRAW_STEPS, type DrawStep, type OwnTicket } from '@lonja/core/ipo/draw.check'
import { readDraw } from '@lonja/core/ipo/ipo.contract'
import { sendForFile } from '@lonja/kit/call'
import type { WholeOffer } from './offer.ts'

/* The check of a published draw: the file from the house, its check in a worker, and the comparison with what the house shows. */

export interface DrawQuestion {
  readonly text: string
  /** The id of the customer's own application, if there is one. */
  readonly application: string | null
}

/** The content of a file, without its rows. */
export interface DrawContent {
  readonly offer: string
  readonly company: string
  readonly termsHash: string
  readonly root: string
  readonly tickets: number
  readonly isOfSeeds: boolean
}

/** The worker's answers: the own ticket at once, each step when it is done, and the end. */
export type DrawAnswer =
  | { readonly kind: 'own'; readonly own: OwnTicket | null }
  | { readonly kind: 'step'; readonly step: DrawStep; readonly holds: boolean }
  | {
      readonly kind: 'end'
      /** Null for a text that is no draw. */
      readonly content: DrawContent | null
      /** From the own leaf to the root, the lowest hash first. */
      readonly path: readonly string[]
    }

type Stage = 'none' | 'reading' | 'working' | 'stopped' | 'failed' | 'done'

/** One check, as far as it has come. */
export interface Check {
  readonly stage: Stage
  /** The sentence of the house, or of the connection, if the file could not be read. */
  readonly why: string | null
  /** Null for an application that is not on the list; undefined before it was looked for. */
  readonly own: OwnTicket | null | undefined
  readonly steps: Readonly<Partial<Record<DrawStep, boolean>>>
  readonly content: DrawContent | null
  readonly path: readonly string[]
  /** The file as it was checked. */
  readonly file: Blob | null
}

const NONE: Check = { stage: 'none', why: null, own: undefined, steps: {}, content: null, path: [], file: null }

/** A check with one more answer of the worker. */
function checkAfter(check: Check, answer: DrawAnswer): Check {
  switch (answer.kind) {
    case 'own':
      return { ...check, own: answer.own }
    case 'step':
      return { ...check, steps: { ...check.steps, [answer.step]: answer.holds } }
    case 'end':
      return { ...check, stage: 'done', content: answer.content, path: answer.path }
  }
}

/** The check of one offer's draw, with the acts that begin and end it. */
export function useDrawCheck(offer: string, application: string | null) {
  const [check, setCheck] = useState(NONE)
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  const start = (): void => {
    stop.current()
    let worker: Worker | null = null
    let isOver = false
    stop.current = () => {
      isOver = true
      worker?.terminate()
    }
    const update = (change: (check: Check) => Check): void => {
      if (!isOver) setCheck(change)
    }
    setCheck({ ...NONE, stage: 'reading' })
    void readText(offer).then((answer) => {
      if (isOver) return
      if ('why' in answer) return update((now) => ({ ...now, stage: 'failed', why: answer.why }))
      update((now) => ({ ...now, stage: 'working', file: answer.file }))
      worker = new Worker(new URL('./draw.worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('message', ({ data }: MessageEvent<DrawAnswer>) => {
        update((now) => checkAfter(now, data))
        if (data.kind === 'end') worker?.terminate()
      })
      worker.addEventListener('error', () => update((now) => ({ ...now, stage: 'failed' })))
      // A worker has no origin to name: it talks to this page only.
      // eslint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ text: answer.text, application } satisfies DrawQuestion)
    })
  }
  const cancel = (): void => {
    stop.current()
    setCheck((now) => ({ ...now, stage: 'stopped' }))
  }
  return { check, start, cancel }
}

async function readText(id: string): Promise<{ file: Blob; text: string } | { why: string }> {
  const answer = await sendForFile(readDraw, { id })
  if ('file' in answer) return { file: answer.file, text: await answer.file.text() }
  return { why: 'refusal' in answer ? answer.refusal.msg : answer.msg }
}

/** The steps of the page: those of the file, whether it is the one that the house shows, and the own row. */
export const CHECK_STEPS = ['own', 'shown', ...DRAW_STEPS] as const
export type CheckStep = (typeof CHECK_STEPS)[number]

/** Whether each step holds, as far as it is known. The offer is null without a session. */
export function resultsOf(
  check: Check,
  id: string,
  offer: WholeOffer | null,
): Readonly<Partial<Record<CheckStep, boolean>>> {
  const { content, own, steps } = check
  return {
    ...steps,
    ...(own !== undefined && offer?.application ? { own: own !== null && isOwn(own, offer.application) } : {}),
    ...(content ? { shown: content.offer === id && (offer === null || isShown(content, offer)) } : {}),
  }
}

const isShown = ({ termsHash, root }: DrawContent, offer: WholeOffer): boolean =>
  termsHash === offer.termsHash && root === offer.root

/** True if the row of the file is that of the receipt: ticket, lots, mark and leaf, and the result once it is there. */
function isOwn({ row, leaf }: OwnTicket, application: NonNullable<WholeOffer['application']>): boolean {
  const { result } = application
  const isRow = application.row === `${row.ticket} ${row.lots} ${row.mark}` && application.leaf === leaf
  if (!result) return isRow
  return isRow && result.place === row.place && result.ballot + result.proRata + result.byPlace === row.won
}
