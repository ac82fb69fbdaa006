/*
 * The first thing that runs, before the app's own code is there. It shows the phone as it will stand, in the words of this
 * device, and sends for what the page one comes to will need: its code, its words, and its first reads, whose answers
 * wait for the app in `lonjaFirst`.
 */
;(() => {
  /** Put here by the build: words, the files of each page, the files of each language. */
  const built = '__BUILT__'
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const lang = built.words[stored('lang')] ? stored('lang') : 'tur'
  const words = built.words[lang]
  const [path, query = ''] = location.hash.slice(1).split('?')
  const asked = new URLSearchParams(query)
  const home = '/pages/home/index'
  const page = built.pages[path] ? path : path === '' || path === '/' ? home : null

  root.lang = words.locale
  const size = stored('textSize')
  if (['125', '150', '200'].includes(size)) root.dataset.textScale = size

  for (const file of [...(built.pages[page] ?? []), built.words[lang].file]) {
    const link = document.createElement('link')
    const style = file.endsWith('.css')
    link.rel = style ? 'preload' : 'modulepreload'
    if (style) link.as = 'style'
    link.crossOrigin = ''
    link.fetchPriority = 'low'
    link.href = file
    document.head.append(link)
  }

  const market = asked.get('venue') || asked.get('list') ? {} : { venue: 'XMAD' }
  /** The reads that anyone may make; a page that asks for something else than this asks for it itself. */
  const reads = {
    [home]: [
      ['/discover/list', { list: 'indices' }],
      ['/discover/list', { limit: '8', list: 'gainers', lines: '1' }],
    ],
    '/pages/market/index': market.venue
      ? [
          ['/discover/list', { list: 'indices', ...market }],
          ['/discover/list', { limit: '50', list: 'all', ...market, sort: 'volume', direction: 'down', lines: '1' }],
        ]
      : [],
    '/subPackages/home/socketDetail/socketDetail': asked.get('listing')
      ? [['/product/getGupiaoDetail', { listing: asked.get('listing') }]]
      : [],
  }
  const first = new Map()
  for (const [call, input] of [['/about', {}], ['/support/link', {}], ...(reads[page] ?? [])]) {
    const url = new URL(`api/${lang}${call}`, new URL('.', document.baseURI))
    for (const [name, value] of Object.entries({ ...input, lang })) url.searchParams.set(name, value)
    const answer = fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store', priority: 'low' })
    // Who takes it hears of a failure; where nobody does, nobody needs to.
    answer.catch(() => undefined)
    first.set(url.href, answer)
  }
  globalThis.lonjaFirst = first

  const phone = document.getElementById('first')
  if (!phone) return
  const { source, label, listings } = root.dataset
  const signedIn = Boolean(stored('token') && stored('userId'))
  const said = {
    strip: (words[source] ?? words.unknown).replace('{label}', label ?? '').replaceAll(' · ', '\u00a0· '),
    search: words.search,
    welcome: words.welcome,
    welcomeText: listings
      ? words.welcomeText.replace('{count}', Number(listings).toLocaleString(words.locale, { useGrouping: 'always' }))
      : '',
    title: (asked.get('listing') ?? '').split(':')[1] ?? '',
  }
  for (const element of phone.querySelectorAll('[data-says]')) element.textContent = said[element.dataset.says]
  const tabs = phone.querySelector('.first-tabs')
  const tab = built.tabs.indexOf(page)
  if (tab < 0) tabs.remove()
  else {
    for (const [index, element] of [...tabs.children].entries()) element.append(words.tabs[index])
    tabs.children[tab].className = 'first-on'
  }
  const kinds = { [home]: signedIn ? 'total' : 'welcome', '/pages/market/index': 'market' }
  const kind = kinds[page] ?? (reads[page] ? 'listing' : 'page')
  for (const element of phone.querySelectorAll('[data-on]')) {
    if (!element.dataset.on.split(' ').includes(kind)) element.remove()
  }
  phone.hidden = false
})()
