import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

/**
 * A pooler that forgets prepared statements, as one in transaction mode does, whose connections are another client's in
 * the next transaction. Each client keeps a connection of its own here, whose statements are forgotten after every
 * transaction: so this needs no second program, and what it forgets does not depend on chance.
 */
export interface ForgettingPooler {
  /** The address behind it. */
  readonly url: string
  close(): void
}

export async function openForgettingPooler(url: string): Promise<ForgettingPooler> {
  const to = new pg.Client({ connectionString: url })
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = to.host.startsWith('/') ? connect(`${to.host}/.s.PGSQL.${to.port}`) : connect(to.port, to.host)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(database)
    forward(database, client)
    database.on('close', () => client.destroy())
    client.on('close', () => database.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const user = [to.user, to.password].map((part) => encodeURIComponent(part ?? '')).join(':')
  return { url: `postgresql://${user}@127.0.0.1:${port}/${to.database}`, close }
}

/** The head of a message of the protocol: its kind, and its length without the kind. */
const HEAD_BYTES = 5
const READY = 'Z'.charCodeAt(0)
const OUTSIDE_A_TRANSACTION = 'I'.charCodeAt(0)
const FORGET = 'deallocate all\0'

/**
 * Passes the messages of a database on. Before a client hears that a transaction is over its statements are forgotten;
 * the database's answer to that is passed over.
 */
function forward(database: Socket, client: Socket): void {
  let rest = Buffer.alloc(0)
  let ready: Buffer | null = null
  database.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEAD_BYTES && rest.length > rest.readInt32BE(1)) {
      const message = rest.subarray(0, 1 + rest.readInt32BE(1))
      rest = rest.subarray(message.length)
      const isReady = message[0] === READY
      if (ready) {
        if (!isReady) continue
        client.write(ready)
        ready = null
      } else if (isReady && message[HEAD_BYTES] === OUTSIDE_A_TRANSACTION) {
        ready = message
        database.write(queryOf(FORGET))
      } else client.write(message)
    }
  })
}

/** A query of the simple protocol. */
function queryOf(text: string): Buffer {
  const message = Buffer.alloc(HEAD_BYTES + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  message.write(text, HEAD_BYTES)
  return message
}
