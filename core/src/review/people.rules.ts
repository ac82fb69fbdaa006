/** A step as this rule sees it: `person` is the person of an opinion within its round, null for another step. */
interface SeatStep {
  readonly seat: { readonly number: number } | null
  readonly person: number | null
}

/** True if two seats gave opinions: each is then shown with the seat that let it in. */
export const areTwoSeats = (steps: readonly SeatStep[]): boolean =>
  new Set(steps.flatMap(({ seat, person }) => (person === null || seat === null ? [] : [seat.number]))).size > 1
