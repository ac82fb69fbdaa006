import { storeOf, useStore } from './store.ts'

/** How long a toast stands, in milliseconds (spec section 9). One that offers an undo stands longer, so it can be reached. */
export const TOAST_MS = 1_500
const UNDO_MS = 6_000

/** `done` and `wrong` carry their sign; a plain one has none, as transport errors have none (spec section 8). */
export type ToastTone = 'plain' | 'done' | 'wrong'

export interface Toast {
  readonly number: number
  readonly text: string
  readonly tone: ToastTone
  /** A small act that can be taken back from here. */
  readonly undo?: { readonly label: string; readonly act: () => void }
}

const shown = storeOf<readonly Toast[]>([])
let count = 0

/** Say something for a moment. The same sentence twice at once is said once. */
export function toast(text: string, { tone = 'plain', undo }: { tone?: ToastTone; undo?: Toast['undo'] } = {}): void {
  if (shown.get().some((earlier) => earlier.text === text && !earlier.undo && !undo)) return
  const number = ++count
  shown.set([...shown.get().slice(-2), undo ? { number, text, tone, undo } : { number, text, tone }])
  setTimeout(() => closeToast(number), undo ? UNDO_MS : TOAST_MS)
}

export const closeToast = (number: number): void => shown.set(shown.get().filter((each) => each.number !== number))

/** What is being said now, oldest first: at most three. */
export const useToasts = (): readonly Toast[] => useStore(shown)

/** The same, for code outside the screens. */
export const toasts = (): readonly Toast[] => shown.get()
