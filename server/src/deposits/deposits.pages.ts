import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import { LANGUAGE_NAMES, LANGUAGES, LOCALES, languageFor, type Language } from '@lonja/core/base/language'
import { formatDate } from '@lonja/core/base/dates'
import { decideAmount } from '@lonja/core/deposits/deposits.rules'
import { readCheckoutLink } from '@lonja/core/deposits/deposits.contract'
import { findOpenCustomer } from '../accounts/accounts.store.ts'
import { refuseByState } from '../accounts/restrictions.actions.ts'
import type { Clock } from '../base/clock.ts'
import { isOutage, type Db } from '../database/db.ts'
import { escaped } from '../door/escaped.ts'
import type { Events } from '../base/events.ts'
import { pageHeaders } from '../door/files.ts'
import { PAGE_STYLE, type StoppedLine } from '../door/page.ts'
import { writeFor } from '../database/locks.ts'
import { sentence } from '../base/texts.ts'
import { isReviewed } from '../review/review.store.ts'
import { factsOf, makeDeposit, rateNow, type DepositParts } from './deposits.actions.ts'
import { checkoutPath, readCheckout, type Checkout } from './deposits.checkout.ts'
import { findDeposit } from './deposits.store.ts'

export interface CheckoutHouse extends Pick<DepositParts, 'market' | 'settings'> {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly checkoutKey: Buffer
  readonly stopped: StoppedLine
}

type CallRequest = FastifyRequest<{ Params: { lang: string; token: string } }>

/**
 * The page that confirms an online deposit. The practice house serves it itself, in five languages, without a script.
 */
export const checkoutPages =
  (house: CheckoutHouse) =>
  (door: FastifyInstance): void => {
    void door.register((inner, _options, done) => {
      // The link contains all that is confirmed, so the form's body is read and ignored.
      inner.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, _body, parsed) => parsed(null, {}),
      )
      inner.get('/checkout/:lang/:token', (request: CallRequest, reply) => answer(request, reply, house, false))
      inner.post('/checkout/:lang/:token', (request: CallRequest, reply) => answer(request, reply, house, true))
      done()
    })
  }

/** The state of a link: open, confirmed, over, or invalid. */
type Standing = 'open' | 'confirmed' | 'over' | 'none' | Refused

async function answer(request: CallRequest, reply: FastifyReply, house: CheckoutHouse, confirm: boolean) {
  const language = languageFor(request.params.lang)
  const { token } = request.params
  const checkout = readCheckout(house.checkoutKey, token)
  const pageOf = (standing: Standing) => pageIn(language, { token, checkout, standing }, house.stopped)
  try {
    const standing = checkout ? await standingOf(house, checkout, confirm) : 'none'
    if (checkout && standing === 'confirmed') return await reply.code(303).header('location', recordOf(checkout)).send()
    const status = standing === 'none' ? 404 : standing === 'over' ? 410 : isRefused(standing) ? 422 : 200
    return await reply.code(status).headers(headersFor(request)).type('text/html; charset=utf-8').send(pageOf(standing))
  } catch (error) {
    if (!isOutage(error)) throw error
    const words = pageOf(UNAVAILABLE)
    return reply.code(503).headers(headersFor(request)).type('text/html; charset=utf-8').send(words)
  }
}

const UNAVAILABLE: Refused = { refused: 'unavailable', detail: {} }

/** The page may submit its own form. It is never cached: its address is a secret until it is used. */
const headersFor = (request: CallRequest): Record<string, string> => {
  const headers = pageHeaders(request) as Record<string, string>
  const policy = headers['content-security-policy'] ?? ''
  return {
    ...headers,
    'content-security-policy': policy.replace("form-action 'none'", "form-action 'self'"),
    'cache-control': 'no-store',
  }
}

