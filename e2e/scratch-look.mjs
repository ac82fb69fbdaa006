import { openHouse } from './dist/house.js'
import { startBrowser, findBrowser } from './dist/browser.js'
import { newPerson, signInAs } from './dist/person.js'
import { newCustomer } from './dist/customers.js'
import { axeFindings } from './dist/axe.js'
import { cutFindings } from './dist/cut.js'
import { focusFindings } from './dist/focus.js'
import { chineseFont } from './dist/pictures.font.js'
import * as Pictures from './dist/pictures.font.js'
const id = '0199a0b0-0000-7000-8000-000000000001'
const TEXT = `// Compra bajo la media, vende sobre ella
import { strategy } from 'lonja'

export default strategy({
  bars: '15m', most: 500,
  onBar(bar, own, act) {
    const m = bar.mean(20)
    if (!m) return
    if (bar.close < m * 0.99)
      act.buy({ cash: 100 })
    if (own.shares && bar.close > m)
      act.sel({ all: true })
  },
})
`
const limits = { bytes: 32768, strategies: 20, versions: 200, stepsPerEvent: 1000000, msPerEvent: 2000, megabytes: 16, stateBytes: 16384, ordersPerMinute: 10, history: 200, spans: [1,5,15], backtestsOpen: 3 }
const at = Date.now()
const row = { id, name: 'Media propia', version: 3, at, bytes: TEXT.length, shared: null }
let fail = true
const replies = {
  '/strategies/own/list': () => ({ rows: [row, { ...row, id: id.replace(/1$/, '2'), name: 'Ruptura de la mañana con un nombre largo', shared: 2 }], limits }),
  '/strategies/own': () => ({ ...row, read: 3, text: TEXT, link: 'abcdefghijklmnopqrstuv', shared: 2, versions: [3,2,1].map((version) => ({ version, at: at - (3-version)*3600000, bytes: 300 })) }),
  '/strategies/own/check': () => fail ? { diagnostics: [{ code: 'unknown_name', line: 12, column: 11, message: 'x', name: 'sel', near: 'sell' }], settings: null, trial: null } :
   { diagnostics: [], settings: null, trial: { bars: 34, quotes: 390, orders: 3, steps: 1234, stateBytes: 2, events: [
    { at: at - 9e6, on: 'bar', kind: 'buy', shares: 5, limit: null, note: null, line: 10 },
    { at: at - 8e6, on: 'bar', kind: 'sell', shares: 5, limit: 172100, note: null, line: 12 },
    { at: at - 7e6, on: 'bar', kind: 'note', shares: null, limit: null, note: 'media 17,20 de las últimas veinte barras', line: 8 } ],
    stop: { code: 'too_slow', line: 7, column: 1, message: 'interrupted', name: null, near: null, at: at - 6e6 } } },
  '/strategies/own/shared': () => ({ name: 'Media propia', version: 2, at, text: TEXT }),
  '/strategies/backtests': () => ({ rows: [backtest()], cursor: null }),
  '/strategies/backtest': () => ({ ...backtest(), outcome: { from: at, to: at, minutes: 100, quoted: 90, own: fig('-8.70', 214), held: fig('12.00', 120), curve: [], trades: 12, wins: 3, stopped: null, refusals: [] } }),
}
const fig = (result, bps) => ({ drawdown: { most: '21.40', bps }, value: '991.30', result, realised: result, fees: '1.20', spread: '0.50', exposureBps: 2000, fills: 24 })
const backtest = () => ({ id: id.replace(/1$/, '9'), strategy: 'own', version: 2, listing: 'XMAD:BVE', from: '2026-11-16', to: '2026-11-20', budget: '1000.00', most: '1000.00', lossStop: '100.00', parameters: [], own: { id, name: 'Media propia' }, company: 'Banco', currency: 'EUR', at, state: 'done', fault: null, endedAt: at, progress: null })
const house = await openHouse()
const program = findBrowser()
const browser = await startBrowser(program)
try {
  const customer = await newCustomer(house)
  for (const [language, width] of (process.argv[2] ?? 'tur:375,cn:375,tur:320,fr:320').split(',').map((x) => x.split(':'))) {
    fail = true
    const person = await newPerson(browser, house.url, { language, width: Number(width) })
    await signInAs(person, customer)
    const { page, goTo, words } = person
    await page.route(/\/api\/(\w+\/)?strategies\//, async (route) => {
      const path = new URL(route.request().url()).pathname.replace(/^\/api(\/(tur|cn|tw|en|fr))?/, '')
      const reply = replies[path]
      if (!reply) return route.continue()
      await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify({ code: 1, msg: '', data: reply() }) })
    })
    page.on('response', (r) => r.url().includes('strateg') && console.log(r.status(), r.url().slice(0,120)))
    const shot = async (name) => { await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/edit19/${language}-${width}-${name}.png` });
      const f = [await axeFindings(page), await focusFindings(page), await cutFindings(page), await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))]
      console.log(language, width, name, JSON.stringify(f).slice(0, 600)) }
    const size = (s) => page.evaluate((s) => { document.documentElement.dataset.textScale = s }, s)
    await goTo('/subPackages/strategies/own'); await page.waitForTimeout(2000); await shot('list')
    await goTo(`/subPackages/strategies/text?id=${id}`); await page.getByRole('textbox').first().waitFor(); await shot('editor')
    await page.getByRole('button', { name: words('own', 'run') }).first().click(); await page.waitForTimeout(500); await shot('fault')
    await size('200'); await shot('fault200'); await size('100')
    await page.locator('[data-scroller]').last().evaluate((e) => e.scrollTo(0, 9999)); await shot('below')
    fail = false
    await page.getByRole('button', { name: words('own', 'change'), exact: true }).click()
    await goTo(`/subPackages/strategies/text?id=${id}&listing=XMAD:BVE`)
    await page.waitForTimeout(300)
    await page.getByRole('button', { name: words('own', 'run') }).first().click(); await page.waitForTimeout(800)
    await page.locator('[data-scroller]').last().evaluate((e) => e.scrollTo(0, 9999)); await shot('trial')
    for (const tab of ['data', 'examples', 'versions']) { await page.getByRole('tab', { name: words('own', `tab_${tab}`) }).click(); await shot(tab) }
    await page.getByRole('button', { name: words('own', 'share') }).click(); await shot('share')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: words('own', 'tab_code') }).click()
    await page.getByRole('button', { name: words('own', 'search') }).click(); await page.waitForTimeout(300); await shot('search')
    await size('200'); await shot('search200'); await size('100')
    await goTo(`/subPackages/strategies/shared?link=abcdefghijklmnopqrstuv`); await page.waitForTimeout(500); await shot('shared')
    console.log(language, width, 'faults', person.faults)
    await person.context.close()
  }
} finally { await browser.close(); await house.stop(); house.remove() }
