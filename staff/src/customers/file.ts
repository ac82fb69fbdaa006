import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { useOpening, type Opening } from '../review/opening.ts'

/** A customer as the server shows them to this seat. */
export type File = ReplyOf<typeof openCustomer>

/**
 * Open a customer once, and again only on a person's act: opening counts as a view that the customer reads, so nothing
 * reloads on window focus.
 */
export const useFile = (id: CustomerId): Opening<File> => useOpening(openCustomer, id)

/** A customer's name: the verified one, otherwise the display name, otherwise the phone number. */
export const nameOf = ({ identity, displayName, phone }: File): string => identity?.verifiedName ?? displayName ?? phone
