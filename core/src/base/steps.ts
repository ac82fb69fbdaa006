/** Long work in steps. Its caller may do other work between two of them. */
export type Steps<Value> = Generator<void, Value, void>

/** Does the work without a pause. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
