import { TRIES_WINDOW_MS as windowMs, type Throttle } from '../base/throttle.ts'

/** Limits on guesses at a seat's password and code, and at the link that makes a seat. */
export const SEAT_NAME_ADDRESS: Throttle = { kind: 'seat_name_address', most: 10, windowMs }
export const SEAT_NAME: Throttle = { kind: 'seat_name', most: 50, windowMs }
export const SEAT_ADDRESS: Throttle = { kind: 'seat_address', most: 300, windowMs }
export const SEAT_DEVICE: Throttle = { kind: 'seat_device', most: 10, windowMs }
export const SEAT_LINK_ADDRESS: Throttle = { kind: 'seat_link_address', most: 60, windowMs }
