import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Call, InputOf, ReplyOf } from '@lonja/core/base/contract'
import type { IdOf } from '@lonja/core/base/ids'
import type { Language } from '@lonja/core/base/language'
import { storePicture, type PictureUse } from '@lonja/core/pictures/pictures.contract'

/** An answer as it came over the wire, with its data decoded by the contract if it was accepted. */
export interface Answer<C extends Call> {
  readonly status: number
  readonly code: number
  readonly error: string | null
  readonly data: ReplyOf<C> | null
}

export interface AskOptions {
  readonly token?: string
  /** The Idempotency-Key. */
  readonly key?: string
  /** The language of the answer's texts; Spanish by default. */
  readonly language?: Language
}

/** Make a call of the contract from outside the browser, as a program would. */
export async function ask<C extends Call>(
  url: string,
  call: C,
  input: InputOf<C>,
  { token, key, language = 'tur' }: AskOptions = {},
): Promise<Answer<C>> {
  const wire = z.encode(call.input, input) as Record<string, unknown>
  const address = new URL(`${url}/api/${language}${call.path}`)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (token) headers['token'] = token
  if (call.kind === 'write') headers['idempotency-key'] = key ?? (call.key === 'id' ? String(wire['id']) : newId())
  const isGet = call.method === 'GET'
  if (isGet) for (const [name, value] of Object.entries(wire)) address.searchParams.set(name, String(value))
  const response = await fetch(address, {
    method: call.method,
    headers,
    ...(isGet ? {} : { body: JSON.stringify(wire) }),
  })
  const envelope = (await response.json()) as { code: number; error?: string; data?: unknown }
  const data = envelope.code === 1 ? (z.decode(call.reply, envelope.data) as ReplyOf<C>) : null
  return { status: response.status, code: envelope.code, error: envelope.error ?? null, data }
}

/** The same, but every outcome other than acceptance is a test error. */
export async function askFor<C extends Call>(
  url: string,
  call: C,
  input: InputOf<C>,
  options: AskOptions = {},
): Promise<ReplyOf<C>> {
  const { data, status, error } = await ask(url, call, input, options)
  if (data === null) throw new Error(`${call.path} answered ${status} ${error ?? ''}`)
  return data
}

/** A UUID of version 7, as the app makes one when a form opens. */
export function newId<Kind extends string>(): IdOf<Kind> {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as IdOf<Kind>
}

/** Send a picture as the app does: its bytes are the body. Answers with its id. */
export async function sendPicture(url: string, use: PictureUse, bytes: Buffer, token: string): Promise<string> {
  const id = newId()
  const address = new URL(`${url}/api/tur${storePicture.path}`)
  address.search = new URLSearchParams({ id, use }).toString()
  const headers = { 'content-type': 'image/png', token, 'idempotency-key': id }
  const response = await fetch(address, { method: 'POST', headers, body: new Uint8Array(bytes) })
  if (!response.ok) throw new Error(`${storePicture.path} answered ${response.status}`)
  return id
}
