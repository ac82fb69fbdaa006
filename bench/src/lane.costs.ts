import { existsSync, readFileSync, readdirSync } from 'node:fs'

const TICK_US = 10_000

/**
 * Processor time of a process, its children and its children that have ended, in microseconds; null where the machine does not say
 * (Linux does). A session that is just ending is counted nowhere for some 300 ms.
 */
export function cpuOf(parent: number): number | null {
  if (!existsSync('/proc/self/stat')) return null
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    // The fields after the program's name: state, parent, …; user and system time are the 12th and 13th, those of ended children the next two.
    if (Number(name) === parent) ticks += sum(fields.slice(11, 15))
    else if (Number(fields[1]) === parent) ticks += sum(fields.slice(11, 13))
  }
  return ticks * TICK_US
}

const sum = (fields: readonly string[]): number => fields.reduce((total, field) => total + Number(field), 0)

function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // It ended in the meantime.
  }
}
