import { LANGUAGE_NAMES, LANGUAGES, LOCALES, languageFor, type Language } from '@lonja/core/base/language'
import { readSupportLink, supportReplyFor } from '@lonja/core/support/support.contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { pageHeaders } from '../door/files.ts'
import { escaped } from '../door/escaped.ts'
import { PAGE_STYLE, type StoppedLine } from '../door/page.ts'
import { onLook, type Route } from '../door/serve.ts'
import { sentence } from '../base/texts.ts'

/**
 * The link of customer service: the operator's own, or the thread in the app. That one is relative to the root of the
 * house, which may lie below another path and have more than one address.
 */
export function supportRoutes({ kefuUrl }: Pick<Config, 'kefuUrl'>): Route[] {
  return [onLook(readSupportLink, () => supportReplyFor(kefuUrl ?? THREAD))]
}

const THREAD = './#/subPackages/support/thread'

/** The public help page in five languages. It needs neither a session nor the app. */
export const supportPages =
  (stopped: StoppedLine) =>
  (door: FastifyInstance): void => {
    door.get<{ Params: { lang: string } }>('/support/:lang', (request, reply) => {
      const language = languageFor(request.params.lang)
      return reply.headers(pageHeaders(request)).type('text/html; charset=utf-8').send(pageIn(language, stopped))
    })
  }

/** The root of the house, from the page at `support/en`. */
const ROOT = '../'

const PARTS = ['order', 'password', 'invitation'] as const

function pageIn(language: Language, stopped: StoppedLine): string {
  const say = (key: string): string => escaped(sentence(language, 'pages', `support.${key}`))
  const links = LANGUAGES.map(
    (other) =>
      `<a href="${other}" hreflang="${LOCALES[other]}" lang="${LOCALES[other]}"${other === language ? ' aria-current="page"' : ''}>${LANGUAGE_NAMES[other]}</a>`,
  )
  return `<!doctype html>
<html lang="${LOCALES[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('title')} · Lonja</title><link rel="stylesheet" href="${ROOT}${PAGE_STYLE}"></head>
<body><main>${stopped(language)}<h1>${say('title')}</h1><p class="lead">${say('lead')}</p><p class="note">${say('practice')}</p>
${PARTS.map((part) => `<p>${say(part)}</p>`).join('\n')}
<p><a href="${ROOT}">${say('back')}</a></p></main><nav aria-label="Lonja">${links.join(' ')}</nav></body></html>
`
}
