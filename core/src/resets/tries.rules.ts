import { TRIES_WINDOW_MS as windowMs, type Throttle } from '../base/throttle.ts'

/** Requests for one phone number, known or not: each replaces the one before it. */
export const ASK_RESET_PHONE: Throttle = { kind: 'ask_reset_phone', most: 5, windowMs }
export const ASK_RESET_ADDRESS: Throttle = { kind: 'ask_reset_address', most: 30, windowMs }

/** Codes that a seat types wrongly. A code is one of 110 thousand million. */
export const RESET_CODE_SEAT: Throttle = { kind: 'reset_code_seat', most: 10, windowMs }
