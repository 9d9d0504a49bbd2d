import {
  history,
  historyKeymap,
  indentMore,
  insertNewlineKeepIndent,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { lineEndsOf, separatorOf, type LineSeparator } from '#shared/text/lineEnds.ts';
import { codeMarks } from './codeMarks.ts';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { jsonColours } from './jsonColours.ts';
import { breaksBefore, originalPlace, type BrokenText } from './longLines.ts';

export interface CodeOptions {
  /** What it is, for screen readers: `Value`. */
  readonly label: string;
  /** Highlights JSON. The text itself is not changed. */
  readonly asJson: boolean;
  /** Whether long lines were broken. */
  readonly isBroken: boolean;
  /** Lets the style elements of the library pass the content security policy. */
  readonly styleNonce: string;
}

/** The labels of the library's search panel. */
const searchWords = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close search',
};

/**
 * The library contains the style of its layers. Inside a container query, which contains style too, Chromium then keeps every
 * removed view with all that is around it. Style containment is only about counters and quotes, and a layer has none.
 */
const withoutStyleContainment = EditorView.theme({ '.cm-layer': { contain: 'size' } });

/** Shared by all code views and editors. */
function codeBasics({ label, asJson, isBroken, styleNonce }: CodeOptions): Extension {
  return [
    EditorView.cspNonce.of(styleNonce),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    drawSelection(),
    withoutStyleContainment,
    hiddenCharacters,
    search({ top: true }),
    EditorState.phrases.of(searchWords),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    keymap.of([...searchKeymap, ...standardKeymap]),
    asJson ? jsonColours(isBroken) : [],
  ];
}

/** For read-only text, which can be selected, searched, and copied. */
export function readOnlyCode(options: CodeOptions): Extension {
  return [
    codeBasics(options),
    // Only line feeds end lines, so that carriage returns stay in the text and are shown.
    EditorState.lineSeparator.of('\n'),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
  ];
}

/** Numbers and copies the lines of a text with broken long lines as in the original. */
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

/** The settings that can change while an editor is open. */
export interface EditableParts {
  readonly separator: Compartment;
  readonly readOnly: Compartment;
}

export function editableParts(): EditableParts {
  return { separator: new Compartment(), readOnly: new Compartment() };
}

interface EditableOptions extends Omit<CodeOptions, 'isBroken'> {
  readonly parts: EditableParts;
  readonly separator: LineSeparator;
  readonly isReadOnly: boolean;
}

/**
 * For editable text. Keeps its line separator, and converts the line endings of pasted text to it. Tab indents; after
 * Escape, Tab leaves the text.
 */
export function editableCode(options: EditableOptions): Extension {
  const { parts, separator, isReadOnly, asJson } = options;
  const insertIndent: StateCommand = ({ state, dispatch }) => {
    if (state.readOnly) return false;
    if (state.selection.ranges.some((range) => !range.empty)) return indentMore({ state, dispatch });
    dispatch(state.update(state.replaceSelection(asJson ? '  ' : '\t'), { userEvent: 'input' }));
    return true;
  };
  return [
    // Before the basics, because the first binding of a key wins.
    keymap.of([
      { key: 'Tab', run: insertIndent },
      { key: 'Enter', run: insertNewlineKeepIndent },
      { key: 'Alt-ArrowUp', run: moveLineUp },
      { key: 'Alt-ArrowDown', run: moveLineDown },
      ...historyKeymap,
    ]),
    codeBasics({ ...options, isBroken: false }),
    lineNumbers(),
    history(),
    codeMarks,
    parts.separator.of(separatorSetting(separator)),
    parts.readOnly.of(readOnlySetting(isReadOnly)),
  ];
}

export function separatorSetting(separator: LineSeparator): Extension {
  return [
    EditorState.lineSeparator.of(separator),
    EditorView.clipboardInputFilter.of((pasted, { doc }) =>
      // With mixed line endings, there is no right one to convert to.
      separator === '\n' && lineEndsOf(doc.toString()) === 'mixed'
        ? pasted
        : pasted.replace(/\r\n|\r|\n/g, separator),
    ),
  ];
}

export function readOnlySetting(isReadOnly: boolean): Extension {
  return [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of(isReadOnly ? { 'aria-readonly': 'true' } : {}),
  ];
}

/** The separator to edit a text with. @param before the separator of the previous text, which a single line keeps for undo */
export function separatorFor(text: string, before: LineSeparator = '\n'): LineSeparator {
  const ends = lineEndsOf(text);
  return ends === 'none' ? before : separatorOf(ends);
}
