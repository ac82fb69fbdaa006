import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '@lonja/core/base/assert'
import { systemClock } from '../base/clock.ts'
import { openTexts, type OwnTask } from './own.hearing.ts'
import type { OwnThreadData } from './own.thread.ts'
import { yieldToOthers } from './priority.ts'
import { pulseInto } from './pulse.ts'
import { loadSandbox } from './sandbox.ts'

/** The thread in which runs of own strategies hear. It has no database and no market; its clock only shares its time out. */
assert(parentPort !== null, 'own strategies hear in a thread of their own')
yieldToOthers()
const port = parentPort
const { pulse } = workerData as OwnThreadData

/** A run that hears its history lets others in after this time. */
const PIECE_MS = 100
const isLong = (): (() => boolean) => {
  const from = systemClock.now()
  return () => systemClock.now() - from > PIECE_MS
}

const hear = openTexts(loadSandbox, { pulse: pulseInto(pulse), isLong })
port.on('message', (task: OwnTask) => void hear(task).then((answer) => port.postMessage(answer)))
