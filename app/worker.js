/*
 * Caches the app's own files, so that it opens at once and offline. It never caches the server's answers: the app keeps
 * the last ones itself (`kit/src/kept.ts`) and removes a customer's when their session ends.
 */

const STORE = 'lonja-shell'
const PAGE = './'
/** The list of files of each cached build. Nothing is served from this entry. */
const BUILD = './build.json'
/** Every file of this build, inserted by the build. Another build is another worker, which refills the cache. */
const FILES = ['__FILES__']

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

/**
 * Cache the page and every file it may request. Files are named by their content, so existing ones stay. An open window
 * continues with its own build and requests its pages one by one, so the previous build's files stay until the next
 * build.
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
  const current = new Set([...names, ...before])
  for (const request of await store.keys()) {
    if (request.url.includes('/assets/') && !current.has(request.url)) await store.delete(request)
  }
}

/** The files of the previously cached build; none without one. */
async function buildBefore(store) {
  const build = await (await store.match(BUILD))?.json()
  if (!build) return (await store.keys()).map(({ url }) => url).filter((url) => url.includes('/assets/'))
  return same(
    build.now,
    FILES.map((name) => new URL(name, self.registration.scope).href),
  )
    ? build.before
    : build.now
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

/** The newest page if the server answers; otherwise the cached one. */
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
  const cached = await store.match(request)
  if (cached) return cached
  const fresh = await fetch(request)
  if (fresh.ok) await store.put(request, fresh.clone())
  return fresh
}

/** A push message: a title, a short text and the link of a tap. An unreadable one is shown as a plain notice. */
self.addEventListener('push', (event) => {
  event.waitUntil(tell(read(event.data)))
})

function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {} // Malformed content is ignored.
  }
}

function tell({ id, title = 'Lonja', body = '', link, lang }) {
  const icon = new URL('./icon-192.png', self.registration.scope).href
  // The same notice again replaces the first.
  return self.registration.showNotification(title, { body, tag: id, lang, icon, badge: icon, data: { link } })
}

/** A tap opens the record's screen, in an open window of the app or in a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link))
})

async function open(link) {
  const { scope } = self.registration
  // Only screens of this app are ever opened.
  const hash = typeof link === 'string' && link.startsWith('#/') ? link : '#/subPackages/message/message'
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const appWindow = windows.find(({ url }) => url.split('#')[0] === scope)
  if (!appWindow) return self.clients.openWindow(scope + hash)
  // A window in this worker's own scope, not a frame: no origin is needed.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  appWindow.postMessage({ open: hash.slice(1) })
  // Some browsers refuse to focus the window; it has navigated all the same.
  return appWindow.focus().catch(() => undefined)
}
