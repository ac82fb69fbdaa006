import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import './browser.testing.ts'
import { ShownLanguage } from './formats.tsx'
import { openHouse, type House } from './house.testing.ts'
import { markOnline } from './connection.ts'
import { newId } from './ids.ts'
import { ToastHost } from './parts/ToastHost.tsx'
import { allToasts, dismissToast, followToasts } from './parts/toast.ts'
import { PartWordsIn, type PartWords } from './parts/words.tsx'
import { queries } from './reads.ts'
import { signIn, signOut, type Session } from './session.ts'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { openTexts, useLanguage, type Catalogue } from './text.ts'
import { connectFetch, connectStream, connectUploads, type Sending, type Stream } from './wire.testing.ts'

/*
 * Component tests: a part or a screen inside the whole kit, with a test house at the edge of the wire. The test finds
 * elements as a person does (`getByRole`, `getByText`) and presses what a person presses.
 */

/** A busy machine may be slow. */
const PATIENCE_MS = 10_000
configure({ asyncUtilTimeout: PATIENCE_MS })

/** The tools of a test: the house, the requests it received, and the window. */
export interface Wire {
  readonly house: House
  readonly sendings: readonly Sending[]
  readonly stream: Stream
  /** The text of every toast so far: they go by themselves, sooner than a busy machine looks. */
  readonly toasts: readonly string[]
}

/**
 * Create a new house before each test of the file. After each test the window is restored, and a breach of the contract
 * fails it.
 */
export function withHouse(): Wire {
  let house = openHouse()
  let sendings: readonly Sending[] = []
  let stream = connectStream()
  let toasts: string[] = []
  let last = 0
  followToasts(() => {
    for (const { id, text } of allToasts().filter(({ id }) => id > last)) {
      last = id
      toasts.push(text)
    }
  })
  beforeEach(() => {
    house = openHouse()
    connectFetch(house)
    sendings = connectUploads(house)
    stream = connectStream()
    toasts = []
  })
  afterEach(() => {
    cleanup()
    signOut()
    queries.clear()
    localStorage.clear()
    for (const { id } of allToasts()) dismissToast(id)
    markOnline()
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
    get toasts() {
      return toasts
    },
  }
}

/** Sign in a customer (or, in the console, a seat) on this device. */
export function enter(token = 'a token'): Session {
  const session = { token, userId: newId() }
  signIn(session)
  return session
}

/** The window with a part in it: queries for its content, and a simulated user. */
export type Page = typeof screen & {
  readonly user: ReturnType<typeof userEvent.setup>
  /** Focus a field and type a text that replaces its content. */
  write(field: HTMLElement, text: string): Promise<void>
  /** Remove the part from the screen. */
  leave(): void
  /** Draw the part again with other props. */
  redraw(element: ReactNode): void
}

/** Put a part on the screen. `words` are the texts that parts contain themselves. */
export function show(element: ReactNode, words: PartWords = PART_WORDS): Page {
  const user = userEvent.setup()
  const { unmount, rerender } = render(<Around words={words}>{element}</Around>)
  const redraw = (next: ReactNode) => rerender(<Around words={words}>{next}</Around>)
  const write = async (field: HTMLElement, text: string): Promise<void> => {
    await user.click(field)
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

/** Use this catalogue for the kit's texts in every language: the kit has none of its own. */
export const speakOf = (catalogue: Catalogue): Promise<void> =>
  openTexts(
    Object.fromEntries(LANGUAGES.map((language) => [language, () => Promise.resolve({ TEXTS: catalogue })])) as Record<
      Language,
      () => Promise<{ TEXTS: Catalogue }>
    >,
  )

/** A text as a person reads it: every space, including no-break and narrow ones, becomes a plain space. */
export const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** An accessible name equal to this text, whatever its spaces are. */
export const named = (text: string) => ({ name: (name: string) => plain(name) === text })

/** Queries inside one element, such as one of several groups. */
export const inside = (element: HTMLElement) => within(element)

/** The figure beside a caption in a list of captions and figures. */
export function figureOf(caption: string): string {
  const term = screen.getAllByRole('term').find(({ firstChild }) => plain(firstChild?.textContent) === caption)
  if (!term) throw new Error(`No figure has the caption ${caption}`)
  return plain(term.nextElementSibling?.textContent)
}

/** A value that the test supplies later. */
export function later<Value>(): { readonly value: Promise<Value>; give(value: Value): void } {
  let give: (value: Value) => void = () => undefined
  const value = new Promise<Value>((resolve) => {
    give = resolve
  })
  return { value, give: (it) => give(it) }
}

/** App and console pass their own. */
const PART_WORDS: PartWords = {
  back: 'Volver',
  close: 'Cerrar',
  retry: 'Reintentar',
  loading: 'Cargando',
  refreshing: 'Actualizando',
  refreshed: 'Actualizado',
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
  dayUnread: 'No es una fecha',
  figureUnread: 'No es una cifra',
  figureAmbiguous: 'Es ambigua',
  figureDecimals: 'Demasiados decimales',
  figureLong: 'Demasiado larga',
}
