import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import './browser.testing.ts'
import { ShownLanguage } from './formats.tsx'
import { openHouse, type House } from './house.testing.ts'
import { heard } from './connection.ts'
import { newId } from './ids.ts'
import { ToastHost } from './parts/ToastHost.tsx'
import { dismissToast, shownToast } from './parts/toast.ts'
import { PartWordsIn, type PartWords } from './parts/words.tsx'
import { queries } from './reads.ts'
import { signIn, signOut, type Session } from './session.ts'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { openTexts, useLanguage, type Catalogue } from './text.ts'
import { connectFetch, connectStream, connectUploads, type Sending, type Stream } from './wire.testing.ts'

/*
 * Component tests: a part or a screen with the whole kit around it, and a house of the test at the wire's edge. The
 * test finds what a person finds (`getByRole`, `getByText`) and presses what a person presses.
 */

/** A machine with other work to do is waited for. */
const PATIENCE_MS = 10_000
configure({ asyncUtilTimeout: PATIENCE_MS })

/** What a test has: the house, what was sent to it, and the window. */
export interface Wire {
  readonly house: House
  readonly sendings: readonly Sending[]
  readonly stream: Stream
}

/** A new house before each test of the file; after it the window is as it was, and nothing went against the contract. */
export function withHouse(): Wire {
  let house = openHouse()
  let sendings: readonly Sending[] = []
  let stream = connectStream()
  beforeEach(() => {
    house = openHouse()
    connectFetch(house)
    sendings = connectUploads(house)
    stream = connectStream()
  })
  afterEach(() => {
    cleanup()
    signOut()
    queries.clear()
    localStorage.clear()
    const toast = shownToast()
    if (toast) dismissToast(toast.id)
    heard()
    expect(house.faults).toEqual([])
  })
  return {
    get house() {
      return house
    },
    get sendings() {
      return sendings
    },
    get stream() {
      return stream
    },
  }
}

/** Sign a customer (or, in the console, a seat) in on this device. */
export function enter(token = 'a token'): Session {
  const session = { token, userId: newId() }
  signIn(session)
  return session
}

/** The window with a part in it: ways to find what it shows, and a person at it. */
export type Page = typeof screen & {
  readonly user: ReturnType<typeof userEvent.setup>
  /** A person goes to a field and writes this in place of what it holds. */
  write(field: HTMLElement, text: string): Promise<void>
  /** The part leaves the screen. */
  leave(): void
  /** The part is drawn again, with other props. */
  redraw(element: ReactNode): void
}

/** Put a part on the screen. `words` are those that parts say by themselves. */
export function show(element: ReactNode, words: PartWords = PART_WORDS): Page {
  const user = userEvent.setup()
  const { unmount, rerender } = render(<Around words={words}>{element}</Around>)
  const redraw = (next: ReactNode) => rerender(<Around words={words}>{next}</Around>)
  const write = async (field: HTMLElement, text: string): Promise<void> => {
    await user.click(field)
    // A figure is selected in the frame after its field got the focus: no person types sooner.
    await new Promise(requestAnimationFrame)
    await user.clear(field)
    await user.keyboard(text)
  }
  return { ...screen, user, write, leave: unmount, redraw }
}

function Around({ words, children }: { words: PartWords; children: ReactNode }) {
  const language = useLanguage()
  return (
    <QueryClientProvider client={queries}>
      <ShownLanguage value={language}>
        <PartWordsIn value={words}>
          {children}
          <ToastHost />
        </PartWordsIn>
      </ShownLanguage>
    </QueryClientProvider>
  )
}

/** Let the kit speak these words, the same in every language: it has no catalogue of its own. */
export const speakOf = (catalogue: Catalogue): Promise<void> =>
  openTexts(
    Object.fromEntries(
      LANGUAGES.map((language) => [language, () => Promise.resolve({ default: catalogue })]),
    ) as Record<Language, () => Promise<{ default: Catalogue }>>,
  )

/** A text as a person reads it: each blank of the app's, also the narrow ones of figures, is a blank. */
export const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** An accessible name that is this text, whatever its blanks are. */
export const named = (text: string) => ({ name: (name: string) => plain(name) === text })

/** What a part of the window shows, such as one of several groups. */
export const inside = (element: HTMLElement) => within(element)

/** The figure that stands beside a caption in a list of captions and figures. */
export function figureOf(caption: string): string {
  const term = screen.getAllByRole('term').find(({ firstChild }) => plain(firstChild?.textContent) === caption)
  if (!term) throw new Error(`No figure has the caption ${caption}`)
  return plain(term.nextElementSibling?.textContent)
}

/** A value that a test gives out later. */
export function later<Value>(): { readonly value: Promise<Value>; give(value: Value): void } {
  let give: (value: Value) => void = () => undefined
  const value = new Promise<Value>((resolve) => {
    give = resolve
  })
  return { value, give: (it) => give(it) }
}

/** App and console hand in their own. */
const PART_WORDS: PartWords = {
  back: 'Volver',
  close: 'Cerrar',
  retry: 'Reintentar',
  loading: 'Cargando',
  refreshing: 'Actualizando',
  pull: 'Tira',
  release: 'Suelta',
  reveal: 'Mostrar',
  conceal: 'Ocultar',
  more: 'Más',
  less: 'Menos',
  erase: 'Borrar',
  remove: 'Quitar',
  ascending: 'ascendente',
  descending: 'descendente',
  dayToday: (day) => `Hoy, ${day}`,
  dayYesterday: (day) => `Ayer, ${day}`,
  figureUnread: 'No es una cifra',
  figureAmbiguous: 'Es ambigua',
  figureDecimals: 'Demasiados decimales',
  figureLong: 'Demasiado larga',
}
