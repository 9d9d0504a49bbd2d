import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { mixedScriptPlaces, visiblePieces } from '#shared/text/visibleText.ts';
import classes from '../KeyText.module.css';

/** Replaces one hidden character on screen; selecting and copying still use the character itself. */
class HiddenCharacter extends WidgetType {
  readonly shown: string;
  readonly name: string;

  constructor(shown: string, name: string) {
    super();
    this.shown = shown;
    this.name = name;
  }

  override eq(other: HiddenCharacter): boolean {
    return other.name === this.name;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = classes.hidden ?? '';
    mark.textContent = this.shown;
    mark.title = this.name;
    return mark;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const lookAlike = Decoration.mark({
  class: 'code-look-alike',
  attributes: { title: 'Mixes look-alike letters from different alphabets' },
});

/** Names invisible and direction-changing characters, and marks words that mix alphabets. */
export const hiddenCharacters = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    // Not `sliceDoc`, where a line break may be two characters long.
    const text = view.state.doc.sliceString(from, to);
    let at = from;
    for (const piece of visiblePieces(text, { keepLines: true })) {
      if (piece.kind === 'plain') {
        for (const word of mixedScriptPlaces(piece.text)) {
          builder.add(at + word.at, at + word.at + word.text.length, lookAlike);
        }
        at += piece.text.length;
      } else {
        // One hidden character: two UTF-16 units above U+FFFF.
        const end = at + ((text.codePointAt(at - from) ?? 0) > 0xffff ? 2 : 1);
        builder.add(at, end, Decoration.replace({ widget: new HiddenCharacter(piece.shown, piece.name) }));
        at = end;
      }
    }
  }
  return builder.finish();
}
