import { expect, test } from 'vitest'
import { findBrowser, startBrowser } from './browser.ts'

const PAGE = 'data:text/html,<title>Lonja</title><button>Comprar</button>'

test('the browser that was found opens a page and finds a button by its role', async () => {
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(PAGE)
    await page.getByRole('button', { name: 'Comprar' }).click()
    expect(await page.title()).toBe('Lonja')
  } finally {
    await browser.close()
  }
})

// Bare machines have no browser of their own, so the one from npm must start on its platform.
test.runIf(process.platform === 'linux' && process.arch === 'x64')('so does the one that came with npm', async () => {
  const before = process.env['LONJA_BROWSER']
  process.env['LONJA_BROWSER'] = 'npm'
  try {
    const program = findBrowser()
    expect(program.from).toBe('npm')
    const browser = await startBrowser(program)
    const page = await browser.newPage()
    await page.goto(PAGE)
    expect(await page.getByRole('button').count()).toBe(1)
    await browser.close()
  } finally {
    if (before === undefined) delete process.env['LONJA_BROWSER']
    else process.env['LONJA_BROWSER'] = before
  }
})

test('a way that leads nowhere ends in one clear line', () => {
  process.env['LONJA_BROWSER'] = 'nowhere'
  try {
    expect(() => findBrowser()).toThrow(/^No browser for the journeys by the way "nowhere": install Chromium/)
  } finally {
    delete process.env['LONJA_BROWSER']
  }
})
