import * as z from 'zod/mini'

/** A browser keeps the marks of the last accounts that signed in on it. */
export const MARKS_MOST = 5

/** Devices of one account that are known at a time. A further one replaces the one that was used least recently. */
export const KNOWN_DEVICES_MOST = 10

/**
 * The marks that this device keeps, newest first. A device that keeps marks sends the field, empty at first; a caller
 * that leaves it out stays unknown.
 */
export const MarksField = {
  marks: z.optional(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(MARKS_MOST))),
}

/** The new mark of a device that was unknown before, for it to keep. */
export const MarkReply = { mark: z.optional(z.string()) }
