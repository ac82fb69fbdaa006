declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Encrypted content coding (RFC 8188) with the keys of web push (RFC 8291). */
  interface Ece {
    encrypt(
      plain: Buffer,
      params: {
        readonly version: 'aes128gcm'
        readonly privateKey: ECDH
        /** The public key of the receiver. */
        readonly dh: Buffer
        readonly authSecret: Buffer
      },
    ): Buffer
  }
  const ece: Ece
  export default ece
}
