import { Textarea } from '@mantine/core';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { LineSeparator } from '#shared/text/lineEnds.ts';
import classes from './Code.module.css';
import kit from '../kit.module.css';
import { separatorFor } from './codeSetup.ts';
import { placeIn } from './longLines.ts';

export interface PlainTextHandle {
  readonly focus: () => void;
  /** Selects a range of the text; UTF-16 offsets. */
  readonly select: (start: number, end: number) => void;
}

interface PlainTextEditorProps {
  /** All line endings are the same. A textarea has only line feeds, so they are converted both ways. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<PlainTextHandle>;
}

/** A plain textarea, for lines so long that the code editor would take seconds to lay them out. */
export function PlainTextEditor(props: PlainTextEditorProps) {
  const { text, onChange, label, isReadOnly, autoFocus = false, ref } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [first] = useState(() => separatorFor(text));
  const separator = separatorFor(text, first);
  const latest = useRef({ text, separator });
  useEffect(() => {
    latest.current = { text, separator };
  });
  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      select: (start, end) => {
        field.current?.focus();
        const place = placeIn(latest.current.text, latest.current.separator);
        field.current?.setSelectionRange(place(start), place(end));
      },
    }),
    [],
  );
  return (
    <Textarea
      ref={field}
      aria-label={label}
      value={withEnds(text, separator, '\n')}
      onChange={(event) => onChange(withEnds(event.currentTarget.value, '\n', separator))}
      readOnly={isReadOnly}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      spellCheck={false}
      classNames={{
        root: kit.fill ?? '',
        wrapper: kit.fill ?? '',
        input: classes.plainInput ?? '',
      }}
    />
  );
}

function withEnds(text: string, from: LineSeparator, to: LineSeparator): string {
  return from === to ? text : text.replaceAll(from, to);
}
