import { openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import { useMantineStyleNonce } from '@mantine/core';
import { useEffect, useRef, type Ref } from 'react';
import classes from './Code.module.css';
import { numbersOf, readOnlyCode } from './codeSetup.ts';

export interface CodeViewHandle {
  /** Opens the search panel and goes there. */
  readonly find: () => void;
}

interface CodeViewProps {
  readonly text: string;
  /** What it is, for screen readers: `Value`. */
  readonly label: string;
  /** Colours the parts of JSON. The text is shown as it is either way. */
  readonly asJson?: boolean;
  /** Takes the height that there is, and scrolls in it; otherwise as high as its text, up to a limit. */
  readonly fills?: boolean;
  readonly ref?: Ref<CodeViewHandle>;
}

/**
 * Text from a service: only what is in sight is in the page, whatever its length. Hidden characters are named.
 * Never HTML, never links.
 */
export function CodeView({ text, label, asJson = false, fills = false, ref }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const styleNonce = useStyleNonce();
  useEffect(() => {
    if (host.current === null) return undefined;
    const view = new EditorView({
      doc: text,
      extensions: [readOnlyCode({ label, asJson, styleNonce }, text.length), numbersOf(text)],
      parent: host.current,
    });
    const handle: CodeViewHandle = { find: () => void openSearchPanel(view) };
    setRef(ref, handle);
    return () => {
      setRef(ref, null);
      view.destroy();
    };
  }, [text, label, asJson, styleNonce, ref]);
  return <div ref={host} className={classes.code} data-fills={fills || undefined} />;
}

/** For the style elements of the editor library, as for those of the component library. */
export function useStyleNonce(): string {
  return useMantineStyleNonce()?.() ?? '';
}

function setRef<T>(ref: Ref<T> | undefined, value: T | null): void {
  if (typeof ref === 'function') ref(value);
  else if (ref !== null && ref !== undefined) ref.current = value;
}
