import { RangeSetBuilder, type Extension, type Text } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { coloursOf, createStringTracker, type JsonColour } from './jsonParts.ts';

const marks: Readonly<Record<JsonColour, Decoration>> = {
  name: Decoration.mark({ class: 'tok-propertyName' }),
  string: Decoration.mark({ class: 'tok-string' }),
  number: Decoration.mark({ class: 'tok-number' }),
  word: Decoration.mark({ class: 'tok-keyword' }),
  mark: Decoration.mark({ class: 'tok-punctuation' }),
};

/** How far to scan before the visible part; a string that starts earlier is not recognized. */
const lookBack = 10_000;
/** Far enough to find the colon after a name. */
const lookAhead = 40;

/**
 * Highlights the visible JSON. A parser would read the entire text and block the window for a tenth of a second at a time.
 *
 * @param isBroken whether long lines were broken, so that a line may start inside a string
 */
export function jsonColours(isBroken: boolean): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      readonly #beginsInString: (line: number) => boolean;

      constructor(view: EditorView) {
        this.#beginsInString = isBroken ? trackerOf(view.state.doc) : () => false;
        this.decorations = this.#decorate(view);
      }

      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = this.#decorate(view);
      }

      #decorate({ state, visibleRanges }: EditorView): DecorationSet {
        const builder = new RangeSetBuilder<Decoration>();
        let done = 0;
        for (const range of visibleRanges) {
          const line = state.doc.lineAt(range.from);
          const from = Math.max(done, line.from, range.from - lookBack);
          const text = state.doc.sliceString(from, range.to + lookAhead);
          const isInString = from === line.from && this.#beginsInString(line.number);
          for (const part of coloursOf(text, isInString)) {
            if (from + part.from >= range.to) break;
            done = from + part.to;
            builder.add(from + part.from, done, marks[part.colour]);
          }
        }
        return builder.finish();
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function trackerOf(doc: Text): (line: number) => boolean {
  return createStringTracker((line) => doc.line(line).text);
}
