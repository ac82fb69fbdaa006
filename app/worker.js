/*
 * Keeps the app's own files, so that it opens at once and without a network. Nothing of the house's answers is kept: what
 * one has is asked for each time, and never left behind in a browser.
 */

const STORE = 'lonja-shell'
const PAGE = './'
/** Which files are of which build; nothing is ever served from here. */
const BUILD = './build.json'
/** Every file of this build, put here by it: another build is another worker, which fills the store anew. */
const FILES = ['__FILES__']

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

/**
 * The page and every file it may ask for; files are named by their content, so what is there already stays. A window that is
 * open goes on with the build it was opened with, and asks for its pages one by one: the files of the build before this one
 * stay until the next one comes.
 */
async function fill() {
  const store = await caches.open(STORE)
  const before = await buildBefore(store)
  const names = FILES.map((name) => new URL(name, self.registration.scope).href)
  const missing = []
  for (const name of names) if (!(await store.match(name))) missing.push(name)
  await store.addAll(missing)
  await store.put(PAGE, await fetch(PAGE, { cache: 'no-store' }))
  await store.put(BUILD, new Response(JSON.stringify({ now: names, before })))
  const wanted = new Set([...names, ...before])
  for (const request of await store.keys()) {
    if (request.url.includes('/assets/') && !wanted.has(request.url)) await store.delete(request)
  }
}

/** The files of the build that was kept before this one; of none where there was none. */
async function buildBefore(store) {
  const kept = await (await store.match(BUILD))?.json()
  if (!kept) return (await store.keys()).map(({ url }) => url).filter((url) => url.includes('/assets/'))
  return same(
    kept.now,
    FILES.map((name) => new URL(name, self.registration.scope).href),
  )
    ? kept.before
    : kept.now
}

const same = (a, b) => a.length === b.length && a.every((name, n) => name === b[n])

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  const scope = new URL(self.registration.scope).pathname
  if (request.mode === 'navigate' && url.pathname === scope) {
    event.respondWith(page(request))
  } else if (url.pathname.startsWith(`${scope}assets/`)) {
    event.respondWith(file(request))
  }
})

/** The newest page where the house answers; the kept one where it does not. */
async function page(request) {
  const store = await caches.open(STORE)
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await store.put(PAGE, fresh.clone())
    return fresh
  } catch {
    return (await store.match(PAGE)) ?? Response.error()
  }
}

/** A file named by its content never changes. */
async function file(request) {
  const store = await caches.open(STORE)
  const kept = await store.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await store.put(request, fresh.clone())
  return fresh
}

/** What the house pushed: a title, a short text and where a tap leads. One that says nothing it can read is told as a message. */
self.addEventListener('push', (event) => {
  event.waitUntil(tell(read(event.data)))
})

function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {} // Whoever pushes something else has nothing to say here.
  }
}

function tell({ id, title = 'Lonja', body = '', link, lang }) {
  const icon = new URL('./icon-192.png', self.registration.scope).href
  // The same notice once more takes the place of the first.
  return self.registration.showNotification(title, { body, tag: id, lang, icon, badge: icon, data: { link } })
}

/** A tap opens the record's screen, in a window of the app that is open, else in a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link))
})

async function open(link) {
  const { scope } = self.registration
  // Nothing but a screen of this app is ever opened.
  const hash = typeof link === 'string' && link.startsWith('#/') ? link : '#/subPackages/message/message'
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = windows.find(({ url }) => url.split('#')[0] === scope)
  if (!own) return self.clients.openWindow(scope + hash)
  // A window of this worker's own scope: it takes no origin, as a frame's would.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  own.postMessage({ open: hash.slice(1) })
  // A browser that keeps the window where it is has led it there all the same.
  return own.focus().catch(() => undefined)
}
