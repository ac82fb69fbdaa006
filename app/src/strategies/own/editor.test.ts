// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { openEditor, type CodeEditor } from './editor.ts'
import { codeText, faultyLines, faultyWords } from './own.testing.ts'

const opened: CodeEditor[] = []
afterEach(() => {
  for (const editor of opened.splice(0)) editor.close()
  document.body.replaceChildren()
})

function open(text: string): CodeEditor {
  const host = document.body.appendChild(document.createElement('div'))
  const options = { label: 'Code', description: 'Esc, then Tab', phrases: {}, readOnly: false, onText: () => {} }
  const editor = openEditor(host, { ...options, text })
  opened.push(editor)
  return editor
}

// prettier-ignore
test.each([
  ['the word at a place',              { line: 2, column: 5 },            ['act.sel(1)'], ['sel']],
  ['as many letters as it says',       { line: 2, column: 1, length: 7 }, ['act.sel(1)'], ['act.sel']],
  ['one letter where there is no word', { line: 2, column: 8 },           ['act.sel(1)'], ['(']],
  ['no word past the end of the line', { line: 2, column: 99 },           ['act.sel(1)'], []],
  ['an empty line',                    { line: 3, column: 1 },            [''],           []],
  ['nothing of a line that is not there', { line: 9, column: 1 },         [],             []],
])('a fault marks %s', (_what, fault, lines, words) => {
  open('const a = 1\nact.sel(1)\n').mark([fault])
  expect([faultyLines(), faultyWords()]).toEqual([lines, words])
})

test('the mark stays with its word while the text before it changes, and goes with the next marks', () => {
  const editor = open('const a = 1\nact.sel(1)\n')
  editor.mark([{ line: 2, column: 5 }])
  editor.replace('// a line more\nconst a = 1\nact.sel(1)\n')
  expect([faultyLines(), faultyWords()]).toEqual([['act.sel(1)'], ['sel']])
  editor.mark([])
  expect(faultyLines()).toEqual([])
})

test('a text that takes the place of another is taken back, and comes again', () => {
  const editor = open('one')
  editor.replace('two')
  editor.undo()
  expect(codeText()).toBe('one')
  editor.redo()
  expect(codeText()).toBe('two')
})
