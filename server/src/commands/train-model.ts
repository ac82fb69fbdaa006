import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelFileSteps } from '@lonja/core/strategies/model.writing'

/**
 * `npm run train-model`: trains the model of the strategies on the practice prices of a public seed, tests it on those of 200
 * others, and writes both into a folder of the source. It takes some minutes, and writes the same bytes each time.
 */
export function run(folder: string): void {
  const steps = modelFileSteps()
  for (;;) {
    const step = steps.next()
    if (step.done) {
      writeFileSync(join(folder, 'model.ts'), step.value.model)
      writeFileSync(join(folder, 'model.record.ts'), step.value.record)
      return
    }
    console.log(step.value)
  }
}
