/**
 * A toast is shown for 1,500 ms, or with a button long enough to read and reach it; it stays while a finger, the
 * pointer or the focus is on it.
 */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'plain' | 'done' | 'error'
  /** Undoes a small act: `Deshacer`. */
  readonly undo?: { readonly label: string; readonly onUndo: () => void } | undefined
}

const TOAST_MS = 1_500
const TOAST_WITH_ACT_MS = 5_000

export const toastMs = ({ undo }: Pick<Toast, 'undo'>): number => (undo ? TOAST_WITH_ACT_MS : TOAST_MS)

let shown: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

const tell = () => listeners.forEach((listener) => listener())

/** Show a toast in place of the one before: `toast('Añadido a favoritos', { kind: 'done', undo })`. */
export function toast(text: string, more: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  shown = { id: ++lastId, text, kind: more.kind ?? 'plain', undo: more.undo }
  tell()
}

export function dismissToast(id: number): void {
  if (shown?.id !== id) return
  shown = null
  tell()
}

export const shownToast = (): Toast | null => shown

export function followToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
