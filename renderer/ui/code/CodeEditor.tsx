import { historyField, redo, undo } from '@codemirror/commands';
import {
  getChunks,
  getOriginalDoc,
  goToNextChunk,
  goToPreviousChunk,
  mergeViewSiblings,
  MergeView,
  unifiedMergeView,
  type Chunk,
} from '@codemirror/merge';
import { openSearchPanel } from '@codemirror/search';
import { EditorSelection, EditorState, Text, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers, panels } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type Ref, type RefObject } from 'react';
import type { LineSeparator } from '#shared/text/lineEnds.ts';
import classes from './Code.module.css';
import { setCodeMarks, type CodeMark } from './codeMarks.ts';
import {
  editableCode,
  editableParts,
  readOnlyCode,
  readOnlySetting,
  separatorFor,
  separatorSetting,
} from './codeSetup.ts';
import { useStyleNonce } from './CodeView.tsx';
import { placeIn } from './longLines.ts';

export interface CodeEditorHandle {
  readonly focus: () => void;
  /** Opens the find-and-replace panel and focuses it. */
  readonly find: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Selects a range and scrolls to it. Takes UTF-16 offsets in the `text` prop. */
  readonly select: (start: number, end: number) => void;
  /** Goes to the next (1) or previous (-1) difference, if there is a text to compare with. */
  readonly goToDifference: (step: 1 | -1) => void;
  /** Puts back what stood where the cursor is, or in the difference nearest to it. */
  readonly putBack: () => void;
}

/** A range to mark; UTF-16 offsets in the `text` prop. */
export interface TextMark extends Omit<CodeMark, 'from' | 'to'> {
  readonly start: number;
  readonly end: number;
}

interface ComparedText {
  readonly text: string;
  /** What it is, for screen readers: `Stored value`. */
  readonly label: string;
  readonly layout: 'split' | 'unified';
  /** Whether to collapse the lines that are equal when this is turned on. */
  readonly isFolded: boolean;
}

interface CodeEditorProps {
  /** A text other than the last one typed replaces it, as an edit that can be undone. Line endings are kept. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** What it is, for screen readers: `Value`. */
  readonly label: string;
  readonly asJson: boolean;
  readonly isReadOnly: boolean;
  readonly marks: readonly TextMark[];
  /** The text to compare with; null for none. */
  readonly compared: ComparedText | null;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<CodeEditorHandle>;
}

/** The editor view and its state relative to the `text` prop. */
interface Open {
  readonly view: EditorView;
  separator: LineSeparator;
  /** The text last reported to `onChange`. */
  told: string;
  /** Reported texts that did not come back as a prop yet: a late one must not undo newer typing. */
  echoes: string[];
}

/** Above these limits, differences are less precise, so that they appear in time. */
const diffConfig = { scanLimit: 500, timeout: 30 } as const;
const collapseUnchanged = { margin: 3, minSize: 6 } as const;

