/*
 * Runs first, before the app's own code arrives. It draws the phone's frame in this device's language. Once that is on
 * the screen it fetches the rest: the first reads of the page, whose answers wait for the app in `lonjaFirst`, then the
 * code of the app and the page, and the texts.
 */
;(() => {
  /** Filled in by the build: texts, the files of the first pages and of each language, the early reads. */
  const built = '__BUILT__'
  const root = document.documentElement
  const code = document.currentScript.dataset.code.split(' ')
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  // The address and the storage may hold any key: only the build's own keys count.
  const ownValue = (of, name) => (Object.hasOwn(of, name) ? of[name] : undefined)
  const lang = ownValue(built.words, stored('lang')) ? stored('lang') : 'tur'
  const words = built.words[lang]
  const [path, query = ''] = location.hash.slice(1).split('?')
  const fields = new URLSearchParams(query)
  const [home, market] = built.tabs
  const page = path === '' || path === '/' ? home : path

  // The app's code asks for the files of its parts by number. Those of the first pages stand here; all others come in a
  // list of their own, which the first frame does not wait for.
  let list = null
  let request = null
  const namesOf = (part) => ownValue(built.parts, part) ?? [part, ...list.parts[part]].map((at) => list.names[at])
  const filesOf = (part, folder) => namesOf(part).map((name) => folder + name)
  globalThis.lonjaFiles = (part) =>
    list || ownValue(built.parts, part) ? filesOf(part, './') : askForList().then(() => filesOf(part, './'))

  // The policy of the page demands trusted types: a text becomes a script's address only here, and markup nowhere.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => {
      if (new URL(address, document.baseURI).origin === location.origin) return address
      throw new TypeError('A script of another origin is refused.')
    },
  })

  root.lang = words.locale
  const size = stored('textSize')
  if (['125', '150', '200'].includes(size)) root.dataset.textScale = size
  show()
  let sent = false
  const send = () => {
    if (sent) return
    sent = true
    sendReads()
    sendForCode()
  }
  // The frame is painted now. A hidden page has no frames.
  requestAnimationFrame(() => setTimeout(send))
  setTimeout(send, 100)
  setTimeout(() => document.getElementById('first') && sayLost(), 60_000)
  globalThis.lonjaLost = sayLost

  function show() {
    const phone = document.getElementById('first')
    const { source, label, listings } = root.dataset
    const [venue, ticker = ''] = (fields.get('listing') ?? '').split(':')
    const texts = {
      strip: (words[source] ?? words.unknown).replace('{label}', label ?? '').replaceAll(' · ', '\u00a0· '),
      search: words.search,
      welcome: words.welcome,
      // Not by the browser's number format, which takes longer to load than everything else here.
      welcomeText: listings
        ? words.welcomeText.replace('{count}', listings.replace(/\B(?=(\d{3})+$)/g, words.thousands))
        : '',
      title: ticker,
      caption: ownValue(words.venues, venue) ?? '',
    }
    for (const element of phone.querySelectorAll('[data-says]')) element.textContent = texts[element.dataset.says]
    const tabs = phone.querySelector('.first-tabs')
    const tab = built.tabs.indexOf(page)
    if (tab < 0) tabs.remove()
    else {
      for (const [index, element] of [...tabs.children].entries()) element.append(words.tabs[index])
      tabs.children[tab].className = 'first-on'
    }
    const signedIn = stored('token') && stored('userId')
    const kinds = { [home]: signedIn ? 'total' : 'welcome', [market]: 'market' }
    const kind = ownValue(kinds, page) ?? (ownValue(built.early, page) ? 'listing' : 'page')
    for (const element of phone.querySelectorAll('[data-on]')) {
      if (!element.dataset.on.split(' ').includes(kind)) element.remove()
    }
    phone.hidden = false
  }

  /** The reads that anyone may make. A page with other needs makes its own reads. */
  function sendReads() {
    const { unless, reads } = ownValue(built.early, page) ?? { unless: [], reads: [] }
    const early = unless.some((name) => fields.get(name)) ? [] : reads
    const first = new Map()
    for (const [call, wire, from = []] of [...built.everywhere, ...early]) {
      if (!from.every((name) => fields.get(name))) continue
      const url = new URL(`api/${lang}${call}`, new URL('.', document.baseURI))
      for (const [name, value] of Object.entries(wire)) url.searchParams.set(name, value)
      for (const name of from) url.searchParams.set(name, fields.get(name))
      url.searchParams.set('lang', lang)
      const answer = fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' })
      // The taker of the answer handles its failure; an untaken one needs no handler.
      answer.catch(() => undefined)
      if (from.includes('listing')) answer.then(sayListing).catch(() => undefined)
      first.set(url.href, answer)
    }
    globalThis.lonjaFirst = first
  }

  /** Show a listing's name and price before the page's code arrives: they are the page's largest text. */
  async function sayListing(answer) {
    const { data } = await answer.clone().json()
    const [name, price] = document.querySelector('.first-hero')?.children ?? []
    if (!price || !data) return
    name.replaceWith(elementOf('p', data.name))
    // A figure that needs rounding is left to the app's own formats.
    const [, whole, cents] = /^(\d+)\.(\d\d)$/.exec(data.day?.last ?? '') ?? []
    if (!whole) return
    const digits = whole.replace(/\B(?=(\d{3})+$)/g, words.thousands) + words.decimal + cents
    const mark = data.kind === 'share' ? elementOf('span', words.marks[data.currency]) : ''
    price.replaceWith(elementOf('strong', ...(words.markAfter && mark ? [digits, '\u00a0', mark] : [mark, digits])))
  }

  function elementOf(kind, ...parts) {
    const element = document.createElement(kind)
    element.append(...parts)
    return element
  }

  function sendForCode() {
    const part = ownValue(built.pages, page)
    fetchAhead([...code, ...(part === undefined ? [] : filesOf(part, './assets/')), words.file])
    const app = document.createElement('script')
    app.type = 'module'
    app.crossOrigin = ''
    app.src = code[0]
    app.onerror = sayLost
    document.head.append(app)
    // The app's code says a failure where it needs the list.
    askForList().then(
      ({ pages }) => part === undefined && Object.hasOwn(pages, page) && fetchAhead(filesOf(pages[page], './assets/')),
      () => undefined,
    )
  }

  /** The names of all lazy files. A failed request is made again by the next part that is opened. */
  function askForList() {
    request ??= fetch(built.list).then(async (answer) => {
      list = await answer.json()
      return list
    })
    request.catch(() => (request = null))
    return request
  }

  function fetchAhead(files) {
    for (const file of files) {
      const link = document.createElement('link')
      const style = file.endsWith('.css')
      link.rel = style ? 'preload' : 'modulepreload'
      if (style) link.as = 'style'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
  }

  /** The app failed to load: show that in the page's place; a tap reloads everything (spec section 8). */
  function sayLost() {
    const again = document.createElement('button')
    again.className = 'first-lost'
    again.textContent = words.lost
    again.addEventListener('click', () => location.reload())
    document.querySelector('.first-page')?.replaceChildren(again)
    document.getElementById('first')?.removeAttribute('aria-busy')
    addEventListener('online', () => location.reload())
    again.focus()
  }
})()
