import { networkInterfaces } from 'node:os'
import { renderUnicodeCompact } from 'uqr'
import { isOwnMachine } from '../base/own-machine.ts'

/** The terminal of the house while it opens. */
export interface Console {
  /** Prints a line for the operator. */
  say(line: string): void
  /** Runs a step of the opening and prints its time. `note` describes its result. */
  step<T>(what: string, work: () => Promise<T> | T, note?: (result: T) => string): Promise<T>
}

export function openConsole(print: (line: string) => void = console.log): Console {
  return {
    say: (line) => print(`  ${line}`),
    step: async (what, work, note) => {
      const began = performance.now()
      const result = await work()
      const seconds = ((performance.now() - began) / 1000).toFixed(2)
      print(`  ${what.padEnd(30)} ${seconds.padStart(6)} s${note ? `   ${note(result)}` : ''}`)
      return result
    },
  }
}

/** A console that begins no further step after the signal is aborted. */
export const untilAborted = ({ say, step }: Console, signal: AbortSignal | undefined): Console => ({
  say,
  step: async (what, work, note) => {
    signal?.throwIfAborted()
    return step(what, work, note)
  },
})

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** The address for a browser on this machine. */
export const addressFor = (host: string, port: number): string => {
  const shown = EVERYWHERE.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}

/** The address for a phone on the same network; null if the house listens only on this machine. */
export function phoneAddressFor(host: string, port: number, interfaces = networkInterfaces()): string | null {
  if (isOwnMachine(host)) return null
  if (!EVERYWHERE.has(host)) return addressFor(host, port)
  const outside = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  return outside ? addressFor(outside.address, port) : null
}

/** The addresses and logins that a newcomer needs when the house is open. */
export interface Welcome {
  readonly address: string
  readonly phoneAddress: string | null
  /** The public address from the settings. */
  readonly publicUrl: string | null
  readonly prices: string
  readonly invitation: string | null
  readonly demo: { readonly phone: string; readonly password: string } | null
  /** One-time links for the first seats of staff. */
  readonly links: readonly string[]
}

/** The logins are printed by the start that makes them. Later ones are made by commands. */
const LATER: readonly [string, string][] = [
  ['New logins', 'npm run invite (a code), npm run seat (a staff link),'],
  ['', 'npm run customer -- reset-link PHONE (a password)'],
]
const ONCE: readonly [string, string][] = [['Note them', 'No later start prints these logins again.']]
/** The origin of the prices, by the source that is set. */
export const PRICES = {
  practice: 'The prices are simulated.',
  replay: 'The prices are replayed from recorded files.',
  alpaca: 'The prices are live, from the feed of Alpaca, by a key of your own.',
} as const

export function welcome({ address, phoneAddress, publicUrl, prices, invitation, demo, links }: Welcome): string {
  const rows: [string, string | null][] = [
    ['Open', address],
    ['On a phone', phoneAddress],
    ['For everyone', publicUrl],
    ['Invitation code', invitation],
    ['Demo login', demo && `phone ${demo.phone}, password ${demo.password}`],
    ...links.map((link, at): [string, string] => [`Staff link ${at + 1}`, `${link} (24 hours)`]),
    ...(invitation === null && links.length === 0 ? LATER : ONCE),
  ]
  const lines = rows.flatMap(([what, text]) => (text ? [`  ${what.padEnd(17)}${text}`] : []))
  const code = phoneAddress ? ['', renderUnicodeCompact(phoneAddress, { border: 2 })] : []
  return ['', ...lines, ...code, '', `  All money here is practice money. ${prices} Ctrl-C stops.`, ''].join('\n')
}
