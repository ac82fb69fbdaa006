import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followBrowser } from '@lonja/kit/connection'
import { sayLost } from '@lonja/kit/first'
import { openStream } from '@lonja/kit/live'
import { goTo, here, isPage, openNav } from '@lonja/kit/nav'
import { markAllStale } from '@lonja/kit/reads'
import { followOtherWindows, onSessionEnd, showTextSize } from '@lonja/kit/session'
import { openTexts } from '@lonja/kit/text'
import '@lonja/kit/tokens.css'
import './shell/first.css'
import { App } from './App.tsx'
import { followSession } from './accounts/expiry.ts'
import { kindOf } from './routes.ts'
import { askFirst } from './shell/early.ts'
import { fetchScreen } from './shell/screens.ts'
import { LANGUAGE_TEXTS } from './texts.ts'

const AFTER_LOAD_MS = 500

/** Opens the app: the address, the words of the stored language and the first page's code are fetched side by side. */
async function open(): Promise<void> {
  showTextSize()
  followSession()
  followBrowser(() => {
    openStream()
    markAllStale()
  })
  const root = document.getElementById('root')
  // The phone of the first paint stands until the whole page can take its place.
  await Promise.all([openTexts(LANGUAGE_TEXTS), fetchScreen(here().path), askFirst(here())])
  // As a transition: the browser may draw and answer a finger in between.
  if (root) startTransition(() => createRoot(root).render(<App />))
  openStream()
  whenLoaded(() => {
    followOtherWindows()
    keepForOffline()
  })
}

/** What nobody waits for: after all that the page itself loads. */
function whenLoaded(act: () => void): void {
  const loaded = () => setTimeout(act, AFTER_LOAD_MS)
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded)
}

/** The worker keeps the app's own files, so that it opens at once and without a network. It needs a secure address. */
function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('./worker.js').catch(() => undefined)
  // What is pushed is for whoever was signed in.
  onSessionEnd(() => void import('./notices/device.ts').then(({ forgetDevice }) => forgetDevice()))
}

/** A tap on a pushed notice leads here, also while the app is only opening: what the worker says before anyone listens is lost. */
function followNoticeTaps(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.onmessage = ({ data }: MessageEvent<{ open?: string }>) => {
    if (data.open && isPage(data.open)) goTo(data.open)
  }
}

openNav(kindOf)
followNoticeTaps()
// The code has been read: opening is work of its own, and a finger may come in between.
setTimeout(() => void open().catch(sayLost))
