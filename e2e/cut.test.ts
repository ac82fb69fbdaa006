import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { cutFindings } from './cut.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('a figure that its field cuts is found, and a name that goes on in its field is not', async () => {
  const page = await browser.newPage()
  const field = (attributes: string): string => `<input style="box-sizing: border-box; width: 60px" ${attributes}>`
  await page.setContent(`
    ${field('inputmode="numeric" value="9999999999"')} ${field('inputmode="none" value="8888888888"')}
    ${field('inputmode="decimal" value="1,5"')} ${field('value="Marta Ibáñez Soler"')}`)
  expect(await cutFindings(page)).toEqual([
    'is cut off: 9999999999 (in its field)',
    'is cut off: 8888888888 (in its field)',
  ])
  await page.close()
})

test('a text that is cut off at a side is found, also inside a dock, and an ellipsis only where the whole is nowhere', async () => {
  const page = await browser.newPage()
  const line = (style: string, text: string, more = ''): string =>
    `<div style="width: 80px; white-space: nowrap; ${style}"><span>${text}</span>${more}</div>`
  const ellipsis = 'overflow: hidden; text-overflow: ellipsis'
  await page.setContent(`
    ${line('overflow: hidden', 'Cut by its own line')} ${line('overflow: clip', 'Cut by a clip, as well')}
    <section style="overflow: hidden; width: 80px">${line('width: 200px', 'Cut by what stands around it')}</section>
    <div data-dock style="overflow: auto; width: 80px">${line('width: auto', 'Cut figures 12.345,67')}</div>
    ${line(ellipsis, 'Cut with an ellipsis alone')}
    <a href="#">${line(ellipsis, 'The whole is where the link leads')}</a>
    <section title="The whole stands in its title">${line(ellipsis, 'The whole stands in its title')}</section>
    ${line('overflow: auto', 'Moved sideways by a finger')} ${line('', 'Reaches out and stays in sight')}
    ${line('overflow: hidden', 'Fits')}
    <div style="overflow: hidden; width: 80px">${line('overflow: auto', 'Moved inside what hides')}</div>
    <div style="overflow: hidden; width: 80px"><svg width="200" height="9"></svg>A mark</div>`)
  const findings = await cutFindings(page)
  expect(findings.map((text) => text.replace(/^is cut off: | \(.*\)$/g, ''))).toEqual([
    'Cut by its own line',
    'Cut by a clip, as well',
    'Cut by what stands around it',
    'Cut figures 12.345,67',
    'Cut with an ellipsis alone',
  ])
  await page.close()
})

test('a date and a time that break in their middle are found, and the line between them is not', async () => {
  const page = await browser.newPage()
  const cell = (width: number, text: string): string =>
    `<p style="width: ${width}px; font: 16px monospace; overflow-wrap: anywhere">${text}</p>`
  await page.setContent(`
    ${cell(60, '27/11/2026')} ${cell(120, '28/11/2026 22:36:08')} ${cell(50, '22:36:09')} ${cell(60, '120.000,00')}`)
  expect(await cutFindings(page)).toEqual(['is broken: 27/11/2026 (p.)', 'is broken: 22:36:09 (p.)'])
  await page.close()
})
