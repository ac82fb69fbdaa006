/*
 * The check of an option's file, which anybody can run: a second implementation, written from decision 0054, that imports
 * nothing. It reads the text alone, and shares no code with what settles an option.
 */

/**
 * `form`: the text has the form of an option's file. `terms`: those of their version. `strike`: a quote of the 20 seconds
 * after the entry. `quotes`: at most ten, in order, of the 20 seconds that end with the expiry; of a sale one, before them.
 * `end`: it follows from strike and quotes. `paid`: it follows from the end.
 */
export const EVIDENCE_STEPS = ['form', 'terms', 'strike', 'quotes', 'end', 'paid'] as const
export type EvidenceStep = (typeof EVIDENCE_STEPS)[number]

/** The addition of a right guess, and what the house keeps of a sale, in parts of 10,000, by the version of the terms. */
const TERMS: Readonly<Record<string, readonly [payout: bigint, edge: bigint]>> = { 1: [8_800n, 600n] }

const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const PRICE = String.raw`\d+\.\d{4}`
const CENTS = String.raw`\d+\.\d\d`
const QUOTE = `${TIME} ${PRICE} ${PRICE}`
const FORM = new RegExp(
  [
    `^lonja option 1\\noption \\S+ \\S+\\nlisting \\S+\\nside (?<side>up|down)\\nstake (?<stake>${CENTS}) EUR\\n`,
    `terms (?<version>\\d+) (?<payout>\\d+) (?<edge>\\d+)\\nentered ${TIME} (?<entered>${TIME})\\nexpires (?<expires>${TIME})\\n`,
    `strike (?<strike>none|${QUOTE})\\n(?<quotes>(?:quote ${QUOTE}\\n)*)`,
    `(?:sale (?<sale>${QUOTE})\\nmodel (?<chance>\\d\\.\\d{6}) \\d+\\.\\d{6} (?<value>${CENTS})\\n)?`,
    `end (?<end>won|lost|tied|refunded|sold) ${TIME} (?<paid>${CENTS}) EUR\\n$`,
  ].join(''),
)

const SECONDS_20 = 20_000

/** The digits of a figure without its point: a whole number of its last unit. */
const whole = (text: string | undefined): bigint => BigInt((text ?? '0').replace('.', ''))
const instant = (text: string | undefined): number => Date.parse(text ?? '')

function quoteIn(text: string) {
  const [at, bid, ask] = text.split(' ')
  return { at: instant(at), bid: whole(bid), ask: whole(ask) }
}
type Quote = ReturnType<typeof quoteIn>

const isWithin = (at: number, after: number, until: number): boolean => at > after && at <= until
const isWhole = ({ bid, ask }: Quote): boolean => bid > 0n && ask > 0n

/** Check the file of an option. Returns the steps that do not hold. */
export function checkEvidence(text: string): readonly EvidenceStep[] {
  const file = FORM.exec(text)?.groups
  if (!file) return ['form']
  const entered = instant(file['entered'])
  const expires = instant(file['expires'])
  const strike = file['strike'] === 'none' ? null : quoteIn(file['strike'] ?? '')
  const quotes = (file['quotes'] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => quoteIn(line.slice('quote '.length)))
  const sale = file['sale'] === undefined ? null : quoteIn(file['sale'])
  const stake = whole(file['stake'])
  const [payout, edge] = TERMS[file['version'] ?? ''] ?? [-1n, -1n]
  const win = stake + (stake * payout) / 10_000n
  const value = (win * whole(file['chance'])) / 1_000_000n

  const endOf = (): string => {
    if (sale) return 'sold'
    if (!strike || quotes.length < 10) return 'refunded'
    const above = quotes.reduce((sum, { bid, ask }) => sum + bid + ask - strike.bid - strike.ask, 0n)
    if (above === 0n) return 'tied'
    return above > 0n === (file['side'] === 'up') ? 'won' : 'lost'
  }
  const PAID: Readonly<Record<string, bigint>> = {
    won: win,
    lost: 0n,
    tied: stake,
    refunded: stake,
    sold: (value * (10_000n - edge)) / 10_000n,
  }
  const holds: Record<Exclude<EvidenceStep, 'form'>, boolean> = {
    terms: whole(file['payout']) === payout && whole(file['edge']) === edge,
    strike: strike
      ? isWhole(strike) && isWithin(strike.at, entered, Math.min(entered + SECONDS_20, expires - SECONDS_20))
      : sale === null,
    quotes: sale
      ? quotes.length === 0 && isWhole(sale) && isSaleQuote(sale, strike, expires)
      : quotes.length <= 10 && areSettling(quotes, expires),
    end: file['end'] === endOf(),
    paid: whole(file['paid']) === PAID[file['end'] ?? ''] && (sale === null || whole(file['value']) === value),
  }
  return EVIDENCE_STEPS.filter((step) => step !== 'form' && !holds[step])
}

const areSettling = (quotes: readonly Quote[], expires: number): boolean =>
  quotes.every(
    (quote, n) =>
      isWhole(quote) && isWithin(quote.at, expires - SECONDS_20, expires) && quote.at >= (quotes[n - 1]?.at ?? 0),
  )

const isSaleQuote = ({ at }: Quote, strike: Quote | null, expires: number): boolean =>
  strike !== null && isWithin(at, strike.at - 1, expires - SECONDS_20)
