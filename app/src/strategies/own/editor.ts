import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from '@codemirror/commands'
import {
  HighlightStyle,
  LRLanguage,
  bracketMatching,
  indentNodeProp,
  indentOnInput,
  indentUnit,
  continuedIndent,
  delimitedIndent,
  syntaxHighlighting,
} from '@codemirror/language'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parser } from '@lezer/javascript'
import { faultMarks, markFaults, type CodeFault } from './editor.faults.ts'
import { LOOKS } from './editor.looks.ts'

/*
 * The editor of a strategy's text: CodeMirror without its services. It colours the text and marks faulty lines; it
 * compiles nothing and runs nothing.
 */

/** The texts that CodeMirror says itself, by its own English ones. */
export type EditorPhrases = Readonly<Record<string, string>>

export interface EditorOptions {
  readonly text: string
  /** The name of the field, and how the keyboard leaves it. */
  readonly label: string
  readonly description: string
  readonly phrases: EditorPhrases
  readonly readOnly: boolean
  readonly onText: (text: string) => void
}

export interface CodeEditor {
  text(): string
  /** Put another text in place of this one. It can be undone. */
  replace(text: string): void
  mark(faults: readonly CodeFault[]): void
  /** Put the caret on a line, in sight. */
  show(line: number, column: number): void
  undo(): void
  redo(): void
  search(): void
  close(): void
}

const statement = continuedIndent({ except: /^\s*(?:\{|else\b|catch\b|finally\b)/ })

const javaScript = LRLanguage.define({
  name: 'javascript',
  parser: parser.configure({
    // The types beside a text are TypeScript, which a text is too.
    dialect: 'ts',
    props: [
      indentNodeProp.add({
        IfStatement: statement,
        TryStatement: statement,
        'Block ClassBody ObjectExpression': delimitedIndent({ closing: '}' }),
        ArrayExpression: delimitedIndent({ closing: ']' }),
        ArrowFunction: (context) => context.baseIndent + context.unit,
        ArgList: delimitedIndent({ closing: ')' }),
        'Statement Property': continuedIndent({ except: /^\s*\{/ }),
      }),
    ],
  }),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    indentOnInput: /^\s*[}\])]$/,
  },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.self], color: 'var(--accent-strong)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.number], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink-soft)' },
])

/**
 * Typing over a selection. A browser that replaces coloured text itself keeps its look by an inline style, which the content
 * security policy refuses.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false
    view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true })
    event.preventDefault()
    return true
  },
})

const EDITING: Extension = [
  history(),
  typeOver,
  indentOnInput(),
  bracketMatching(),
  keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
]

/**
 * Open an editor in a host element. It has a shadow root of its own: there its styles are a sheet of the script, which the
 * content security policy allows, while a style element would be refused.
 */
export function openEditor(host: HTMLElement, options: EditorOptions): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const description = document.createElement('p')
  description.id = 'description'
  description.hidden = true
  description.textContent = options.description
  const view = new EditorView({
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        EditorState.phrases.of(options.phrases),
        EditorState.tabSize.of(2),
        indentUnit.of('  '),
        EditorView.lineWrapping,
        lineNumbers(),
        javaScript,
        syntaxHighlighting(colours),
        faultMarks(),
        search({ top: true }),
        keymap.of(searchKeymap),
        options.readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : EDITING,
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-describedby': description.id,
          // A read-only text takes the focus too, so that keys scroll it.
          ...(options.readOnly ? { tabindex: '0', 'aria-readonly': 'true' } : {}),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onText(update.state.doc.toString())
        }),
        LOOKS,
      ],
    }),
  })
  root.replaceChildren(view.dom, description)
  return handleOf(view)
}

/** The part in which two texts differ. The text around it keeps its marks and the caret. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from += 1
  let tail = 0
  while (tail < most - from && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

const handleOf = (view: EditorView): CodeEditor => ({
  text: () => view.state.doc.toString(),
  replace: (text) => view.dispatch({ changes: changeBetween(view.state.doc.toString(), text) }),
  mark: (faults) => view.dispatch({ effects: markFaults.of(faults) }),
  show: (line, column) => {
    const { doc } = view.state
    const { from, length } = doc.line(Math.min(Math.max(line, 1), doc.lines))
    const anchor = from + Math.min(Math.max(column - 1, 0), length)
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    view.focus()
  },
  undo: () => void undo(view),
  redo: () => void redo(view),
  search: () => void openSearchPanel(view),
  close: () => view.destroy(),
})
