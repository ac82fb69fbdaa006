import { lawOf, type Books } from '../ledger/laws.verify.ts'

/**
 * A grant's cause, by the record of it: the customer who signed up at that instant and has no entry before, the act of
 * the command line about this amount, or the customer's own act of starting over. A cause gives money once.
 */
const GRANTS = `
  select g.customer, g.version as number, g.cause_kind, g.cause,
    format('%s %s: %s', g.asset, g.units, case
      when g.cause_kind = 'grant' and g.cause is null then 'the customer did not sign up with it'
      when g.cause_kind = 'grant' then 'no act of the command line gave it'
      when g.cause_kind = 'hand_back' then 'the customer did not start over with it'
      else 'it has another cause than a grant' end) as differs
  from (
    select customer, version, cause_kind, cause, asset, free_moved as units, made_at, kind, counter,
      row_number() over (partition by customer, cause_kind, cause order by version) as of_its_cause,
      row_number() over (partition by customer, cause_kind, cause is null, asset, free_moved, made_at order by version) as of_its_kind
    from entries where free_moved > 0 and counter <> 'hold' and (kind = 'grant' or counter = 'grants' or cause_kind = 'grant')
  ) as g
  where g.kind <> 'grant' or g.counter <> 'grants' or g.of_its_cause > 1 or case
    when g.cause_kind = 'grant' and g.cause is null then g.version <> 1 or not exists (
      select from customers c where c.id = g.customer and c.joined_at = g.made_at
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
  counted: {},
  laws: [
    lawOf(
      'grants',
      'each grant has its cause: the sign-up, starting over, or an act of the command line in the audit log',
      GRANTS,
    ),
  ],
}
