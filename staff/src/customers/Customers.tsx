import { useIdIn } from '@lonja/kit/nav'
import { CustomerFile } from './CustomerFile.tsx'
import { CustomerList } from './CustomerList.tsx'

/** Customers: the masked list, or the opened customer. */
export function Customers() {
  const id = useIdIn<'customer'>('id')
  return id === null ? <CustomerList /> : <CustomerFile key={id} id={id} />
}
