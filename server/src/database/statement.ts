/** A named statement, which the database plans once per connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** One statement with its values, sent with others in one trip. */
export interface BoundStatement {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** A value that writes itself into the packet of a trip. Outside a trip it returns its bytes. */
export interface PacketValue {
  put(): void
  toPostgres(): Buffer
}

/** A row of a trip: each column is a text or null, read by position. */
export type Cells = readonly (string | null)[]
