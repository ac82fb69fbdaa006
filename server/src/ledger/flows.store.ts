import type { Asset, Currency } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { EntryKind } from '@lonja/core/ledger/ledger.contract'
import type { HouseAccount } from '@lonja/core/ledger/ledger.rules'
import { sql, type Tx } from '../base/db.ts'

/** What entries of one kind and account have moved, added up. */
export interface FlowSum {
  readonly asset: Currency
  readonly kind: EntryKind
  readonly counter: HouseAccount
  readonly came: bigint
  readonly went: bigint
}

const MOVED = '(free_after + held_after) - (free_before + held_before)'

const SUM_FLOWS = sql(
  'sum_flows',
  `select asset, kind, counter, sum(greatest(${MOVED}, 0))::int8 as came, sum(greatest(-(${MOVED}), 0))::int8 as went
   from entries where customer = $1 and asset in ('EUR', 'USD') and counter <> 'hold' and made_at < $2
   group by asset, kind, counter`,
)

/** What has come into and gone out of a customer's cash before an instant, by kind and account. */
export async function sumFlows(tx: Tx, customer: string, before: Instant): Promise<FlowSum[]> {
  return tx.run<FlowSum>(SUM_FLOWS, [customer, before])
}

const BALANCES_AT = sql(
  'balances_at',
  `select distinct on (asset) asset, free_after + held_after as units
   from entries where customer = $1 and made_at < $2 order by asset, version desc`,
)

/** What a customer had of each asset, free and held together, before an instant. */
export async function listBalancesAt(
  tx: Tx,
  customer: string,
  before: Instant,
): Promise<{ asset: Asset; units: bigint }[]> {
  return tx.run<{ asset: Asset; units: bigint }>(BALANCES_AT, [customer, before])
}

const LIST_CHANGES = sql(
  'list_changes',
  `select asset, ${MOVED} as units, made_at, kind in ('grant', 'deposit', 'withdrawal') as paid from entries
   where customer = $1 and counter <> 'hold' and made_at >= $2 order by version`,
)

/** What one entry changed of an asset; `paid` is the customer's own money going in or out. */
export interface BalanceChange {
  readonly asset: Asset
  readonly units: bigint
  readonly at: Instant
  readonly paid: boolean
}

/** What changed in each asset from an instant on, in the order it happened; holds change nothing. */
export async function listChanges(tx: Tx, customer: string, from: Instant): Promise<BalanceChange[]> {
  const rows = await tx.run<{ asset: Asset; units: bigint; made_at: bigint; paid: boolean }>(LIST_CHANGES, [
    customer,
    from,
  ])
  return rows.map(({ asset, units, made_at, paid }) => ({ asset, units, at: Number(made_at), paid }))
}
