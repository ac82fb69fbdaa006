import { createRoot } from 'react-dom/client'
import { followBrowser } from '@lonja/kit/connection'
import { keepFocus } from '@lonja/kit/focus'
import { followKeys } from '@lonja/kit/keys'
import { openNav } from '@lonja/kit/nav'
import { markAllStale } from '@lonja/kit/reads'
import { followOtherWindows, keepSeats } from '@lonja/kit/session'
import { openTexts } from '@lonja/kit/text'
import '@lonja/kit/tokens.css'
import './shell/console.css'
import { App } from './App.tsx'
import { kindOf } from './routes.ts'
import { LANGUAGE_TEXTS } from './texts.ts'

/** Open the console: the seat of this browser, the address, and the texts of the stored language. */
async function open(): Promise<void> {
  keepSeats()
  openNav(kindOf)
  followBrowser(markAllStale)
  followKeys()
  keepFocus()
  await openTexts(LANGUAGE_TEXTS)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
  followOtherWindows()
}

/** The first load failed: reload the page when the network is back. */
const lost = (): void => addEventListener('online', () => location.reload())

void open().catch(lost)
