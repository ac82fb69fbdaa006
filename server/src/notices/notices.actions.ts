import type { CustomerId } from '@lonja/core/base/ids'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { devices, noticeLog, pushLog } from './notices.store.ts'

/** Loads whether a customer has a device. Commands whose notices are pushed need it; others do not. */
export const needDevices = (customer: CustomerId): NeededValue => need(devices, { customer })

/**
 * Appends a notice to the lane's book, to be saved with the rows that it is about. It also goes to the outbox if the
 * customer has a device. No device is added while the batch runs, because that takes the customer's lock too.
 */
export function appendNotice(book: Book, notice: NewNotice): void {
  const { customer } = notice
  book.append(noticeLog, { notice, isLater: false })
  if (book.on(devices).find({ customer })) book.append(pushLog, notice)
}

/**
 * Puts a later state of a message that grows in place of the earlier one, unread again. `isPushed`: it goes to the outbox
 * too, unless the earlier one still waits there.
 */
export function growNotice(book: Book, notice: NewNotice, isPushed: boolean): void {
  const { customer } = notice
  book.append(noticeLog, { notice, isLater: true })
  if (isPushed && book.on(devices).find({ customer })) book.append(pushLog, notice)
}
