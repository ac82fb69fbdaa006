const SAME_MS = 300

/**
 * Ends the process cleanly on SIGINT and SIGTERM: `close` runs once, then the process ends. A second signal ends it at once;
 * what was acknowledged is on the disk already. One Ctrl-C under `npm start` arrives twice, from the terminal and from npm:
 * what follows at once is the same.
 */
export function stopOnSignal(close: () => Promise<void>, say: (line: string) => void): void {
  let stoppingSince: number | null = null
  const stop = (): void => {
    const now = performance.now()
    if (stoppingSince !== null) {
      if (now - stoppingSince > SAME_MS) process.exit(130)
      return
    }
    stoppingSince = now
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
