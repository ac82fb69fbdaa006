/*
 * Loads code on demand. A browser may remember a failed module import for as long as the page is open, so a moment
 * without network would lose that page for good. Therefore every file is fetched before it is imported: a failed fetch
 * is retried, and the import finds the file in the browser's cache. The build replaces Vite's own helper by this one.
 */

/** Fetches by URL, under way or done. Failed ones are dropped. */
const coming = new Map<string, Promise<void>>()

/**
 * Run `load` after the files it needs have arrived; their list may be on its way itself. Their URLs are relative to `from`,
 * the importing file. Rejects if one fails.
 */
export async function withCode<Module>(
  load: () => Promise<Module>,
  files: readonly string[] | Promise<readonly string[]> = [],
  from?: string,
): Promise<Module> {
  const all = files instanceof Promise ? await files : files
  // Wait for all of them: a late stylesheet must not apply to another page.
  const ends = await Promise.allSettled(all.map((file) => askedFor(new URL(file, from))))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw new Error('Not all of the code has come', { cause: failed.reason })
  return load()
}

function askedFor({ href, pathname }: URL): Promise<void> {
  const request = coming.get(href)
  if (request) return request
  const arrival = isNamed(href) ? Promise.resolve() : pathname.endsWith('.css') ? styledBy(href) : fetched(href)
  coming.set(href, arrival)
  arrival.catch(() => coming.delete(href))
  return arrival
}

/** True if the page's HTML itself names the file: the first paint fetches the first page's files. */
const isNamed = (href: string): boolean =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]')].some(
    (link) => link.href === href,
  )

async function fetched(href: string): Promise<void> {
  const answer = await fetch(href)
  if (!answer.ok) throw new Error(`${href} is not to be had: ${answer.status}`)
  await answer.arrayBuffer() // A truncated file would fail in the import and be remembered.
}

function styledBy(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = '' // Match the first paint's request mode; otherwise the file would be fetched twice.
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} is not to be had`))
    }
    document.head.append(link)
  })
}
