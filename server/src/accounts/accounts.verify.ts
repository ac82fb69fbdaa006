import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** A server that has recorded an amount and another one that gives it may differ by minutes in their clocks. */
const CLOCKS_DIFFER_MOST_MS = 300_000

/**
 * A grant's cause, by the record of it: the customer who signed up at that instant with an invitation and has no entry
 * before, the act of the command line about this amount, or the customer's own act of starting over. A cause gives money
 * once. A sign-up and a start-over give a starting grant of the house that was on record by then. Those of earlier
 * releases have no record of their amount, and are listed as the migration found them.
 */
const GRANTS = `
  select g.customer, g.version as number, g.cause_kind, g.cause,
    format('%s %s: %s', g.asset, g.units, case
      when g.wrong_amount then 'the house had no such starting grant'
      when g.cause_kind = 'grant' and g.cause is null then 'the customer did not sign up with it'
      when g.cause_kind = 'grant' then 'no act of the command line gave it'
      when g.cause_kind = 'hand_back' then 'the customer did not start over with it'
      else 'it has another cause than a grant' end) as differs
  from (
    select e.*, e.free_moved as units,
      row_number() over (partition by e.customer, e.cause_kind, e.cause order by e.version) as of_its_cause,
      row_number() over (partition by e.customer, e.cause_kind, e.cause is null, e.asset, e.free_moved, e.made_at order by e.version) as of_its_kind,
      (e.cause_kind = 'hand_back' or (e.cause_kind = 'grant' and e.cause is null))
        and not exists (select from past_grants p where p.customer = e.customer and p.number = e.version)
        and not exists (
          select from starting_grants s
          where s.asset = e.asset and s.units = e.free_moved and s.since <= e.made_at + ${CLOCKS_DIFFER_MOST_MS}
        ) as wrong_amount
    from entries e
    where e.free_moved > 0 and e.counter <> 'hold' and (e.kind = 'grant' or e.counter = 'grants' or e.cause_kind = 'grant')
  ) as g
  where g.kind <> 'grant' or g.counter <> 'grants' or g.of_its_cause > 1 or g.wrong_amount or case
    when g.cause_kind = 'grant' and g.cause is null then g.version <> 1 or not exists (
      select from customers c join invitation_uses u on u.customer = c.id and u.used_at = c.joined_at
        join invitations i on i.code = u.code and u.n <= i.uses
      where c.id = g.customer and c.joined_at = g.made_at
    )
    when g.cause_kind = 'grant' then g.of_its_kind > (
      select count(*) from audit_rows a
      where a.chain = g.customer and a.act = 'granted_here' and a.made_at = g.made_at
        and a.detail::json ->> 'asset' = g.asset and a.detail::json ->> 'units' = g.units::text
        and coalesce(a.detail::json ->> 'grant', g.cause::text) = g.cause::text
    )
    when g.cause_kind = 'hand_back' then not exists (
      select from audit_rows a join hand_backs h on h.customer = a.customer and h.id = a.about_id
      where a.chain = g.customer and a.act = 'started_over' and a.about_id = g.cause and a.made_at = g.made_at
        and h.why = 'start_over' and h.made_at = g.made_at
    )
    else true end`

/** The law of practice money: whoever has it got it by an act that is on record. */
export const ACCOUNT_BOOKS: Books = {
  counted: { customers: 'customers', past_grants: 'past_grants' },
  laws: [
    lawOf(
      'grants',
      'each grant has its cause: the sign-up, starting over, or an act of the command line in the audit log',
      GRANTS,
    ),
  ],
}
