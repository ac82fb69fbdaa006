/**
 * A toast is shown for 1,500 ms, or with a button long enough to read and reach it; it stays while a finger, the
 * pointer or the focus is on it. Toasts that come at once are shown one after the other, so that each can be read.
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

/** One with a button gives way as soon as one without would, if another waits. */
export const toastMs = ({ undo }: Pick<Toast, 'undo'>, waits: boolean): number =>
  undo && !waits ? TOAST_WITH_ACT_MS : TOAST_MS

/** The toast on the screen, and behind it those that wait for their turn. */
let queue: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  queue = next
  listeners.forEach((listener) => listener())
}

/**
 * Show a toast after those before it: `toast('Añadido a favoritos', { kind: 'done', undo })`. The text that is on the
 * screen begins anew, and one that waits already does not wait twice.
 */
export function toast(text: string, more: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  const next: Toast = { id: ++lastId, text, kind: more.kind ?? 'plain', undo: more.undo }
  const same = (one: Toast) => one.text === text && one.kind === next.kind && !one.undo && !next.undo
  const [first, ...waiting] = queue
  if (first && same(first)) show([next, ...waiting])
  else if (!waiting.some(same)) show([...queue, next])
}

export const dismissToast = (id: number): void => show(queue.filter((one) => one.id !== id))

export const shownToast = (): Toast | null => queue[0] ?? null

/** True if another toast waits: one with a button then gives way after the time of one without. */
export const hasWaitingToast = (): boolean => queue.length > 1

/** The shown toast and those that wait. */
export const allToasts = (): readonly Toast[] => queue

export function followToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
