import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A stand-in for a browser's storage, because these tests run without a browser. */
function memory(): Storage {
  const storage = new Map<string, string>()
  return {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
    clear: () => storage.clear(),
    key: (index) => [...storage.keys()][index] ?? null,
    get length() {
      return storage.size
    },
  }
}

const open = () => import('./session.ts')

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', memory())
})
afterEach(() => vi.unstubAllGlobals())

test('a session is stored under the names of the spec, and found again on the next visit', async () => {
  const { signIn, storeUserInfo } = await open()
  signIn({ token: 't', userId: 'u' })
  storeUserInfo({ displayName: 'Marta' })
  expect(['token', 'userId', 'userInfo'].map((key) => localStorage.getItem(key))).toEqual([
    't',
    'u',
    '{"displayName":"Marta"}',
  ])
  vi.resetModules()
  expect((await open()).currentSession()).toEqual({ token: 't', userId: 'u' })
})

test('an expired session takes token, userId and userInfo with it, and nothing else', async () => {
  const { signIn, storeUserInfo, expireSession, currentSession } = await open()
  localStorage.setItem('lang', 'cn')
  signIn({ token: 't', userId: 'u' })
  storeUserInfo({})
  expireSession('t')
  expect(currentSession()).toBeNull()
  expect(['token', 'userId', 'userInfo', 'lang'].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
    null,
    'cn',
  ])
})

test('half a session is none', async () => {
  localStorage.setItem('token', 't')
  expect((await open()).currentSession()).toBeNull()
})

test('a browser that stores nothing still signs in for as long as the page lives', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('no storage')
    },
    removeItem: () => {
      throw new Error('no storage')
    },
  })
  const { signIn, signOut, currentSession } = await open()
  signIn({ token: 't', userId: 'u' })
  expect(currentSession()?.token).toBe('t')
  signOut()
  expect(currentSession()).toBeNull()
})

test('a page that is shown again on the way back follows what ended meanwhile; one that was only loaded has nothing to follow', async () => {
  const heard = new Map<string, (event: { persisted: boolean }) => void>()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => void heard.set(name, listener))
  const { signIn, followOtherWindows, currentSession, onSessionEnd } = await open()
  signIn({ token: 't', userId: 'u' })
  followOtherWindows()
  const ends: string[] = []
  onSessionEnd((how) => ends.push(how))
  localStorage.removeItem('token') // In another window, while this page was in the back/forward cache.
  heard.get('pageshow')?.({ persisted: false })
  expect([currentSession()?.token, ends]).toEqual(['t', []])
  heard.get('pageshow')?.({ persisted: true })
  expect([currentSession(), ends]).toEqual([null, ['left']])
})
