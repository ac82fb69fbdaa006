import * as z from 'zod/mini'
import type { Topic } from '@lonja/core/base/contract'
import {
  FromBrowser,
  figuresOf,
  frameHead,
  fullRecord,
  type FromHouse,
  type LiveFigures,
} from '@lonja/core/market/stream'
import type { House, WireAnswer } from './house.testing.ts'

/*
 * A browser's three ways to reach the house (`fetch`, a request with progress, a WebSocket), with a test house at the
 * other end. None of our own code is replaced: it makes and reads every byte.
 */

/** An answer in the envelope is JSON; a screen that asked for a file tells a refusal from the file by that. */
const headersOf = ({ reference }: WireAnswer): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  ...(reference === undefined ? {} : { 'x-request-id': reference }),
})

/** Put the house behind `fetch`. */
export function connectFetch(house: House): void {
  globalThis.fetch = (address, init = {}) =>
    new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
      const headers = (init.headers ?? {}) as Record<string, string>
      const method = init.method === 'POST' ? 'POST' : 'GET'
      void house
        .take({ method, address: address instanceof Request ? address.url : address.toString(), body, headers })
        .then((sent) => {
          if (sent) resolve(new Response(sent.text, { status: sent.status, headers: headersOf(sent) }))
          else reject(new TypeError('Failed to fetch'))
        })
    })
}

/** A picture being uploaded. */
export interface Sending {
  readonly bytes: Blob
  readonly isAborted: () => boolean
  progress(percent: number): void
}

/** Put the house behind `XMLHttpRequest`. Returns the uploads, in order. */
export function connectUploads(house: House): readonly Sending[] {
  const sendings: Sending[] = []
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    timeout = 0
    status = 0
    responseText = ''
    #reference: string | null = null
    #method: 'GET' | 'POST' = 'GET'
    #address = ''
    #isAborted = false
    readonly #headers: Record<string, string> = {}
    open(method: 'GET' | 'POST', address: string): void {
      this.#method = method
      this.#address = address
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    getResponseHeader(): string | null {
      return this.#reference
    }
    send(bytes: Blob): void {
      sendings.push({
        bytes,
        isAborted: () => this.#isAborted,
        progress: (percent) =>
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: percent, total: 100 })),
      })
      // The body is the picture; its input is in the query.
      void house
        .take({ method: this.#method, address: this.#address, body: null, headers: this.#headers })
        .then((sent) => {
          if (this.#isAborted) return
          if (!sent) return this.dispatchEvent(new Event('error'))
          this.status = sent.status
          this.responseText = sent.text
          this.#reference = sent.reference ?? null
          return this.dispatchEvent(new Event('load'))
        })
    }
    abort(): void {
      this.#isAborted = true
      this.dispatchEvent(new Event('abort'))
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest
  return sendings
}

export interface Stream {
  /** Every message of the browser on all sockets, decoded by the contract. */
  readonly heard: readonly FromBrowser[]
  /** The number of sockets opened. */
  readonly sockets: () => number
  /** Publish topics to the customer. */
  publish(...topics: Topic[]): void
  /** Send figures, each as a full record. */
  figures(...live: LiveFigures[]): void
  /** The house closes the socket. */
  drop(code: number): void
}

/** Put a stream behind `WebSocket`. It answers a hello at once; `isLive` is true for a token with a session. */
export function connectStream(isLive: (token: string) => boolean = () => true): Stream {
  const heard: FromBrowser[] = []
  let sockets = 0
  let now: FakeSocket | null = null
  const opened = (socket: FakeSocket): void => {
    sockets += 1
    now = socket
  }
  class FakeSocket {
    readyState = 0
    binaryType = ''
    onopen: (() => void) | null = null
    onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null
    onclose: ((event: { code: number }) => void) | null = null
    constructor() {
      opened(this)
      setTimeout(() => {
        this.readyState = 1
        this.onopen?.()
      })
    }
    send(text: string): void {
      const message = z.decode(FromBrowser, JSON.parse(text) as never)
      heard.push(message)
      if (message.type !== 'hello') return
      const signedIn = message.token !== undefined && isLive(message.token)
      setTimeout(() => this.say({ type: 'hello', signedIn, source: 'practice', now: Date.now() }))
    }
    say(message: FromHouse): void {
      this.onmessage?.({ data: JSON.stringify(message) })
    }
    close(code = 1000): void {
      if (this.readyState === 3) return
      this.readyState = 3
      setTimeout(() => this.onclose?.({ code }))
    }
  }
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket
  return {
    heard,
    sockets: () => sockets,
    publish: (...topics) => now?.say({ type: 'topics', topics }),
    figures: (...live) => {
      const at = Math.max(...live.map((one) => one.at))
      const records = live.map((one, slot) => fullRecord(slot, one.listing, figuresOf(one)))
      const bytes = [frameHead(at), ...records].flatMap((part) => [...part])
      now?.onmessage?.({ data: new Uint8Array(bytes).buffer })
    },
    drop: (code) => now?.close(code),
  }
}
