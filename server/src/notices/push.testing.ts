import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '@lonja/core/notices/push.rules'

/*
 * A push service on this machine with its browsers. It decrypts messages as a browser does (RFC 8291, 8188 and 8292),
 * with code that the sender does not share. It can give any answer, a late one, or none.
 */

/** A browser that has subscribed to notices. */
export interface TestBrowser {
  /** The subscription that the app sends to the house. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  /** The messages received, decrypted. */
  readonly got: readonly ReceivedPush[]
}

export interface ReceivedPush {
  readonly message: PushMessage
  readonly headers: IncomingHttpHeaders
  /** The claims of the message's token, whose signature is checked. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
}

export type PushAnswer = (response: ServerResponse) => void
/** A push service's answer to an accepted message. */
export const TAKEN: PushAnswer = (response) => response.writeHead(201, { location: '/taken' }).end()
export const answerWith =
  (status: number, headers: Record<string, string> = {}): PushAnswer =>
  (response) =>
    response.writeHead(status, headers).end('said so')

export interface PushService {
  /** `by` is the service's answer for this browser. */
  browser(by?: PushAnswer): TestBrowser & { by: PushAnswer; tries: number }
  close(): void
}

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<
    string,
    { by: PushAnswer; tries: number; open: (bytes: Buffer, headers: IncomingHttpHeaders) => void }
  >()
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (!browser || request.method !== 'POST') return void response.writeHead(404).end()
      browser.tries += 1
      browser.open(Buffer.concat(pieces), request.headers)
      browser.by(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    browser: (by = TAKEN) => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const path = `/to/${randomBytes(8).toString('hex')}`
      const got: ReceivedPush[] = []
      const request = {
        endpoint: origin + path,
        p256dh: pair.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      }
      const browser = {
        subscription: request,
        got,
        by,
        tries: 0,
        open: (bytes: Buffer, headers: IncomingHttpHeaders) =>
          void got.push({
            message: JSON.parse(opened(bytes, headers, { pair, auth }).toString('utf8')) as PushMessage,
            headers,
            claims: claimsOf(headers, origin),
          }),
      }
      browsers.set(path, browser)
      return browser
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')
const derived = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts a message with the keys of its receiver. RFC 8188, section 2; RFC 8291, section 3. */
function opened(bytes: Buffer, headers: IncomingHttpHeaders, { pair, auth }: { pair: ECDH; auth: Buffer }): Buffer {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('It is not coded as aes128gcm.')
  if (bytes.length > 4_096) throw new Error('A push service takes no more than 4096 bytes.')
  const salt = bytes.subarray(0, 16)
  const recordSize = bytes.readUInt32BE(16)
  const sender = bytes.subarray(21, 21 + bytes.readUInt8(20))
  const record = bytes.subarray(21 + sender.length)
  if (record.length > recordSize) throw new Error('It is of more than one record.')
  const info = Buffer.concat([bytesOf('WebPush: info\0'), pair.getPublicKey(), sender])
  const key = derived(pair.computeSecret(sender), auth, info, 32)
  const contentKey = derived(key, salt, bytesOf('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(key, salt, bytesOf('Content-Encoding: nonce\0'), 12)
  const opening = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opening.update(record.subarray(0, -16)), opening.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('Its last record does not end as one.')
  return padded.subarray(0, end)
}

/**
 * The sender's claims, from a token signed for this push service and valid for a short time. RFC 8292, sections 2 to 4.
 */
function claimsOf({ authorization = '' }: IncomingHttpHeaders, origin: string): ReceivedPush['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const by = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    bytesOf(`${head}.${body}`),
    { key: by, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned || (json(head) as { alg?: string }).alg !== 'ES256') throw new Error('It is not signed by that key.')
  const claims = json(body) as ReceivedPush['claims']
  if (claims.aud !== origin) throw new Error('It is meant for another push service.')
  return claims
}
