import { RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass, type DecorationSet } from '@codemirror/view';

/** A range of the text with a message; editor positions, `to` exclusive. */
export interface CodeMark {
  readonly from: number;
  readonly to: number;
  readonly tone: 'warning' | 'error';
  /** The tooltip. */
  readonly words: string;
}

/** Replaces all marks. */
export const setCodeMarks = StateEffect.define<readonly CodeMark[]>();

class MarkedLine extends GutterMarker {
  override elementClass = 'code-marked-line';
}
const markedLine = new MarkedLine();

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, newDoc }) {
    let marks = before.map(changes);
    for (const effect of effects) {
      if (!effect.is(setCodeMarks)) continue;
      marks = Decoration.set(
        effect.value
          .filter(({ from, to }) => from < to && to <= newDoc.length)
          .map(({ from, to, tone, words }) =>
            Decoration.mark({ class: `code-mark code-mark-${tone}`, attributes: { title: words } }).range(
              from,
              to,
            ),
          ),
        true,
      );
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The marks in the text and on their line numbers. They move with the text until they are set again. */
export const codeMarks: Extension = [
  marksField,
  gutterLineClass.compute([marksField], (state) => {
    const lines = new Set<number>();
    for (const cursor = state.field(marksField).iter(); cursor.value !== null; cursor.next()) {
      lines.add(state.doc.lineAt(cursor.from).from);
    }
    return RangeSet.of(
      [...lines].map((at) => markedLine.range(at)),
      true,
    );
  }),
];
