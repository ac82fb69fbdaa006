import type { ReplyOf } from '@lonja/core/base/contract'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { useOpening, type Opening } from '../review/opening.ts'

/** A customer as the house shows them to this seat. */
export type File = ReplyOf<typeof openCustomer>

/**
 * Opens a customer once, and again only by a person's act: it is a view, which the customer reads, so that nothing is asked because
 * a window got the focus.
 */
export const useFile = (id: string): Opening<File> => useOpening(openCustomer, id)

/** What a person is called: as the papers say, as they call themselves, or by the phone number. */
export const nameOf = ({ identity, displayName, phone }: File): string => identity?.verifiedName ?? displayName ?? phone
