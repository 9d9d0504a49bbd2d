import { openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import { Button, useMantineStyleNonce } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type Ref } from 'react';
import { countWords } from '#shared/text/sizes.ts';
import classes from './Code.module.css';
import { brokenCode, readOnlyCode } from './codeSetup.ts';
import { breakLongLines, cutIntoParts } from './longLines.ts';

export interface CodeViewHandle {
  /** Opens the search panel and focuses it. */
  readonly find: () => void;
}

export interface CodeViewProps {
  readonly text: string;
  /** What it is, for screen readers: `Value`. */
  readonly label: string;
  /** Highlights JSON. The text itself is not changed. */
  readonly asJson?: boolean;
  readonly ref?: Ref<CodeViewHandle>;
}

/**
 * Read-only text from a service. Only the visible part is in the page, and texts of megabytes are split into parts.
 * Hidden characters are named. Never HTML, never links.
 */
export function CodeView({ text, label, asJson = false, ref }: CodeViewProps) {
  const [at, setAt] = useState({ text, part: 0 });
  const part = at.text === text ? at.part : 0;
  const parts = useMemo(() => cutIntoParts(text), [text]);
  const start = parts[part] ?? 0;
  const end = parts[part + 1] ?? text.length;
  return (
    <>
      {parts.length > 1 && (
        <div className={classes.parts}>
          <span>
            Characters {countWords(start + 1)} to {countWords(end)} of {countWords(text.length)}. Copy copies
            all of them.
          </span>
          <Button
            size="compact-xs"
            variant="default"
            disabled={part === 0}
            onClick={() => setAt({ text, part: part - 1 })}
          >
            Previous part
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={part === parts.length - 1}
            onClick={() => setAt({ text, part: part + 1 })}
          >
            Next part
          </Button>
        </div>
      )}
      <Part
        key={start}
        text={parts.length === 1 ? text : text.slice(start, end)}
        label={label}
        asJson={asJson}
        {...(ref === undefined ? {} : { ref })}
      />
    </>
  );
}

function Part({ text, label, asJson, ref }: CodeViewProps & { readonly asJson: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  const styleNonce = useStyleNonce();
  useEffect(() => {
    if (host.current === null) return undefined;
    const broken = breakLongLines(text);
    const view = new EditorView({
      doc: broken.text,
      extensions: [
        readOnlyCode({ label, asJson, isBroken: broken.breaks.length > 0, styleNonce }),
        brokenCode(broken, text),
      ],
      parent: host.current,
    });
    setRef(ref, { find: () => void openSearchPanel(view) });
    return () => {
      setRef(ref, null);
      view.destroy();
    };
  }, [text, label, asJson, styleNonce, ref]);
  return <div ref={host} className={classes.code} />;
}

/** The nonce for the style elements of the editor library, the same as for Mantine. */
export function useStyleNonce(): string {
  return useMantineStyleNonce()?.() ?? '';
}

function setRef<T>(ref: Ref<T> | undefined, value: T | null): void {
  if (typeof ref === 'function') ref(value);
  else if (ref !== null && ref !== undefined) ref.current = value;
}
