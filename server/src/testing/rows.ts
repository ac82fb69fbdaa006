import { sql } from '../database/db.ts'
import type { TestHouse } from './house.ts'

const TABLES = sql(
  'test_tables',
  `select table_name as name from information_schema.tables
   where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'attempts'
     and has_table_privilege(format('%I.%I', table_schema, table_name), 'select') order by table_name`,
)

/** The number of rows of each table, except `attempts`: the house counts a try before it decides anything. */
export const rowsOf = (house: TestHouse): Promise<Readonly<Record<string, number>>> =>
  house.db.read(async (tx) => {
    const names = (await tx.run<{ name: string }>(TABLES)).map(({ name }) => name)
    const counts = names.map((name) => `select '${name}' as name, count(*)::int4 as n from "${name}"`)
    const rows = await tx.run<{ name: string; n: number }>(sql('test_count_all', counts.join(' union all ')))
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  })
