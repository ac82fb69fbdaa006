import { expect, test } from 'vitest'
import { checkNames } from './names.ts'

// prettier-ignore
test.each<[string, NodeJS.ProcessEnv, NodeJS.Dict<string>, string | null]>([
  ['a letter too many',                   { PORTT: '99' },           {},                         'PORTT is no setting of this house: set PORT'],
  ['two letters exchanged',               { TRUST_PORXY: '1' },      {},                         'set TRUST_PROXY'],
  ['a letter missing',                    { PUBLC_URL: 'x' },        {},                         'set PUBLIC_URL'],
  ['a wrong letter',                      { SECRET_KAY: 'x' },       {},                         'set SECRET_KEY'],
  ['a file for a secret',                 { SECRET_KEY_FIL: 'x' },   {},                         'set SECRET_KEY_FILE'],
  ['settings of the house',               { PORT: '99', SECRET_KEY_FILE: 'x' }, { HOST: 'a' },   null],
  ['names of other programs',             { HOME: '/', POST: 'x', HOSTS: 'x', SOURCES: 'x', SHELL: 'sh' }, {}, null],
  ['two letters more, in the environment', { SECRET_KEYED: 'x' },    {},                        null],
  ['far from all, in the environment',    { DATABASE_HOST: 'x' },    {},                         null],
  ['far from all, in .env',               {},                        { GREETING: 'x' },          'GREETING in .env is no setting of this house: npm run settings lists them'],
  ['near to one, in .env',                {},                        { DATABASE_URI: 'x' },      'DATABASE_URI in .env is no setting of this house: set DATABASE_URL'],
  ['in small letters, in .env',           {},                        { port: '1' },              'port in .env is no setting of this house: set PORT'],
  ['a file for what is no secret, in .env', {},                      { DATA_DIR_FILE: 'x' },     'DATA_DIR_FILE in .env is no setting'],
  ['of Node and of PostgreSQL, in .env',  {},                        { NODE_OPTIONS: '', PGSSLMODE: '', TZ: '' }, null],
])('%s', (_case, env, dotEnv, says) => {
  const check = () => checkNames(env, dotEnv)
  if (says === null) expect(check).not.toThrow()
  else expect(check).toThrow(says)
})
