/** The pause before the stream's code is asked for again. */
const AGAIN_MS = 3_000

/**
 * Open the stream and keep it open. A repeated call (after signing in or out, or when the network is back) reconnects.
 */
export function openStream(): void {
  import('./socket.ts').then(
    ({ connect }) => void connect(),
    () => setTimeout(openStream, AGAIN_MS),
  )
}
