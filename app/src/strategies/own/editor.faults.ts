import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass, type DecorationSet } from '@codemirror/view'

/** A fault of the text at a place, both from 1. `length` is that of the word at fault; without one, it is the word there. */
export interface CodeFault {
  readonly line: number
  readonly column: number
  readonly length?: number | undefined
}

/** Mark these faults instead of those before. */
export const markFaults = StateEffect.define<readonly CodeFault[]>()

interface Marks {
  readonly texts: DecorationSet
  readonly numbers: RangeSet<GutterMarker>
}

const NONE: Marks = { texts: Decoration.none, numbers: RangeSet.of<GutterMarker>([]) }

class FaultNumber extends GutterMarker {
  override elementClass = 'cm-fault-number'
}
const number = new FaultNumber()
const row = Decoration.line({ class: 'cm-fault-line' })
const faultWord = Decoration.mark({ class: 'cm-fault-word', attributes: { 'aria-invalid': 'true' } })

/** The part of a line at fault: as long as it says, or the word there, or one letter. */
function spanOf(state: EditorState, { line, column, length }: CodeFault): { from: number; to: number } {
  const { from: start, to: end } = state.doc.line(line)
  const from = Math.min(start + Math.max(column - 1, 0), end)
  const word = state.wordAt(from)
  // The word before a sign ends where the sign stands.
  const to = length !== undefined ? from + length : word && word.to > from ? word.to : from + 1
  return { from, to: Math.min(to, end) }
}

function marksOf(state: EditorState, faults: readonly CodeFault[]): Marks {
  const within = faults.filter(({ line }) => line >= 1 && line <= state.doc.lines)
  const starts = [...new Set(within.map(({ line }) => state.doc.line(line).from))].sort((one, other) => one - other)
  const words = within.map((fault) => spanOf(state, fault)).filter(({ from, to }) => to > from)
  return {
    texts: Decoration.set(
      [...starts.map((at) => row.range(at)), ...words.map(({ from, to }) => faultWord.range(from, to))],
      true,
    ),
    numbers: RangeSet.of(starts.map((at) => number.range(at))),
  }
}

/** The marks stay with their words while the text around them changes. */
const marks = StateField.define<Marks>({
  create: () => NONE,
  update: (before, { state, changes, effects }) => {
    const asked = effects.findLast((effect) => effect.is(markFaults))
    if (asked) return marksOf(state, asked.value)
    return { texts: before.texts.map(changes), numbers: before.numbers.map(changes) }
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ texts }) => texts),
    gutterLineClass.from(field, ({ numbers }) => numbers),
    EditorView.contentAttributes.from(field, ({ texts }): Record<string, string> =>
      texts.size > 0 ? { 'aria-invalid': 'true' } : {},
    ),
  ],
})

export const faultMarks = (): Extension => marks
