import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TEST_CHAIN, signRound } from '@lonja/core/ipo/draw.testing'

/** The answer of a relay of tests to a request for a round; null for no answer at all. */
export type RelayAnswer = (
  round: number,
) => { readonly status?: number; readonly type?: string; readonly body: string } | null

/** The answer of a relay by drand's protocol. */
export const roundBody = (round: number): string => {
  const signature = Buffer.from(signRound(round)).toString('hex')
  return JSON.stringify({ round, signature })
}
export const TRUE: RelayAnswer = (round) => ({ body: roundBody(round) })

export interface TestRelay {
  readonly address: string
  /** The addresses and headers of the requests so far. */
  readonly requests: { readonly path: string; readonly accept: string }[]
  answers: RelayAnswer
  close(): void
}

/** A relay on this machine that speaks drand's protocol, and misbehaves if a test says so. */
export async function openRelay(): Promise<TestRelay> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    relay.requests.push({ path, accept: request.headers.accept ?? '' })
    const round = /^\/([0-9a-f]{64})\/public\/(\d+)$/.exec(path)
    if (round?.[1] !== TEST_CHAIN.hash) return void response.writeHead(404).end()
    const answer = relay.answers(Number(round[2]))
    if (!answer) return void request.socket.destroy()
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relay: TestRelay = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answers: TRUE,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return relay
}
