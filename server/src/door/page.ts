import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Language } from '@lonja/core/base/language'
import { pageHeaders } from './files.ts'

/**
 * The stylesheet of the server's own pages, from the root of the house. The house's policy allows nothing inline. Pages
 * name it, as everything else, relative to themselves, so that they also lie below another path.
 */
export const PAGE_STYLE = 'api/page.css'

/** A line of HTML that says, in the language of its page, that trading stands; empty while trading is open. */
export type StoppedLine = (language: Language) => string

/** A page with the app's bar has the app's column of 480 px; the others have tables. */
const CSS = `
@font-face { font-family: 'Hanken Grotesk'; font-weight: 100 900; font-display: swap; src: url('page.woff2') format('woff2'); }
:root { color-scheme: light; --ink: #15151d; --soft: #5e5e6b; --line: #e7e7ed; --accent: #5b57d1; }
* { box-sizing: border-box; }
body { margin: 0; background: #f6f6f9; color: var(--ink); font: 16px/1.5 'Hanken Grotesk', system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.strip { margin: 0; padding: .25rem 1rem; color: var(--soft); font-size: .75rem; text-align: center; }
.bar { display: grid; grid-template-columns: 44px 1fr 44px; align-items: center; max-width: 46rem; min-height: 50px; margin: 0 auto; padding: 0 .5rem; background: #fff; }
.bar a { color: var(--ink); justify-content: center; }
.bar h1 { margin: 0; font-size: 1rem; text-align: center; }
main, nav { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; background: #fff; }
main { border-radius: 0 0 12px 12px; }
.bar, header ~ main, header ~ nav { max-width: 30rem; }
nav { background: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--accent); min-height: 44px; display: inline-flex; align-items: center; }
p { margin: 0 0 1rem; }
.lead { font-size: 1.05rem; }
.stopped { padding: .5rem .75rem; border: 2px solid var(--ink); border-radius: 12px; font-weight: 600; }
.note { border-left: 3px solid var(--accent); padding-left: .75rem; color: var(--soft); }
section { margin: 1.25rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; }
code, pre { font: .85rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
td, th { text-align: left; vertical-align: top; padding: .35rem .5rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
button { min-height: 52px; width: 100%; padding: .5rem 1rem; border: 0; border-radius: 12px; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
form { margin: 0 0 1rem; }
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

const FONT = /^hanken-grotesk-latin-wght-normal-.*\.woff2$/

/** Serves the app's letters to the server's own pages, under a name that does not change with a build. */
export const pageFont =
  (folder: string) =>
  (door: FastifyInstance): void => {
    const assets = join(folder, 'assets')
    const name = existsSync(assets) ? readdirSync(assets).find((file) => FONT.test(file)) : undefined
    if (name === undefined) return
    const letters = readFileSync(join(assets, name))
    door.get('/api/page.woff2', (request, reply) =>
      reply.headers(pageHeaders(request)).type('font/woff2').send(letters),
    )
  }

/** Serves the stylesheet that the server's own pages share. */
export function pageStyle(door: FastifyInstance): void {
  door.get(`/${PAGE_STYLE}`, (request, reply) =>
    reply.headers(pageHeaders(request)).type('text/css; charset=utf-8').send(CSS),
  )
}
