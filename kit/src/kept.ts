import { onSessionEnd, currentSession } from './session.ts'

/*
 * The last answers of reads, kept on this device as they arrived, so that a screen that was seen opens without a
 * network too. A customer's answers are kept under their id and removed when their session ends.
 */

/** The names of kept answers in the browser's storage begin with it. */
const MARK = 'kept '
/** All kept answers together: browsers give a site some five million characters. */
const ALL_MOST = 2_000_000
/** A longer answer is not kept. */
const ONE_MOST = 250_000
/** Answers are written together after this time, or when the page is left. */
const WRITE_AFTER_MS = 500

/** Answers from before this page opened were kept by an earlier visit. */
export const OPENED_AT = Date.now()

/** A read's key: path, customer (or `anyone`), language and input. */
export type ReadKey = readonly [path: string, who: string | null, lang: string, wire: unknown, ...more: unknown[]]

export interface CachedAnswer {
  readonly at: number
  /** The answer as it arrived. */
  readonly text: string
}

let keeps = false
/** Answers that wait to be written. */
const unwritten = new Map<string, CachedAnswer>()

/** Keep answers on this device from now on. Those of a customer who is not signed in are removed. */
export function openKept(): void {
  keeps = true
  dropPrivate(currentSession()?.userId)
  onSessionEnd(() => dropPrivate())
  addEventListener('pagehide', writeKept)
}

const nameOf = (key: ReadKey): string => MARK + JSON.stringify(key)
const whoseIs = (name: string): unknown => (JSON.parse(name.slice(MARK.length)) as ReadKey)[1]

/** Keep an answer in place of the read's last one. */
export function keepAnswer(key: ReadKey, text: string): void {
  if (!keeps || text.length > ONE_MOST) return
  if (unwritten.size === 0) setTimeout(writeKept, WRITE_AFTER_MS)
  unwritten.set(nameOf(key), { at: Date.now(), text })
}

/** The last answer of a read on this device; null if there is none. */
export function keptAnswer(key: ReadKey): CachedAnswer | null {
  if (!keeps) return null
  const name = nameOf(key)
  return unwritten.get(name) ?? read(name)
}

/** Without storage, or when it is full, nothing more is kept: the screens then work as without this. */
function writeKept(): void {
  try {
    for (const [name, { at, text }] of unwritten) localStorage.setItem(name, `${at} ${text}`)
    makeRoom()
  } catch {
    for (const name of names()) remove(name)
  }
  unwritten.clear()
}

/** Remove the oldest answers until the rest fits. */
function makeRoom(): void {
  const all = names().map((name) => ({ name, length: (localStorage.getItem(name) ?? '').length }))
  let total = all.reduce((sum, { length }) => sum + length, 0)
  if (total <= ALL_MOST) return
  const oldest = all.map((one) => ({ ...one, at: read(one.name)?.at ?? 0 })).sort((a, b) => a.at - b.at)
  for (const { name, length } of oldest) {
    if (total <= ALL_MOST) return
    remove(name)
    total -= length
  }
}

/** Remove every customer's answers, but not those of `except`. */
function dropPrivate(except?: string): void {
  for (const name of [...names(), ...unwritten.keys()]) {
    const who = whoseIs(name)
    if (who === 'anyone' || who === except) continue
    unwritten.delete(name)
    remove(name)
  }
}

function read(name: string): CachedAnswer | null {
  try {
    const value = localStorage.getItem(name)
    const end = value?.indexOf(' ') ?? -1
    return value && end > 0 ? { at: Number(value.slice(0, end)), text: value.slice(end + 1) } : null
  } catch {
    return null
  }
}

function names(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(MARK))
  } catch {
    return []
  }
}

function remove(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Without storage nothing was kept.
  }
}
