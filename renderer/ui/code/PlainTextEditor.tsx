import { Textarea } from '@mantine/core';
import { useImperativeHandle, useRef, type Ref } from 'react';
import classes from './Code.module.css';

export interface PlainTextHandle {
  readonly focus: () => void;
  /** Selects a stretch of the text; UTF-16 offsets. */
  readonly select: (start: number, end: number) => void;
}

interface PlainTextEditorProps {
  /** Without carriage returns: a field of the page would turn them into line feeds. */
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
  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      select: (start, end) => {
        field.current?.focus();
        field.current?.setSelectionRange(start, end);
      },
    }),
    [],
  );
  return (
    <Textarea
      ref={field}
      aria-label={label}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
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
