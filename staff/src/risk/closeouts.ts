import { CustomerId } from '@lonja/core/base/ids'
import { Id } from '@lonja/core/base/wire'
import { useQuery } from '@lonja/kit/nav'

/** The close-out that is named in the page's address. */
export interface OpenedCloseOut {
  readonly customer: CustomerId
  readonly id: string
}

/** The opened close-out stands in the address, so Back leads to the list. Null without one, or if the address is none. */
export function useOpenedCloseOut(): OpenedCloseOut | null {
  const query = useQuery()
  const customer = CustomerId.safeParse(query.get('customer'))
  const id = Id.safeParse(query.get('id'))
  return customer.success && id.success ? { customer: customer.data, id: id.data } : null
}
