import { readPasswords } from '../cluster/cluster.ts'
import { readFirstSeats } from './first.staff.ts'
import { readFirst } from './first.ts'

/**
 * Reads every small file of the data folder before anything is made, so that a broken one stops the start at once with
 * a line that names it.
 */
export function checkFiles(folder: string, hasOwnDatabase: boolean): void {
  if (hasOwnDatabase) readPasswords(folder)
  readFirst(folder)
  readFirstSeats(folder)
}
