/** A named statement: the database plans it once per connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** One statement with its values, to be sent with others in one trip. */
export interface Sent {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** A value that writes itself into the packet of a trip, and elsewhere gives its bytes. */
export interface Packed {
  put(): void
  toPostgres(): Buffer
}

/** A row as the database writes it, a text or null a column: whoever sends many statements at once reads them by place. */
export type Cells = readonly (string | null)[]
