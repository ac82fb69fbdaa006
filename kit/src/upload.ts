import type { InputOf, RefusalOf, ReplyOf, Write } from '@lonja/core/base/contract'
import { REFERENCE_HEADER } from '@lonja/core/base/reference'
import { addressFor, readAnswer, wireInput, type Refusal } from './call.ts'
import { currentSession } from './session.ts'
import { textFor } from './text.ts'

/* Uploads one picture and reports its progress, which `fetch` cannot do; XMLHttpRequest can. */

/** Spec section 9: an upload times out after 60,000 ms. */
export const UPLOAD_MS = 60_000

/** The runtime's own codes of a failed upload, spec section 8: no network, aborted, timeout. */
export const UPLOAD_CODES = { network: 602001, abort: 600003, timeout: 5 } as const

/** A failure or an unknown outcome: the same picture may be sent again under the same id. */
export interface UploadFailure {
  readonly code: (typeof UPLOAD_CODES)[keyof typeof UPLOAD_CODES]
  readonly msg: string
}

export type UploadResult<C extends Write> =
  { readonly reply: ReplyOf<C> } | { readonly refusal: Refusal<RefusalOf<C>> } | { readonly failure: UploadFailure }

export interface UploadOptions {
  /** The progress from 0 to 100, rounded down. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly base?: string
}

/**
 * Send one picture by a call that takes one. Its `id` is the idempotency key, so that a repeat is the same picture.
 * Never throws.
 */
export function upload<C extends Write>(
  call: C,
  input: InputOf<C> & { readonly id: string },
  bytes: Blob,
  { onProgress, signal, timeoutMs = UPLOAD_MS, base }: UploadOptions = {},
): Promise<UploadResult<C>> {
  const token = currentSession()?.token ?? null
  const address = new URL(addressFor(call, {}, base))
  for (const [name, value] of Object.entries(wireInput(call, input))) address.searchParams.set(name, String(value))
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    const fails = (kind: keyof typeof UPLOAD_CODES): void => resolve({ failure: failureOf(kind) })
    request.open('POST', address.href)
    request.timeout = timeoutMs
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', bytes.type || 'application/octet-stream')
    request.setRequestHeader('idempotency-key', input.id)
    if (token !== null) request.setRequestHeader('token', token)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? Math.floor((100 * loaded) / total) : 0),
    )
    request.addEventListener('error', () => fails('network'))
    request.addEventListener('abort', () => fails('abort'))
    request.addEventListener('timeout', () => fails('timeout'))
    request.addEventListener('load', () => {
      const { status } = request
      const reference = request.getResponseHeader(REFERENCE_HEADER)
      const answer = readAnswer(call, { status, reference, text: request.responseText }, token)
      if ('outage' in answer) fails('network')
      else resolve(answer)
    })
    signal?.addEventListener('abort', () => request.abort())
    if (signal?.aborted) fails('abort')
    else request.send(bytes)
  })
}

const failureOf = (kind: keyof typeof UPLOAD_CODES): UploadFailure => {
  const t = textFor('pictures')
  const msg = kind === 'network' ? t('failedNetwork') : kind === 'timeout' ? t('failedTimeout') : t('takenBack')
  return { code: UPLOAD_CODES[kind], msg }
}
