import { expect, test } from 'vitest'
import { actFor, type KeyAct, type Press } from './keys.rules.ts'

const act = (key: string, label = key, more: Partial<KeyAct> = {}): KeyAct => ({ key, label, act: () => {}, ...more })
const page = [act('a'), act('ArrowDown'), act('Enter'), act('?'), act('Escape', 'leave', { whileTyping: true })]
const panel = [act('a', 'approve'), act('Ctrl+Enter', 'confirm', { whileTyping: true })]
const layers = [
  { level: 1, acts: page },
  { level: 2, acts: panel },
]
const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  place: 'page',
  ...more,
})

// prettier-ignore
test.each<[string, Press, boolean, string | null]>([
  ['an arrow',                      press('ArrowDown'),                                true,  'ArrowDown'],
  ['the upper layer is meant',      press('a'),                                        true,  'approve'],
  ['a capital is the same key',     press('A'),                                        true,  'approve'],
  ['a sign',                        press('?'),                                        true,  '?'],
  ['what nobody takes',             press('z'),                                        true,  null],
  ['a letter while typing',         press('a', { place: 'typing' }),                   true,  null],
  ['Escape while typing',           press('Escape', { place: 'typing' }),              true,  'leave'],
  ['Ctrl and Enter while typing',   press('Enter', { ctrlKey: true, place: 'typing' }), true, 'confirm'],
  ['Cmd and Enter',                 press('Enter', { metaKey: true }),                 true,  'confirm'],
  ['Ctrl and a letter is not ours', press('a', { ctrlKey: true }),                     true,  null],
  ['Alt is not ours',               press('a', { altKey: true }),                      true,  null],
  ['Enter on a button is its own',  press('Enter', { place: 'button' }),               true,  null],
  ['Ctrl and Enter on a button',    press('Enter', { ctrlKey: true, place: 'button' }), true, 'confirm'],
  ['arrows among choices',          press('ArrowDown', { place: 'choosing' }),         true,  null],
  ['letters switched off',          press('a'),                                        false, null],
  ['signs switched off',            press('?'),                                        false, null],
  ['arrows stay',                   press('ArrowDown'),                                false, 'ArrowDown'],
  ['Ctrl and Enter stays',          press('Enter', { ctrlKey: true }),                 false, 'confirm'],
])('%s', (_line, pressed, letters, meant) => {
  expect(actFor(pressed, layers, letters)?.label ?? null).toBe(meant)
})
