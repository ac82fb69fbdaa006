import { expect, test } from 'vitest'
import { aCustomer } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import {
  decideIban,
  decidePayeeRemoval,
  decideRoom,
  decideWallet,
  endingOf,
  isSameHolder,
  maskedAddress,
  maskedIban,
  payeeStateFor,
  type Payee,
  type Wallet,
} from './payees.rules.ts'

// The examples of the SWIFT IBAN registry, in the form people paste, each also with one error.
// prettier-ignore
test.each<[string, string, string]>([
  ['as a bank prints it', 'ES91 2100 0418 4502 0005 1332', 'ES9121000418450200051332'],
  ['small letters and dashes', ' es91-2100-0418-4502-0005-1332 ', 'ES9121000418450200051332'],
  ['the United Kingdom', 'GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['Germany', 'DE89370400440532013000', 'DE89370400440532013000'],
  ['France', 'FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
  ['two digits changed places', 'ES91 2100 0418 4502 0005 1323', 'iban_checksum'],
  ['one check digit wrong', 'ES92 2100 0418 4502 0005 1332', 'iban_checksum'],
  ['the bank’s own digits wrong, the IBAN’s right', 'ES64 2100 0418 4502 0005 1333', 'iban_checksum'],
  ['one digit short', 'ES91 2100 0418 4502 0005 133', 'iban_length'],
  ['one digit more', 'ES91 2100 0418 4502 0005 13322', 'iban_length'],
  ['a letter where a digit stands', 'ES91 2100 0418 4502 0005 133A', 'iban_form'],
  ['letters as check digits', 'ESXX 2100 0418 4502 0005 1332', 'iban_form'],
  ['a country without IBAN', 'US91 2100 0418 4502 0005 1332', 'iban_country'],
  ['no IBAN at all', '2100 0418 45 0200051332', 'iban_country'],
  ['nothing', '  ', 'missing_information'],
])('IBAN: %s', (_line, text, answer) => {
  const decision = decideIban(text)
  expect('refused' in decision ? decision.refused : decision.iban).toBe(answer)
})

const WALLET: Wallet = {
  kind: 'wallet',
  currency: 'USDC',
  chain: 'polygon',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
}
const at = (to: Payee['to']): Payee => ({ customer: aCustomer('c'), id: 'p', to, addedAt: 0, readyAt: 72 * HOUR })
const card = (iban: string, accountName = 'Ana Ruiz'): Payee =>
  at({ kind: 'card', iban, accountName, bankName: 'B', bankAddress: 'A' })

// prettier-ignore
test.each([
  ['a coin on its chain', { currency: 'USDC', chain: 'polygon', address: WALLET.address }, WALLET.address],
  ['a coin on another chain', { currency: 'USDT', chain: 'polygon', address: WALLET.address }, 'chain_of_currency'],
  ['no address', { currency: 'USDC', chain: 'polygon', address: ' \n' }, 'missing_information'],
  ['an address of another chain', { currency: 'USDC', chain: 'polygon', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }, 'address_form'],
] as const)('wallet: %s', (_line, form, answer) => {
  const decision = decideWallet(form)
  expect('refused' in decision ? decision.refused : decision.address).toBe(answer)
})

test('room: ten at most, and none of them twice', () => {
  const nine = Array.from({ length: 9 }, (_, n) => card(`ES${n}`))
  expect(decideRoom(WALLET, nine)).toEqual({ room: true })
  expect(decideRoom(WALLET, [...nine, card('ES10')])).toMatchObject({ refused: 'too_many_payees' })
  expect(decideRoom(WALLET, [at(WALLET)])).toMatchObject({ refused: 'payee_there_already', field: 'address' })
  // The duplicate is reported first, even if all ten places are taken.
  expect(decideRoom(WALLET, [...nine, at(WALLET)])).toMatchObject({ refused: 'payee_there_already' })
  expect(decideRoom({ ...WALLET, chain: 'ethereum' }, [at(WALLET)])).toEqual({ room: true })
  expect(decideRoom({ ...WALLET, currency: 'USDT' }, [at(WALLET)])).toEqual({ room: true })
  expect(decideRoom(card('ES1', 'Somebody Else').to, [card('ES1')])).toMatchObject({ field: 'iban' })
})

// prettier-ignore
test.each<[string, Payee, string | null, number, string]>([
  ['one millisecond before its time', at(WALLET), null, 72 * HOUR - 1, 'waiting'],
  ['at its time', at(WALLET), null, 72 * HOUR, 'ready'],
  ['a wallet has no holder', at(WALLET), 'Somebody Else', 72 * HOUR, 'ready'],
  ['a card before anybody was verified', card('ES1'), null, 72 * HOUR, 'ready'],
  ['in the verified name', card('ES1'), 'Ana Ruiz', 72 * HOUR, 'ready'],
  ['in the verified name, still waiting', card('ES1'), 'Ana Ruiz', 0, 'waiting'],
  ['in another name, which waiting does not mend', card('ES1'), 'Marta Soler', 0, 'other_holder'],
])('state: %s', (_line, payee, verified, now, state) => {
  expect(payeeStateFor(payee, verified, now)).toBe(state)
})

// prettier-ignore
test.each([
  ['IBAÑEZ SOLER, MARTA', 'Marta Ibáñez Soler', true],
  ['Jean-Luc  O’Brien', 'jean luc o brien', true],
  ['王 小明', '小明 王', true],
  ['M. Ibáñez Soler', 'Marta Ibáñez Soler', false],
  ['Marta Ibáñez', 'Marta Ibáñez Soler', false],
  ['', 'Marta Ibáñez Soler', false],
])('holder: %s is %s: %s', (account, verified, same) => {
  expect(isSameHolder(account, verified)).toBe(same)
})

test('a payee goes unless a withdrawal is under way', () => {
  expect(decidePayeeRemoval(0)).toEqual({ removed: true })
  expect(decidePayeeRemoval(1)).toMatchObject({ refused: 'payee_in_use' })
})

test('what is shown of it', () => {
  expect(maskedAddress(WALLET.address)).toBe('0x5aAe…eAed')
  expect(maskedIban('ES9121000418450200051332')).toBe('ES••\u00a0••••\u00a01332')
  expect([endingOf(WALLET), endingOf(card('ES9121000418450200051332').to)]).toEqual(['eAed', '1332'])
})
