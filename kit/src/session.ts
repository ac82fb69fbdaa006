import { useLayoutEffect } from 'react'
import { MARKS_MOST } from '@lonja/core/base/marks'
import { storeOf, useStore } from './store.ts'
import { removeStored, readStored, readStoredJson, storeText } from './stored.ts'

/*
 * The session on this device. Spec sections 3 and 8: token, userId, userInfo and lang are stored under these names; the
 * first three are removed when a call answers 401, and the login page follows 1.5 seconds later. A console seat uses
 * names of its own, so one browser may hold a customer and a seat.
 */

export interface Session {
  readonly token: string
  readonly userId: string
}

export const LOGIN_AFTER_MS = 1_500

let names = { token: 'token', userId: 'userId', userInfo: 'userInfo' }
let marksName = 'marks'

const stored = (): Session | null => {
  const token = readStored(names.token)
  const userId = readStored(names.userId)
  return token && userId ? { token, userId } : null
}

const session = storeOf<Session | null>(stored())
const unread = storeOf(false)

/** This page is the console: its sessions belong to seats. Call it once, before anything else. */
export function keepSeats(): void {
  names = { token: 'seatToken', userId: 'seatId', userInfo: 'seatInfo' }
  marksName = 'seatMarks'
  session.set(stored())
}

type SessionEnd = 'left' | 'expired'
const listeners = new Set<(ended: SessionEnd) => void>()

/** Called when a session ends, so that its reads are dropped. */
export function onSessionEnd(listener: (ended: SessionEnd) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentSession = (): Session | null => session.get()
export const useSession = (): Session | null => useStore(session)

export function signIn({ token, userId, mark }: Session & { readonly mark?: string | undefined }): void {
  if (mark !== undefined) storeText(marksName, JSON.stringify([mark, ...knownMarks()].slice(0, MARKS_MOST)))
  storeText(names.token, token)
  storeText(names.userId, userId)
  session.set({ token, userId })
}

/**
 * The marks by which the server knows this browser again, newest first. They stay after a sign-out: wrong passwords of
 * others then do not shut this browser out.
 */
export function knownMarks(): string[] {
  const marks = readStoredJson(marksName)
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string').slice(0, MARKS_MOST) : []
}

/** Sign out by the person's own act. */
export const signOut = (): void => end('left')

/**
 * A call with this token answered 401. A session begun since then is not affected, nor one that another window of this
 * browser has renewed.
 */
export function expireSession(token: string | null): void {
  if (token === null || session.get()?.token !== token) return
  if (stored() && stored()?.token !== token) return followStored()
  if (holds > 0) expiredHeld = token
  else end('expired')
}

let holds = 0
let expiredHeld: string | null = null

/**
 * A call that renews the token is under way: an answer 401 to the old one waits for it. Returns the end of the wait.
 */
export function holdSession(): () => void {
  holds += 1
  return () => {
    holds -= 1
    const token = expiredHeld
    if (holds > 0) return
    expiredHeld = null
    expireSession(token)
  }
}

/** Hold the session while `isRenewing`. */
export const useHeldSession = (isRenewing: boolean): void =>
  useLayoutEffect(() => (isRenewing ? holdSession() : undefined), [isRenewing])

function end(how: SessionEnd): void {
  for (const key of Object.values(names)) removeStored(key)
  session.set(null)
  unread.set(false)
  for (const listener of [...listeners]) listener(how)
}

/**
 * Follow sign-ins, sign-outs, text sizes and colours from other windows of this browser. Registering the listener waits for the
 * browser's storage, tens of milliseconds during page load: call it afterwards.
 */
export function followOtherWindows(): void {
  addEventListener('storage', ({ key }) => {
    if (key === names.token || key === null) followStored()
    if (key === 'textSize') followTextSize()
    if (key === 'rise') followRise()
  })
  // A page restored from the back/forward cache missed the events meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && followStored())
  followStored()
}

function followStored(): void {
  const now = stored()
  if (now?.token === session.get()?.token) return
  session.set(now)
  unread.set(false)
  if (!now) for (const listener of [...listeners]) listener('left')
}

/** The last known profile, to draw at once on the next visit. */
export const readUserInfo = (): unknown => readStoredJson(names.userInfo)
export const storeUserInfo = (info: unknown): void => storeText(names.userInfo, JSON.stringify(info))

/** True if any notice is unread (spec section 4): the dot on the bell. */
export const useHasUnread = (): boolean => useStore(unread)
export const setHasUnread = (any: boolean): void => unread.set(any)

/** Text sizes in per cent of the usual one, stored on the device so that they apply before signing in too. */
export const TEXT_SIZES_SHOWN = [100, 125, 150, 200] as const
export type TextSize = (typeof TEXT_SIZES_SHOWN)[number]

const sizeFor = (text: string | null): TextSize => TEXT_SIZES_SHOWN.find((size) => String(size) === text) ?? 100
const size = storeOf<TextSize>(sizeFor(readStored('textSize')))

export const useTextSize = (): TextSize => useStore(size)

export function changeTextSize(next: TextSize): void {
  storeText('textSize', String(next))
  size.set(next)
  showTextSize()
}

function followTextSize(): void {
  size.set(sizeFor(readStored('textSize')))
  showTextSize()
}

/** Set the text size in the style sheet, which multiplies the root font size by it. */
export function showTextSize(): void {
  const { dataset } = document.documentElement
  if (size.get() === 100) delete dataset['textScale']
  else dataset['textScale'] = String(size.get())
}

/** The colour of what rose; what fell has the other one. Stored on the device, as the text size. */
export const RISES = ['green', 'red'] as const
export type Rise = (typeof RISES)[number]

const riseFor = (text: string | null): Rise => (text === 'red' ? 'red' : 'green')
const rise = storeOf<Rise>(riseFor(readStored('rise')))

export const useRise = (): Rise => useStore(rise)

export function changeRise(next: Rise): void {
  storeText('rise', next)
  followRise()
}

function followRise(): void {
  rise.set(riseFor(readStored('rise')))
  showRise()
}

/** Set the colour of rises in the style sheet, whose tokens exchange the two colours. */
export function showRise(): void {
  const { dataset } = document.documentElement
  if (rise.get() === 'green') delete dataset['rise']
  else dataset['rise'] = rise.get()
}
