import { TRIES_WINDOW_MS as windowMs, type Throttle } from '../base/throttle.ts'

/*
 * Limits on guesses at a customer's passwords and codes. A phone number has a limit of its own, so that many addresses do not help;
 * an address may be a school's.
 */

export const LOG_IN_PHONE_ADDRESS: Throttle = { kind: 'log_in_phone_address', most: 10, windowMs }
export const LOG_IN_PHONE: Throttle = { kind: 'log_in_phone', most: 100, windowMs }
export const LOG_IN_ADDRESS: Throttle = { kind: 'log_in_address', most: 300, windowMs }
/** Wrong passwords on one known device, which count neither for the phone number nor for the address. */
export const LOG_IN_DEVICE: Throttle = { kind: 'log_in_device', most: 10, windowMs }
export const SIGN_UP_ADDRESS: Throttle = { kind: 'sign_up_address', most: 60, windowMs }
export const PASSWORD_TRIES: Throttle = { kind: 'password', most: 10, windowMs }

/** Each new trading password is compared with the log-in password, so each is a guess at that one, whether it is taken or not. */
export const NEW_TRADING_TRIES: Throttle = { kind: 'new_trading_password', most: 10, windowMs }

/** A code has six digits: a guess is right once in 333,333. */
export const CODE_TRIES: Throttle = { kind: 'second_step', most: 10, windowMs }

export const RESET_ADDRESS: Throttle = { kind: 'reset_address', most: 60, windowMs }
