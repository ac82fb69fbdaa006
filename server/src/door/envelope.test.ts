import { STOP_REASONS } from '@lonja/core/strategies/running.rules'
import { SELL_TYPES } from '@lonja/core/orders/lots.rules'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AcceptanceField } from '@lonja/core/documents/documents.contract'
import { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import { eur, usd } from '@lonja/core/base/amount'
import { RESTRICTION_LEVELS, ROLES } from '@lonja/core/base/contract'
import { LANGUAGES } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { Cents } from '@lonja/core/base/wire'
import { CALLS } from '@lonja/core/calls'
import { END_REASONS } from '@lonja/core/orders/orders.contract'
import { Ticket } from '@lonja/core/orders/orders.contract'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import { NOTICES } from '@lonja/core/lists'
import { SECURITY_CHANGES } from '@lonja/core/accounts/accounts.notices'
import { encoderFor } from './encode.ts'
import { accepted, fieldErrors, refused, statusFor } from './envelope.ts'
import { CATALOGUES, type Section } from '../base/texts.ts'

const keysOf = (section: Section) => Object.keys(CATALOGUES.tur[section]).sort()

describe('a refusal', () => {
  test('fills its sentence with localised amounts, and has the exact amounts in its detail', () => {
    const { status, body } = refused(
      refuse('insufficient_balance', { needed: eur(123_450n), free: usd(-5n) }, 'shares'),
      'tur',
    )
    expect(status).toBe(422)
    expect(JSON.parse(body)).toEqual({
      code: 0,
      msg: 'Saldo de la cuenta insuficiente',
      error: 'insufficient_balance',
      fields: [{ field: 'shares', code: 'insufficient_balance', msg: 'Saldo de la cuenta insuficiente' }],
      detail: { needed: { asset: 'EUR', units: '1234.50' }, free: { asset: 'USD', units: '-0.05' } },
    })
  })

  test.each([
    ['not_signed_in', 401, 401],
    ['unknown_order', 404, 0],
    ['account_restricted', 403, 0],
    ['too_many_tries', 429, 0],
    ['insufficient_shares', 422, 0],
  ])('%s is HTTP %i and code %i', (code, status, inBody) => {
    expect(statusFor(code)).toBe(status)
    expect(JSON.parse(refused(refuse(code), 'en').body).code).toBe(inBody)
  })
})

test('an acceptance is the data in its envelope', () => {
  expect(accepted('{"a":1}')).toEqual({ status: 200, body: '{"code":1,"msg":"","data":{"a":1}}' })
})

describe('fields', () => {
  const ticket = { id: 'x', listing: 'XNYS:ABC', side: 'hold', shares: '0', limit: '1.23456', more: 1 }
  const issues = z.safeDecode(Ticket, ticket as never).error?.issues ?? []

  test('each names its error and the remedy', () => {
    expect(fieldErrors(issues, ticket, 'en')).toEqual([
      { field: 'id', code: 'wrong_form', msg: 'Id is not written as expected; please correct it' },
      { field: 'side', code: 'not_listed', msg: 'Buy or sell must be one of: buy, sell' },
      { field: 'shares', code: 'positive_integer', msg: 'Please enter a positive integer' },
      { field: 'limit', code: 'wrong_form', msg: 'Limit is not written as expected; please correct it' },
      { field: 'timeInForce', code: 'required', msg: 'Time in force is missing; please fill it in' },
      { field: 'more', code: 'unknown_field', msg: 'There is no field named more; please leave it out' },
    ])
  })

  test('of thousands of unknown field names, only the first are answered', () => {
    const many = Object.fromEntries(Array.from({ length: 6_000 }, (_one, at) => [`k${at}`, 1]))
    const read = z.safeDecode(CALLS.logIn.input, many as never)
    expect(read.error && fieldErrors(read.error.issues, many, 'en').length).toBeLessThan(30)
  })

  test('every language names the same fields', () => {
    for (const language of LANGUAGES) {
      const errors = fieldErrors(issues, ticket, language)
      expect(errors.map(({ field }) => field)).toEqual(['id', 'side', 'shares', 'limit', 'timeInForce', 'more'])
      for (const { msg } of errors) expect(msg).not.toMatch(/\{\w+\}/)
    }
  })
})

/** The names of all fields that a call takes, including nested ones. */
function fieldsOf(schema: z.ZodMiniType): string[] {
  const def = schema._zod.def as { shape?: Record<string, z.ZodMiniType>; innerType?: z.ZodMiniType; options?: z.ZodMiniType[] } // prettier-ignore
  if (def.innerType) return fieldsOf(def.innerType)
  if (def.options) return def.options.flatMap(fieldsOf)
  return Object.entries(def.shape ?? {}).flatMap(([name, field]) => [name, ...fieldsOf(field)])
}

describe('the catalogues hold every text in use, and no other', () => {
  test('a label for every field of every call', () => {
    // Calls of products with documents take what the customer accepts in the field `terms`.
    const accepted = [...fieldsOf(AcceptanceField), 'terms']
    const called = Object.values(CALLS).flatMap(({ input }) => fieldsOf(input))
    const fields = new Set([...called, ...accepted, 'Idempotency-Key'])
    expect(keysOf('fields')).toEqual([...fields].sort())
  })

  test('words for every notice', () => {
    const keys = Object.keys(NOTICES).flatMap((code) => {
      // An order that ended may have been filled in part.
      const both = (key: string) => [key, `${key}_in_part`]
      if (code === 'order_cancelled') return [...both('order_cancelled'), ...both('order_restricted')]
      if (code === 'order_expired' || code === 'order_rejected') return both(code)
      if (code === 'order_filled' || code === 'order_part_filled') {
        // A run tells of its end alone.
        const unasked = SELL_TYPES.filter((type) => type !== 'customer' && type !== 'strategy')
        return ['buy', 'sell', ...unasked].map((how) => `${code}_${how}`)
      }
      if (code === 'password_changed') return ['password_changed_login', 'password_changed_trading']
      if (code === 'security_changed') return SECURITY_CHANGES.map((what) => `security_changed_${what}`)
      if (code === 'order_split' || code === 'split_announced' || code === 'split_done')
        return [code, `${code}_reverse`]
      if (code.startsWith('payee_')) return [`${code}_card`, `${code}_wallet`]
      return [code]
    })
    const expected = [
      ...keys.flatMap((key) => [`${key}.title`, `${key}.body`]),
      ...['closes', 'draws', 'lists', 'money'].map((what) => `application_postponed.${what}`),
      ...END_REASONS.filter((code) => code !== 'by_strategy').map((code) => `reason.${code}`),
      ...STOP_REASONS.filter((code) => code !== 'by_customer' && code !== 'leaving').map(
        (code) => `reason.run_${code}`,
      ),
      ...kycReview.reasons.refuse.map((code) => `reason.${code}`),
      ...RESTRICTION_REASONS.map((code) => `restriction.${code}`),
      ...RESTRICTION_LEVELS.map((level) => `restriction_level.${level}`),
      ...ROLES.map((role) => `role.${role}`),
      ...['ended', 'stopped'].flatMap((what) => [`restriction_${what}_one`, `restriction_${what}_other`]),
    ]
    const parts = [
      'application_won.lists',
      'run_cash',
      'run_shares',
      'run_own',
      'unknown_device',
      'own_note',
      'holding_one',
      'holding_other',
      'together.title',
      'split_fraction',
    ]
    expect(keysOf('notices')).toEqual([...expected, ...parts].sort())
  })

  test.each(LANGUAGES)('every sentence of %s has the same blanks as in English', (language) => {
    for (const [section, sentences] of Object.entries(CATALOGUES.en)) {
      for (const [key, text] of Object.entries(sentences)) {
        const blanks = (of: string | undefined) => (of?.match(/\{\w+\}/g) ?? []).sort()
        expect([key, blanks(CATALOGUES[language][section as Section][key])]).toEqual([key, blanks(text)])
      }
    }
  })
})

describe('an encoded reply', () => {
  test('holds only the fields that the contract names, each in its wire form', () => {
    const encode = encoderFor(CALLS.readFigures.reply)
    const cents = {
      free: 1n,
      held: 0n,
      marketValue: 0n,
      cost: 0n,
      unrealised: -5n,
      realised: 0n,
      accumulated: 0n,
      usedMargin: 0n,
      financed: 0n,
      lent: 0n,
    }
    const more = {
      paidIn: 0n,
      paidOut: 0n,
      convertedIn: 0n,
      convertedOut: 0n,
      owed: 0n,
      total: 123_456n,
      dayChange: null,
    }
    const figures = { currency: 'EUR', ...cents, ...more, secret: 'not named' }
    const value = {
      byCurrency: [figures],
      display: figures,
      rate: 1_081_500n,
      margin: { currency: 'EUR', equity: 123_456n, used: 0n, financed: 0n },
      at: 5,
      unpriced: ['XNYS:ABC'],
      hash: 'not named',
    }
    const sent = encode(value) as Record<string, unknown>
    expect(sent).toMatchObject({
      rate: '1.081500',
      at: 5,
      display: { free: '0.01', unrealised: '-0.05', total: '1234.56', dayChange: null },
    })
    expect(JSON.stringify(sent)).not.toContain('not named')
    expect(z.safeDecode(CALLS.readFigures.reply, sent as never).success).toBe(true)
  })

  test('of rows of two products has the amounts of both in their wire form', () => {
    const amount = { asset: 'EUR', units: 6_200_00n }
    const rows = [
      { kind: 'ipo', state: 'won', amount, secret: 'not named' },
      { kind: 'block', state: 'pending', amount, secret: 'not named' },
    ]
    const wire = { amount: '6200.00', currency: 'EUR' }
    expect(encoderFor(CALLS.listApplications.reply)({ rows, cursor: null })).toEqual({
      rows: [
        { kind: 'ipo', state: 'won', amount: wire },
        { kind: 'block', state: 'pending', amount: wire },
      ],
      cursor: null,
    })
  })

  test('of options that encode a field in two ways has each in its own', () => {
    const options = z.union([z.object({ of: Cents }), z.object({ of: z.string() })])
    expect([{ of: 5n }, { of: 'five' }].map(encoderFor(options))).toEqual([{ of: '0.05' }, { of: 'five' }])
  })
})