/**
 * A text editor with undo, search, and marks, alone or beside the text to compare with. Nothing but typing changes the
 * text: no character or line ending is corrected.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { text, label, asJson, isReadOnly, marks, compared, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  /** Above both sides of a comparison: a panel inside one of them would shift its lines. */
  const panelHost = useRef<HTMLDivElement>(null);
  const open = useRef<Open>(null);
  /** Survives the view, which is created again when the compared text changes. */
  const carried = useRef<(Omit<Open, 'view'> & { state: EditorState; scrollTop: number }) | null>(null);
  const parts = useRef(editableParts());
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const styleNonce = useStyleNonce();
  const layout = compared?.layout ?? null;
  const comparedText = compared?.text ?? null;
  const comparedLabel = compared?.label ?? '';
  const isFolded = compared?.isFolded ?? false;

  useEffect(() => {
    if (host.current === null || panelHost.current === null) return undefined;
    const parent = host.current;
    const now = latest.current;
    const before = carried.current;
    // The last typed text may not have come back as a prop yet.
    const known = before !== null && before.echoes.includes(now.text) ? before.told : now.text;
    const separator = separatorFor(known, before?.separator);
    const doc = Text.of(known.split(separator));
    const isSame = before !== null && before.state.doc.eq(doc);
    const extensions: Extension = [
      isSame ? historyField.init(() => before.state.field(historyField)) : [],
      editableCode({
        label,
        asJson,
        styleNonce,
        parts: parts.current,
        separator,
        isReadOnly: now.isReadOnly,
      }),
      // Dialogs focus the element with this attribute.
      now.autoFocus === true ? EditorView.contentAttributes.of({ 'data-autofocus': 'true' }) : [],
      panels({ topContainer: panelHost.current }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (!docChanged || open.current === null) return;
        open.current.told = state.doc.sliceString(0, state.doc.length, open.current.separator);
        open.current.echoes.push(open.current.told);
        latest.current.onChange(open.current.told);
      }),
    ];
    const config = { doc, extensions, ...(isSame ? { selection: before.state.selection } : {}) };
    const made = makeView({
      config,
      parent,
      layout,
      comparedText,
      comparedLabel,
      isFolded,
      separator,
      asJson,
      styleNonce,
    });
    open.current = {
      view: made.view,
      separator,
      told: known,
      echoes: known === now.text ? [] : (before?.echoes ?? []),
    };
    showMarks(open.current, now.marks);
    if (isSame) made.scroller.scrollTop = before.scrollTop;
    // Keep the focus in the text when its view is replaced.
    if (before === null ? now.autoFocus === true : parent.dataset['focus'] === 'text') made.view.focus();
    return () => {
      if (made.view.hasFocus) parent.dataset['focus'] = 'text';
      else delete parent.dataset['focus'];
      carried.current = {
        state: made.view.state,
        scrollTop: made.scroller.scrollTop,
        separator: open.current?.separator ?? separator,
        told: open.current?.told ?? known,
        echoes: open.current?.echoes ?? [],
      };
      open.current = null;
      made.destroy();
    };
  }, [label, asJson, styleNonce, layout, comparedText, comparedLabel, isFolded]);

  useEffect(() => {
    if (open.current === null) return;
    const { echoes, told } = open.current;
    const echo = echoes.lastIndexOf(text);
    open.current.echoes = echo === -1 ? [] : echoes.slice(echo + 1);
    if (echo === -1 && told !== text) takeText(open.current, text, parts.current.separator);
  }, [text]);
  useEffect(() => {
    open.current?.view.dispatch({
      effects: parts.current.readOnly.reconfigure(readOnlySetting(isReadOnly)),
    });
  }, [isReadOnly]);
  useEffect(() => {
    if (open.current !== null) showMarks(open.current, marks);
  }, [marks]);

  useImperativeHandle(ref, () => handleOf(open), []);
  return (
    <div className={classes.code} data-diff={layout ?? undefined} data-editable>
      <div ref={panelHost} />
      <div ref={host} className={classes.host} />
    </div>
  );
}

interface ViewToMake {
  readonly config: {
    readonly doc: Text;
    readonly extensions: Extension;
    readonly selection?: EditorSelection;
  };
  readonly parent: HTMLElement;
  readonly layout: 'split' | 'unified' | null;
  readonly comparedText: string | null;
  readonly comparedLabel: string;
  readonly isFolded: boolean;
  readonly separator: LineSeparator;
  readonly asJson: boolean;
  readonly styleNonce: string;
}

function makeView(make: ViewToMake): { view: EditorView; scroller: HTMLElement; destroy: () => void } {
  const { config, parent, layout, comparedText, comparedLabel, separator, asJson, styleNonce } = make;
  if (layout === null || comparedText === null) {
    const view = new EditorView({ state: EditorState.create(config), parent });
    return { view, scroller: view.scrollDOM, destroy: () => view.destroy() };
  }
  const original = Text.of(comparedText.split(separatorFor(comparedText)));
  // Where all is equal all would be folded, and nothing left to type in.
  const fold = make.isFolded && !original.eq(config.doc) ? { collapseUnchanged } : {};
  if (layout === 'unified') {
    const unified = unifiedMergeView({
      original,
      // Accepting a difference says nothing here: all that is in the text is what will be stored.
      mergeControls: (type, act) => (type === 'reject' ? putBackButton(act) : document.createElement('span')),
      ...fold,
      diffConfig,
      gutter: false,
      syntaxHighlightDeletions: false,
    });
    const state = EditorState.create({ ...config, extensions: [config.extensions, unified] });
    const view = new EditorView({ state, parent });
    return { view, scroller: view.scrollDOM, destroy: () => view.destroy() };
  }
  const merge = new MergeView({
    a: {
      doc: original,
      extensions: [
        // What is put back from here is parted as the lines over there are.
        EditorState.lineSeparator.of(separator),
        readOnlyCode({ label: comparedLabel, asJson, isBroken: false, styleNonce }),
        lineNumbers(),
      ],
    },
    b: config,
    parent,
    revertControls: 'a-to-b',
    renderRevertControl: () => putBackButton(null),
    ...fold,
    diffConfig,
    gutter: false,
  });
  return { view: merge.b, scroller: merge.dom, destroy: () => merge.destroy() };
}

