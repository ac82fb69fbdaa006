import type { SteeringColumn } from './columns.ts'

/** Columns of a table that are written once, each with its reason. */
export function never(table: string, writer: string, columns: Readonly<Record<string, string>>): SteeringColumn[] {
  return Object.entries(columns).map(([column, because]) => ({ table, column, writer, changes: 'never', because }))
}

/** Columns of a table that change as each reason says. */
export function reasoned(table: string, writer: string, columns: Readonly<Record<string, string>>): SteeringColumn[] {
  return Object.entries(columns).map(([column, because]) => ({
    table,
    column,
    writer,
    changes: 'as the reason says',
    because,
  }))
}
