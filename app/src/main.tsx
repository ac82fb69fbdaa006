import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followBrowser } from '@lonja/kit/connection'
import { reportLost } from '@lonja/kit/first'
import { openKept } from '@lonja/kit/kept'
import { openStream } from '@lonja/kit/stream'
import { goTo, here, isPage, openNav } from '@lonja/kit/nav'
import { markAllStale } from '@lonja/kit/reads'
import { followOtherWindows, onSessionEnd, showRise, showTextSize } from '@lonja/kit/session'
import { openTexts } from '@lonja/kit/text'
import '@lonja/kit/tokens.css'
import './shell/first.css'
import { App } from './App.tsx'
import { followSession } from './accounts/expiry.ts'
import { kindOf } from './routes.ts'
import { askFirst } from './shell/early.ts'
import { fetchScreen } from './shell/screens.ts'
import { FIRST_TEXTS, LATER_TEXTS } from './texts.ts'

const AFTER_LOAD_MS = 500

/** Open the app: the address, the stored language's texts and the first page's code are fetched in parallel. */
async function open(): Promise<void> {
  showTextSize()
  showRise()
  followSession()
  openKept()
  followBrowser(() => {
    openStream()
    markAllStale()
  })
  const root = document.getElementById('root')
  // The first paint's phone stays until the whole page can replace it.
  await Promise.all([openTexts(FIRST_TEXTS, LATER_TEXTS), fetchScreen(here().path), askFirst(here())])
  // As a transition, so that the browser can draw and answer a finger in between.
  if (root) startTransition(() => createRoot(root).render(<App />))
  openStream()
  const ahead = import('./shell/ahead.ts')
  void ahead.then(({ fetchAtTouch }) => fetchAtTouch()).catch(() => undefined)
  whenLoaded(() => {
    followOtherWindows()
    keepForOffline()
    void ahead.then(({ fetchWhileIdle }) => fetchWhileIdle()).catch(() => undefined)
  })
}

/** Run after everything that the page itself loads. */
function whenLoaded(act: () => void): void {
  const loaded = () => setTimeout(act, AFTER_LOAD_MS)
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded)
}

/**
 * Register the worker that caches the app's own files, so that it opens at once and offline. It needs a secure address.
 */
function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('./worker.js').catch(() => undefined)
  // Push notices belong to the customer who was signed in.
  onSessionEnd(() => void import('./notices/device.ts').then(({ forgetDevice }) => forgetDevice()))
}

/**
 * A tap on a push notice navigates here, even while the app is still opening: a message sent before anyone listens is
 * lost.
 */
function followNoticeTaps(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.onmessage = ({ data }: MessageEvent<{ open?: string }>) => {
    if (data.open && isPage(data.open)) goTo(data.open)
  }
}

openNav(kindOf)
followNoticeTaps()
// The code is parsed; opening is a task of its own, so that input can be handled in between.
setTimeout(() => void open().catch(reportLost))
