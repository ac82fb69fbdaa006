import type { Currency } from '@lonja/core/base/amount'
import { sql, type Tx } from '../base/db.ts'

const SUM_REALISED = sql(
  'sum_realised',
  `select case when listing like 'XMAD:%' then 'EUR' else 'USD' end as currency, sum(realised)::int8 as realised
   from closings where customer = $1 group by 1`,
)

/** Results of all that a customer has ever closed, by currency. */
export async function sumRealised(tx: Tx, customer: string): Promise<Record<Currency, bigint>> {
  const rows = await tx.run<{ currency: Currency; realised: bigint }>(SUM_REALISED, [customer])
  const of = (currency: Currency): bigint => rows.find((row) => row.currency === currency)?.realised ?? 0n
  return { EUR: of('EUR'), USD: of('USD') }
}
