/*
 * Code that is loaded when it is needed. A browser may remember that a module could not be fetched, for as long as the page is open:
 * whoever was without a network for a moment would never come to that page again. So every file is fetched before it is imported; what
 * did not come is asked for anew, and the import finds it in the browser's store. The build puts this in the place of its own helper.
 */

/** What was asked for, by its address; what failed is not kept. */
const coming = new Map<string, Promise<void>>()

/** Runs `load` once the files that it needs are there: their addresses as seen `from` the file that asks. Rejects where one does not come. */
export async function withCode<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
  from?: string,
): Promise<Module> {
  // All of them are waited for: a style that is late must not appear under another page.
  const ends = await Promise.allSettled(files.map((file) => askedFor(new URL(file, from))))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw new Error('Not all of the code has come', { cause: failed.reason })
  return load()
}

function askedFor({ href, pathname }: URL): Promise<void> {
  const known = coming.get(href)
  if (known) return known
  const asked = isNamed(href) ? Promise.resolve() : pathname.endsWith('.css') ? styledBy(href) : fetched(href)
  coming.set(href, asked)
  asked.catch(() => coming.delete(href))
  return asked
}

/** Whether the page itself names the file: the first paint sends for what the first page needs. */
const isNamed = (href: string): boolean =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]')].some(
    (link) => link.href === href,
  )

async function fetched(href: string): Promise<void> {
  const answer = await fetch(href)
  if (!answer.ok) throw new Error(`${href} is not to be had: ${answer.status}`)
  await answer.arrayBuffer() // To its end: cut on the way, it would fail in the import, and be remembered.
}

function styledBy(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = '' // As the first paint sends for it: asked for otherwise, it would come twice.
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} is not to be had`))
    }
    document.head.append(link)
  })
}
