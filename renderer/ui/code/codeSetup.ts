import { json } from '@codemirror/lang-json';
import { syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { hiddenCharacters } from './hiddenCharacters.ts';

export interface CodeOptions {
  /** What it is, for screen readers: `Value`. */
  readonly label: string;
  /** Colours the parts of JSON. The text is shown as it is either way. */
  readonly asJson: boolean;
  /** Lets the style elements of the library pass the content security policy. */
  readonly styleNonce: string;
}

/** Longer texts are shown without colours: finding their parts would take longer than reading them. */
const longestColoured = 2_000_000;

/** What every view of text from a service has, whether it can be edited or not. */
export function codeBasics({ label, asJson, styleNonce }: CodeOptions, length: number): Extension {
  return [
    EditorView.cspNonce.of(styleNonce),
    // Line feeds alone end lines, so that carriage returns stay in the text and are shown.
    EditorState.lineSeparator.of('\n'),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
    drawSelection(),
    hiddenCharacters,
    search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    keymap.of(searchKeymap),
    asJson && length <= longestColoured ? [json(), syntaxHighlighting(classHighlighter)] : [],
  ];
}

/** For text that is looked at: it can be selected, searched and copied, and not changed. */
export function readOnlyCode(options: CodeOptions, length: number): Extension {
  return [
    codeBasics(options, length),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
  ];
}

/** Numbers help where there are lines to tell apart. */
export function numbersOf(text: string): Extension {
  return text.includes('\n') ? lineNumbers() : [];
}
