/**
 * Ends the process cleanly on SIGINT and SIGTERM: `close` runs once, then the process ends. A second signal ends it at once;
 * what was acknowledged is on the disk already.
 */
export function stopOnSignal(close: () => Promise<void>, say: (line: string) => void): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) process.exit(130)
    stopping = true
    say('Stopping: calls under way are answered, then the database ends. Once more stops at once.')
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