/** Reads the state of a link or, with `confirm`, makes its deposit. Repeated confirmations make it once. */
async function standingOf(house: CheckoutHouse, checkout: Checkout, confirm: boolean): Promise<Standing> {
  const { db, clock, events, market, settings } = house
  const { customer, deposit: id, cash, endsAt } = checkout
  const now = clock.now()
  if (!confirm) {
    if (await db.read((tx) => findDeposit(tx, customer, id))) return 'confirmed'
    return now < endsAt ? 'open' : 'over'
  }
  const standing = await writeFor(db, customer, async (tx): Promise<Standing> => {
    if (await findDeposit(tx, customer, id)) return 'confirmed'
    // The id belongs to another thing of the customer by now, so the link is invalid.
    if (await isReviewed(tx, customer, id)) return 'none'
    // A link makes no deposit if the account was closed or restricted since.
    if (now >= endsAt || !(await findOpenCustomer(tx, customer))) return 'over'
    const restricted = await refuseByState(tx, readCheckoutLink, { customer, now, input: checkout })
    if (restricted) return restricted
    const eurUsd = rateNow(market)
    const decision = decideAmount(cash, await factsOf(tx, customer, { now, eurUsd }))
    if (isRefused(decision)) return decision
    const { eurCents } = decision
    await makeDeposit(
      tx,
      { id, customer, way: 'online', cash, eurCents, coins: null, eurUsd: null, madeAt: now },
      { settings },
    )
    return 'confirmed'
  })
  if (standing === 'confirmed') events.publish(customer, ['deposits', 'notices'])
  return standing
}

/** The root of the house, from the page of a link at `checkout/en/token`, and the form that asked for the link. */
const ROOT = '../../'
const FORM = `${ROOT}#/subPackages/recharge/recharge?type=online`
const BACK_ARROW =
  '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M20 12H4m7-7-7 7 7 7"/></svg>'

/** The deposit in the app. A link that is used up leads there too, so that the browser's way back is not a spent page. */
const recordOf = ({ deposit }: Checkout): string => `${ROOT}#/subPackages/recharge/record?id=${deposit}`

interface CheckoutView {
  readonly token: string
  readonly checkout: Checkout | null
  readonly standing: Standing
}

function pageIn(language: Language, { token, checkout, standing }: CheckoutView, stopped: StoppedLine): string {
  const say = (key: string, blanks: Parameters<typeof sentence>[3] = {}): string =>
    escaped(sentence(language, 'pages', `checkout.${key}`, blanks))
  const links = LANGUAGES.map(
    (other) =>
      `<a href="${escaped(`${ROOT}${checkoutPath(other, token)}`)}" hreflang="${LOCALES[other]}" lang="${LOCALES[other]}"${other === language ? ' aria-current="page"' : ''}>${LANGUAGE_NAMES[other]}</a>`,
  )
  return `<!doctype html>
<html lang="${LOCALES[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${say('title')} · Lonja</title><link rel="stylesheet" href="${ROOT}${PAGE_STYLE}"></head>
<body><header><p class="strip">${say('strip')}</p><div class="bar"><a href="${FORM}" aria-label="${say('back')}">${BACK_ARROW}</a><h1>${say('title')}</h1></div></header>
<main>${stopped(language)}<p class="note">${say('practice')}</p>
${bodyFor(language, say, { token, checkout, standing })}
</main><nav aria-label="Lonja">${links.join(' ')}</nav></body></html>
`
}

function bodyFor(
  language: Language,
  say: (key: string, blanks?: Parameters<typeof sentence>[3]) => string,
  { token, checkout, standing }: CheckoutView,
): string {
  const home = `<p><a href="${FORM}">${say('back')}</a></p>`
  if (isRefused(standing)) {
    return `<p role="alert">${escaped(sentence(language, 'refusals', standing.refused, standing.detail))}</p>${home}`
  }
  if (!checkout || standing === 'none') return `<p role="alert">${say('none')}</p>${home}`
  const { cash, endsAt } = checkout
  const head = `<p class="lead">${say('amount', { amount: cash })}</p>`
  if (standing === 'over') return `${head}<p role="alert">${say('over')}</p>${home}`
  return `${head}<p>${say('until', { time: formatDate(endsAt) })}</p>
<form method="post" action="${escaped(`${ROOT}${checkoutPath(language, token)}`)}"><button type="submit">${say('confirm', { amount: cash })}</button></form>
<p>${say('leave')}</p>${home}`
}
