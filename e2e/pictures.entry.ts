import type { Language } from '@lonja/core/base/language'
import type { OrderKind } from '@lonja/core/orders/orders.contract'
import type { Device } from './scenes.resets.ts'
import type { Other } from './scenes.others.ts'

/** The four states of a screen: no data, no answer yet, a failure, and full. */
export const STATES = ['empty', 'loading', 'failed', 'full'] as const
export type State = (typeof STATES)[number]

/** One screen to look at: its place, and its viewer. */
export interface PictureScreen {
  readonly name: string
  /** Behind the hash, or a whole address; `{share}`, `{held}`, `{index}`, `{order}`, `{news}` are filled with existing ones. */
  readonly path: string
  /** `person` is signed in; a newcomer has nothing; others are in a state of their own; a device has no session. */
  readonly who: 'anyone' | 'person' | 'newcomer' | Other | Device
  /** Answers that are changed on their way. */
  readonly alters?: Alteration | readonly Alteration[]
  /** Elements to press before the picture is taken: by a text key of the app, or a CSS selector; or text to type. */
  readonly press?: readonly (readonly [feature: string, key: string] | string | TextInput | KindChoice)[]
  /** A page rendered by the server, whose text size is the browser's own. */
  readonly served?: true
  /** Its states, if it does not have all four. */
  readonly states?: readonly State[]
}

/**
 * A call by its path, and a change of its data on the wire; or data (in words: in the language of the call) or a file instead of an
 * answer, an outage, or no answer at all, for which no house is asked.
 */
export type Alteration =
  | { readonly path: string; readonly change: (data: unknown) => unknown }
  | { readonly path: string; readonly instead: unknown }
  | { readonly path: string; readonly inWords: (language: Language) => unknown }
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly state: 'loading' | 'failed' }

/** A text for the first element that a CSS selector finds. */
interface TextInput {
  readonly into: string
  /** Without a text, the element is awaited. */
  readonly text?: string
}

/** The kind of a ticket: its bar is a menu with large text. */
interface KindChoice {
  readonly kind: OrderKind
}

/** A part that a press opens on a full screen. */
export const opened = (name: string, path: string, ...press: NonNullable<PictureScreen['press']>): PictureScreen => ({
  name,
  path,
  who: 'person',
  press,
  states: ['full'],
})
