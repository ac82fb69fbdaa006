import { expect, test } from 'vitest'

interface SpawnCall {
  readonly command: string
  readonly args: readonly string[]
  readonly shell: boolean
}
type Spawn = (command: string, args: readonly string[], platform: NodeJS.Platform) => SpawnCall
const { spawned } = (await import(new URL('./run.mjs', import.meta.url).href)) as { spawned: Spawn }

test('a command is spawned as it is, without a shell', () => {
  const args = ['-b', 'a b']
  expect(spawned('/home/ana gil/tsc', args, 'linux')).toEqual({ command: '/home/ana gil/tsc', args, shell: false })
  expect(spawned('npm', ['ci'], 'darwin').shell).toBe(false)
})

// prettier-ignore
test.each<[string, string, string[], string]>([
  // case                        command                                 args                        line
  ['plain words',                'npm.cmd',                              ['ci', '--loglevel=error'], 'npm.cmd ci --loglevel=error'],
  ['a checkout with a space',    'C:\\Users\\Ana Gil\\lonja\\tsc.cmd',   ['-b', 'core'],             '"C:\\Users\\Ana Gil\\lonja\\tsc.cmd" -b core'],
  ['a path without one',         'C:\\lonja\\tsc.cmd',                   ['-b'],                     'C:\\lonja\\tsc.cmd -b'],
  ['a name of a test',           'vitest.cmd',                           ['-t', 'a "b" & c'],        'vitest.cmd -t "a ""b"" & c"'],
  ['what a shell would act on',  'vitest.cmd',                           ['a&b', 'c|d', ''],         'vitest.cmd "a&b" "c|d" ""'],
])('on Windows a shell is given one line: %s', (_what, command, args, line) => {
  expect(spawned(command, args, 'win32')).toEqual({ command: line, args: [], shell: true })
})