/** For the mouse only; keyboard users have the button above the text. */
function putBackButton(act: ((event: MouseEvent) => void) | null): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = 'code-put-back';
  button.title = 'Restore the stored text';
  button.setAttribute('aria-label', 'Restore the stored text');
  button.textContent = act === null ? '→' : 'Restore';
  if (act !== null) button.addEventListener('mousedown', act);
  return button;
}

/** Replaces only the range that differs, so that the cursor and the marks keep their places where possible. */
function takeText(
  open: Open,
  text: string,
  compartment: ReturnType<typeof editableParts>['separator'],
): void {
  const { view } = open;
  const separator = separatorFor(text, open.separator);
  const doc = Text.of(text.split(separator));
  open.told = text;
  open.separator = separator;
  const before = view.state.doc.toString();
  const after = doc.toString();
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  view.dispatch({
    effects: compartment.reconfigure(separatorSetting(separator)),
    ...(before === after
      ? {}
      : {
          changes: { from: start, to: before.length - same, insert: doc.slice(start, after.length - same) },
          userEvent: 'input.replace',
        }),
  });
}

function showMarks({ view, separator, told }: Open, marks: readonly TextMark[]): void {
  const place = placeIn(told, separator);
  view.dispatch({
    effects: setCodeMarks.of(
      marks.map(({ start, end, tone, words }) => ({ from: place(start), to: place(end), tone, words })),
    ),
  });
}

function handleOf(open: RefObject<Open | null>): CodeEditorHandle {
  const withView = (act: (view: EditorView) => void) => (): void => {
    if (open.current !== null) act(open.current.view);
  };
  return {
    focus: withView((view) => view.focus()),
    find: withView((view) => void openSearchPanel(view)),
    undo: withView((view) => void undo(view)),
    redo: withView((view) => void redo(view)),
    select: (start, end) => {
      if (open.current === null) return;
      const { view, told, separator } = open.current;
      const place = placeIn(told, separator);
      const length = view.state.doc.length;
      const range = EditorSelection.range(Math.min(place(start), length), Math.min(place(end), length));
      unfoldAt(view, range.from);
      view.dispatch({
        selection: range,
        effects: EditorView.scrollIntoView(range, { y: 'center' }),
        userEvent: 'select',
      });
      view.focus();
    },
    goToDifference: (step) => {
      if (open.current === null) return;
      const { view } = open.current;
      (step === 1 ? goToNextChunk : goToPreviousChunk)(view);
      view.focus();
    },
    putBack: withView((view) => {
      putBackNearest(view);
      view.focus();
    }),
  };
}

/** Expands the collapsed lines around a position. */
function unfoldAt(view: EditorView, place: number): void {
  for (const fold of view.contentDOM.querySelectorAll<HTMLElement>('.cm-collapsedLines')) {
    const { from, to } = view.lineBlockAt(view.posAtDOM(fold));
    if (from <= place && place <= to) fold.click();
  }
}

/** Puts back what stood where the cursor is, or in the difference nearest to it. */
function putBackNearest(view: EditorView): void {
  const differences = getChunks(view.state)?.chunks ?? [];
  const { head } = view.state.selection.main;
  const distance = ({ fromB, endB }: Chunk): number => Math.max(0, fromB - head, head - endB);
  const [first, ...others] = differences;
  if (first === undefined || view.state.readOnly) return;
  const nearest = others.reduce((best, each) => (distance(each) < distance(best) ? each : best), first);
  const { doc, lineBreak } = view.state;
  const original = mergeViewSiblings(view)?.a.state.doc ?? getOriginalDoc(view.state);
  const { fromA, toA, fromB, toB } = nearest;
  const isFollowed = fromA !== toA && toB <= doc.length;
  const text = original.sliceString(fromA, Math.max(fromA, toA - 1), lineBreak);
  view.dispatch({
    changes: {
      from: Math.min(fromB, doc.length),
      to: Math.min(toB, doc.length),
      insert: isFollowed ? `${text}${lineBreak}` : text,
    },
    userEvent: 'revert',
    scrollIntoView: true,
  });
}
