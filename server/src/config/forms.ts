import * as z from 'zod/mini'

/** Who may say for whom a request comes: nobody, the nearest so many, or these addresses. */
export const proxies = z.pipe(
  z.string(),
  z.transform((text): boolean | number | string[] => {
    if (text === 'true' || text === 'false') return text === 'true'
    return /^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())
  }),
)

/** Encrypted, so that a key is never sent in the open; to this machine itself also plain. */
export const safeUrl = (scheme: 'ws' | 'http') =>
  z.pipe(
    z.string().check(
      z.refine((text) => {
        if (!URL.canParse(text)) return false
        const { protocol, hostname, username, search } = new URL(text)
        if (username !== '' || search !== '') return false
        return (
          protocol === `${scheme}s:` ||
          (protocol === `${scheme}:` && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
        )
      }),
    ),
    z.transform((text) => text.replace(/\/+$/, '')),
  )

/** Where somebody can be reached: by mail or on a page. */
export const contact = z.string().check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/), z.maxLength(200))

/** Without a contact, the address people use says whose house it is; a house on this machine alone has none to say. */
export const contactFor = (set: string | null, publicUrl: string | null): string =>
  set ?? (publicUrl?.startsWith('https:') ? publicUrl : 'mailto:house@localhost')
