import { uuidv7 } from 'uuidv7'

/** A new id, for what the server starts by itself: a UUIDv7, so that ids made later sort later. */
export const newId = (): string => uuidv7()
