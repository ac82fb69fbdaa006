import { expect, test } from 'vitest'
import { argumentsIn } from './arguments.ts'

const KNOWN = { roles: 'text', days: 'text', list: 'flag' } as const
const read = (line: string) => argumentsIn(line.split(' ').filter(Boolean), KNOWN, { words: 1 })

// prettier-ignore
test.each<[line: string, values: object, words: string[]]>([
  ['',                          {},                                  []],
  ['--roles support --days 2',  { roles: 'support', days: '2' },     []],
  ['--days=2 Ana',              { days: '2' },                       ['Ana']],
  ['Ana --list',                { list: true },                      ['Ana']],
  ['--days=-2',                 { days: '-2' },                      []],
])('"%s" is read', (line, values, words) => {
  expect(read(line)).toEqual({ values, words })
})

// prettier-ignore
test.each<[line: string, said: string]>([
  ['--role support',       'There is no option --role: there are --roles, --days and --list.'],
  ['--days 2 --toString x', 'There is no option --toString: there are --roles, --days and --list.'],
  ['-r support',           'There is no option -r: there are --roles, --days and --list.'],
  ['--days',               '--days says nothing: give what it means behind it.'],
  ['--days --list',        '--days says nothing: give what it means behind it.'],
  ['--list=no',            '--list stands alone: leave out "no".'],
  ['Ana Bea',              '"Bea" is too much: the command has no use for it.'],
])('"%s" is refused', (line, text) => {
  expect(() => read(line)).toThrow(text)
})

test('a command with one option names it', () => {
  expect(() => argumentsIn(['--ky', 'x'], { key: 'text' }, { words: 3 })).toThrow(
    'There is no option --ky: there is --key alone.',
  )
})
