/** One picture that a person chose, on its way or there. `id` is the picture's own, by which a form names it. */
export interface Upload {
  readonly id: string
  /** Where in the form it belongs, such as the front of a paper; '' where there is one place for all. */
  readonly slot: string
  readonly name: string
  readonly bytes: number
  /** An address of the chosen file itself, to be drawn at once. */
  readonly preview: string
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  readonly percent: number
  /** Why it did not get there, in words. */
  readonly error: string | null
  /** It may be sent again as it is: only the way was to blame. */
  readonly again: boolean
}

export type UploadEvent =
  | { readonly did: 'chose'; readonly uploads: readonly Upload[] }
  | { readonly did: 'began'; readonly id: string }
  | { readonly did: 'came'; readonly id: string; readonly percent: number }
  | { readonly did: 'arrived'; readonly id: string }
  | { readonly did: 'failed'; readonly id: string; readonly error: string; readonly again: boolean }
  | { readonly did: 'asked_again'; readonly id: string }
  | { readonly did: 'removed'; readonly id: string }

/** Spec section 9: a count of pictures below 1 becomes 9. */
export const choiceCountFor = (count: number): number => (count < 1 ? 9 : Math.floor(count))

const changed = (uploads: readonly Upload[], id: string, change: Partial<Upload>): readonly Upload[] =>
  uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload))

/** What a list of pictures becomes with an event. A picture for a place of its own takes the place of the one before. */
export function uploadsAfter(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.did) {
    case 'chose': {
      const slots = new Set(event.uploads.map(({ slot }) => slot).filter((slot) => slot !== ''))
      return [...uploads.filter(({ slot }) => !slots.has(slot)), ...event.uploads]
    }
    case 'began':
      return changed(uploads, event.id, { state: 'sending', percent: 0, error: null })
    case 'came':
      return changed(uploads, event.id, { percent: event.percent })
    case 'arrived':
      return changed(uploads, event.id, { state: 'sent', percent: 100 })
    case 'failed':
      return changed(uploads, event.id, { state: 'failed', error: event.error, again: event.again })
    case 'asked_again':
      return changed(uploads, event.id, { state: 'waiting', percent: 0, error: null })
    case 'removed':
      return uploads.filter(({ id }) => id !== event.id)
  }
}

/** The one to be sent now: the first that waits, once none is on its way. */
export const nextToSend = (uploads: readonly Upload[]): Upload | null =>
  uploads.some(({ state }) => state === 'sending') ? null : (uploads.find(({ state }) => state === 'waiting') ?? null)
