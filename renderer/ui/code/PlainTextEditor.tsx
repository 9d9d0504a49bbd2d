import { Textarea } from '@mantine/core';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { LineSeparator } from '#shared/text/lineEnds.ts';
import classes from './Code.module.css';
import { separatorFor } from './codeSetup.ts';
import { placeIn } from './longLines.ts';

export interface PlainTextHandle {
  readonly focus: () => void;
  /** Selects a stretch of the text; UTF-16 offsets. */
  readonly select: (start: number, end: number) => void;
}

interface PlainTextEditorProps {
  /** Its lines end alike. A field of the page has line feeds alone, which stand for these ends there. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<PlainTextHandle>;
}

/** For text with lines so long that the code editor would lay them out for seconds: a field of the page takes them. */
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
        root: classes.plain ?? '',
        wrapper: classes.plain ?? '',
        input: classes.plainInput ?? '',
      }}
    />
  );
}

function withEnds(text: string, from: LineSeparator, to: LineSeparator): string {
  return from === to ? text : text.replaceAll(from, to);
}
