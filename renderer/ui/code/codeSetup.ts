import { standardKeymap } from '@codemirror/commands';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { jsonColours } from './jsonColours.ts';
import { breaksBefore, originalPlace, type BrokenText } from './longLines.ts';

export interface CodeOptions {
  /** What it is, for screen readers: `Value`. */
  readonly label: string;
  /** Colours the parts of JSON. The text is shown as it is either way. */
  readonly asJson: boolean;
  /** Whether its long lines were broken. */
  readonly isBroken: boolean;
  /** Lets the style elements of the library pass the content security policy. */
  readonly styleNonce: string;
}

/** The words of the library's search panel, in those of the app. */
const searchWords = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
};

/** What every view of text from a service has, whether it can be edited or not. */
function codeBasics({ label, asJson, isBroken, styleNonce }: CodeOptions): Extension {
  return [
    EditorView.cspNonce.of(styleNonce),
    // Line feeds alone end lines, so that carriage returns stay in the text and are shown.
    EditorState.lineSeparator.of('\n'),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    drawSelection(),
    hiddenCharacters,
    search({ top: true }),
    EditorState.phrases.of(searchWords),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    keymap.of([...searchKeymap, ...standardKeymap]),
    asJson ? jsonColours(isBroken) : [],
  ];
}

/** For text that is looked at: it can be selected, searched and copied, and not changed. */
export function readOnlyCode(options: CodeOptions): Extension {
  return [
    codeBasics(options),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
  ];
}

/** For text whose long lines were broken: they are numbered, and copied, as the lines of the original. */
export function brokenCode(broken: BrokenText, original: string): Extension {
  const { breaks } = broken;
  return [
    original.includes('\n')
      ? lineNumbers({
          formatNumber: (line, { doc }) => {
            if (breaks.length === 0 || line > doc.lines) return String(line);
            const { from } = doc.line(line);
            const before = breaksBefore(breaks, from);
            return breaks[before - 1] === from - 1 ? '' : String(line - before);
          },
        })
      : [],
    breaks.length === 0
      ? []
      : EditorView.clipboardOutputFilter.of((_copied, { selection }) =>
          selection.ranges
            .map(({ from, to }) => original.slice(originalPlace(broken, from), originalPlace(broken, to)))
            .join('\n'),
        ),
  ];
}
