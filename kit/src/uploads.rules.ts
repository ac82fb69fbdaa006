/** One chosen picture, uploading or stored. `id` is the picture's own, by which a form names it. */
export interface Upload {
  readonly id: string
  /** The picture's slot in the form, such as the front of a document; '' if there is one slot for all. */
  readonly slot: string
  readonly name: string
  readonly bytes: number
  /** An object URL of the chosen file, to show at once. */
  readonly preview: string
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  readonly percent: number
  /** The reason of the failure, in words. */
  readonly error: string | null
  /** True if the same file may be sent again, because only the transfer failed. */
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

/** The list of pictures after an event. A picture for a slot of its own replaces the one before. */
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

/** The picture to send now: the first that waits, if none is being sent. */
export const nextToSend = (uploads: readonly Upload[]): Upload | null =>
  uploads.some(({ state }) => state === 'sending') ? null : (uploads.find(({ state }) => state === 'waiting') ?? null)
