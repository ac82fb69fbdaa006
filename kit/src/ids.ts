import { uuidv7 } from 'uuidv7'

/** The id of a thing a person is about to make, and the key of its call: a UUID of version 7, made when the form opens. */
export const newId = (): string => uuidv7()
