import type { CustomerId } from '@lonja/core/base/ids'
import type { CustomerQuery } from '@lonja/core/customers/search.rules'
import { cellOf, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

// Every branch is a search of one index. A closed account is found by its number and its records, no longer by the person.
const CUSTOMERS = sql(
  'search_customers',
  `with found as materialized (
     select id from customers where phone = any($1::text[]) and closed_at is null
     union all select id from customers
       where cardinality(name_words($2)) > 0 and name_words(display_name) @> name_words($2) and closed_at is null
     union all select c.id from kyc_submissions k join customers c on c.id = k.customer and c.closed_at is null
       where k.passed and cardinality(name_words($2)) > 0
         and (name_words(first_name || ' ' || last_name) || name_words(last_name || ' ' || first_name)) @> name_words($2)
     union all select c.id from payees p join customers c on c.id = p.customer and c.closed_at is null
       where p.removed_at is null and p.iban = $3
     union all select c.id from payees p join customers c on c.id = p.customer and c.closed_at is null
       where p.removed_at is null and lower(p.address) = $4
     union all select c.id from deposits d join customers c on c.id = d.customer and c.closed_at is null
       where lower(d.address) = $4
     union all select customer from deposits where hash = any($5::text[])
     union all select id from customers where id = $6::uuid
     union all select id from customers where right(id::text, 6) = $7
     union all select unnest($8::uuid[])
   )
   select distinct id from found order by id desc limit $9`,
  cellOf(uuid<'customer'>('id')),
)

/** The customers whom a search finds, newest first; `records` are the customers of the records that it names. */
export async function findCustomers(
  tx: Tx,
  { phones, name, iban, address, hashes, id, accountEnd }: CustomerQuery,
  records: readonly CustomerId[],
  most: number,
): Promise<CustomerId[]> {
  const values = [phones, name, iban, address, hashes, id, accountEnd, records, most]
  return tx.run(CUSTOMERS, values)
}
