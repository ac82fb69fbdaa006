import { lawOf, OF_THE_HOUSE, type Books, type Law } from './laws.verify.ts'

/**
 * The laws of the ledger's own tables: each asset sums to zero with the house's side, and entries rebuild every
 * balance.
 */
export const LEDGER_BOOKS: Books = {
  counted: {
    balances: 'balances',
    postings: 'postings',
    entries: 'entries',
    house: 'house_batches',
  },
  laws: [
    lawOf(
      'zero_sum',
      'every asset, cash or shares, sums to zero with the house',
      `select ${OF_THE_HOUSE}, format('%s: customers and the house come to %s', asset, sum(units)) as differs from (
         select asset, free + held as units from balances union all select asset, units from house_entries
       ) as everything group by asset having sum(units) <> 0`,
    ),
    lawOf(
      'house_side',
      'the house has the other side of what the entries against each of its accounts say',
      `select ${OF_THE_HOUSE}, format('%s, %s: entries and the house''s side come to %s', account, asset, sum(units)) as differs from (
         select counter as account, asset, free_moved + held_moved as units
         from entries where counter <> 'hold'
         union all select account, asset, units from house_entries
       ) as both_sides group by account, asset having sum(units) <> 0`,
    ),
    lawOf(
      'replay',
      'replaying the entries rebuilds every balance',
      `select coalesce(b.customer, replayed.customer) as customer, coalesce(replayed.version, b.version) as number,
         null::text as cause_kind, null::uuid as cause,
         format('%s: free %s, held %s, owed %s, version %s; by its entries %s, %s, %s, %s', coalesce(b.asset, replayed.asset),
           b.free, b.held, b.owed, b.version, replayed.free, replayed.held, replayed.owed, replayed.version) as differs
       from (
         select customer, asset, sum(free_moved) as free, sum(held_moved) as held, max(version) as version,
           sum(case when counter = 'debts' then free_moved else 0 end) as owed
         from entries group by customer, asset
       ) as replayed
       full join balances b on b.customer = replayed.customer and b.asset = replayed.asset
       where replayed.free is distinct from b.free::numeric or replayed.held is distinct from b.held::numeric
          or replayed.owed is distinct from b.owed::numeric or replayed.version is distinct from b.version`,
    ),
    lawOf(
      'chain',
      'entries chain by version: what was there before is what the one before of the asset left',
      `select customer, version as number, cause_kind, cause,
         format('%s: free %s and held %s before it; the entry before left %s and %s', asset, free_before, held_before, last_free, last_held)
           as differs
       from (
         select customer, version, cause_kind, cause, asset, free_before, held_before,
           lag(free_after, 1, 0::int8) over chain as last_free,
           lag(held_after, 1, 0::int8) over chain as last_held
         from entries window chain as (partition by customer, asset order by version)
       ) as chained
       where free_before <> last_free or held_before <> last_held`,
    ),
    lawOf(
      'numbers',
      'a customer’s entries are numbered from 1 without a gap, and each posting by its first',
      `select customer, version as number, cause_kind, cause,
         format('%s is next, of posting %s; the row before is of posting %s, %s %s', next, posting, last_posting, last_kind, last_cause)
           as differs
       from (
         select customer, first as version, posting, cause_kind, cause,
           lag(first + lines, 1, 1::int8) over chain as next, lag(posting) over chain as last_posting,
           lag(cause_kind) over chain as last_kind, lag(cause) over chain as last_cause
         from postings window chain as (partition by customer order by first)
       ) as numbered
       where version <> next
          or (posting <> version and (posting, cause_kind, cause) is distinct from (last_posting, last_kind, last_cause))`,
    ),
    lawOf(
      'lines',
      'each line moves something of an asset, a hold from one column to the other, and nothing falls below zero',
      `select customer, version as number, cause_kind, cause,
         format('%s, %s against %s: free %s to %s, held %s to %s', asset, kind, counter, free_before, free_after, held_before, held_after)
           as differs
       from entries
       where (
         (free_before <> free_after or held_before <> held_after) and least(free_before, free_after, held_before, held_after) >= 0
         and (counter = 'hold') = (kind in ('hold', 'release'))
         and (counter = 'hold' or free_before = free_after or held_before = held_after) and asset is not null
       ) is not true`,
    ),
    lawOf(
      'locks',
      'every customer with entries can be locked',
      `select customer, null::int8 as number, null::text as cause_kind, null::uuid as cause, 'no row to lock' as differs
       from (select distinct customer from postings) as known
       where not exists (select from customers_lock l where l.customer = known.customer)`,
    ),
    lawOf(
      'house_days',
      'finished days of the house add up to their rows',
      `select ${OF_THE_HOUSE},
         format('%s, %s, day %s: %s in %s lines; by its rows %s in %s', d.account, d.asset, d.day_at, d.units, d.lines, summed.units, summed.lines)
           as differs
       from house_days d
       left join lateral (
         select sum(h.units) as units, count(*) as lines from house_entries h
         where h.account = d.account and h.asset = d.asset and h.made_at >= d.day_at and h.made_at < d.day_at + 86400000
       ) as summed on true
       where d.units::numeric is distinct from summed.units or d.lines is distinct from summed.lines`,
    ),
    lawOf(
      'entry_sums',
      'what was added up of a customer’s entries is what they say',
      `select customer, through as number, null::text as cause_kind, null::uuid as cause,
         format('%s, %s against %s: in %s, out %s; by the entries %s, %s', asset, kind, counter, s.came, s.went, said.came, said.went) as differs
       from (
         select e.customer, (version + 999) / 1000 * 1000 as through, asset, kind, counter,
           sum(greatest(free_moved + held_moved, 0)) as came,
           sum(greatest(-(free_moved + held_moved), 0)) as went
         from entries e
         join (select customer, max(through) as known from entry_sums group by customer) as done
           on done.customer = e.customer and e.version <= done.known
         where asset in ('EUR', 'USD') and counter <> 'hold' group by 1, 2, 3, 4, 5
       ) as said
       full join entry_sums s using (customer, through, asset, kind, counter)
       where said.came is distinct from s.came::numeric or said.went is distinct from s.went::numeric`,
    ),
  ],
}

const NO_HOLDS =
  'select null::uuid as customer, null::text as cause_kind, null::uuid as cause, null::text as asset, 0::int8 as units where false'

/** The law of holds: for each cause, the entries hold the amounts that its feature has on record. */
export const heldLaw = (holds: readonly string[]): Law =>
  lawOf(
    'holds',
    'what is held for each cause is what its own record holds',
    `select customer, null::int8 as number, cause_kind, cause,
       format('%s: %s held by its entries, %s by its record', asset, sum(held), sum(said)) as differs
     from (
       select customer, cause_kind, cause, asset, held_moved as held, 0 as said from entries where held_moved <> 0
       union all
       select customer, cause_kind, cause, asset, 0, units from (${[NO_HOLDS, ...holds].join(' union all ')}) as records
     ) as both_sides group by customer, cause_kind, cause, asset having sum(held) <> sum(said)`,
  )
