import pg from 'pg'
import type { TestHouse } from './house.ts'

/**
 * Injects conflicts between transactions: PostgreSQL's errors 40P01 (a deadlock) and 40001 (no order in which both
 * could have run). A trigger before each statement that writes raises one at a chosen place, a chosen number of times.
 */
export interface Conflicts {
  /** The places at which `work` writes: each table with its statement, and the commit. */
  seenBy(work: () => Promise<unknown>): Promise<string[]>
  /** Runs `work` while the first statements at a place are refused; returns its result. */
  during<T>(conflict: { place: string; code: string; times: number }, work: () => Promise<T>): Promise<T>
  /** All rows of the house, as one digest of each table. */
  digest(): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

/** The place of a conflict that comes at the end of a transaction. */
export const AT_COMMIT = 'the commit'
/** Tries are counted before a call is decided, in a transaction of their own. */
const OWN_TABLE = 'attempts'

const SETUP = `
  create schema conflicts;
  create table conflicts.planned (place text, code text, times int);
  create table conflicts.seen (place text);
  create sequence conflicts.met;
  create function conflicts.meet(at text) returns void security definer language plpgsql as $$
  declare plan conflicts.planned;
  begin
    insert into conflicts.seen values (at);
    select * into plan from conflicts.planned where place = at;
    if found and nextval('conflicts.met') <= plan.times then
      raise exception 'a conflict that the test made' using errcode = plan.code;
    end if;
  end $$;
  create function conflicts.before() returns trigger security definer language plpgsql as $$
  begin perform conflicts.meet(tg_table_name || ' ' || lower(tg_op)); return null; end $$;
  create function conflicts.last() returns trigger security definer language plpgsql as $$
  begin perform conflicts.meet('${AT_COMMIT}'); return null; end $$;`

const TABLES = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '${OWN_TABLE}'
  order by 1`

export async function openConflicts({ ownerUrl }: Pick<TestHouse, 'ownerUrl'>): Promise<Conflicts> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(SETUP)
  const tables = (await owner.query<{ name: string }>(TABLES)).rows.map(({ name }) => name)
  for (const table of tables) {
    await owner.query(`
      create trigger conflict before insert or update or delete on ${table}
        for each statement execute function conflicts.before();
      create constraint trigger conflict_at_commit after insert or update or delete on ${table}
        deferrable initially deferred for each row execute function conflicts.last();`)
  }
  const DIGEST = tables
    .map(
      (name) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${name} t`,
    )
    .join(' union all ')
  return {
    seenBy: async (work) => {
      await owner.query('truncate conflicts.seen')
      await work()
      const { rows } = await owner.query<{ place: string }>('select distinct place from conflicts.seen order by 1')
      return rows.map(({ place }) => place)
    },
    during: async ({ place, code, times }, work) => {
      await owner.query(`select setval('conflicts.met', 1, false)`)
      await owner.query('insert into conflicts.planned values ($1, $2, $3)', [place, code, times])
      try {
        return await work()
      } finally {
        await owner.query('truncate conflicts.planned')
      }
    },
    digest: async () => {
      const { rows } = await owner.query<{ name: string; rows: string }>(DIGEST)
      return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
    },
    close: () => owner.end(),
  }
}
