import type { NewNotice } from '@lonja/core/notices/notices.rules'
import { want, type Book, type Wanted } from '../database/book.ts'
import { devices, noticeLog, pushLog } from './notices.store.ts'

/** A command whose notice is pushed must know whether its customer has a device. One whose notice never is need not ask. */
export const wantDevices = (customer: string): Wanted => want(devices, { customer })

/**
 * Appends a notice in the lane's book: it is saved with the rows that it tells of, and goes to the outbox where the customer has a
 * device. None is registered while the batch runs, since that takes the customer's lock too.
 */
export function appendNotice(book: Book, notice: NewNotice): void {
  const { customer } = notice
  book.append(noticeLog, notice)
  if (book.on(devices).find({ customer })) book.append(pushLog, notice)
}
