import { Button, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { openFile } from '../../../api/files.ts';
import { useProofStore } from '../../../state/proofStore.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { tooLargeWords } from '../../../ui/droppedFile.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { notifyFailure } from '../../../ui/notify.ts';
import { PastedResult } from './PastedResult.tsx';
import { TrustFields } from './TrustFields.tsx';
import { readPasted, type PastedReading } from './pastedProof.ts';
import classes from './PasteProof.module.css';

/** Text beyond this would hold up the window; a proof of the deepest tree has some kilobytes. */
const largestFile = 20 * 1024 * 1024;

interface PasteProofProps {
  /** Its scheme is offered as one to check against; null: there is none. */
  readonly connection: Connection | null;
}

/** Checks proofs that somebody was given, from text or a file, with or without a connection. */
export function PasteProof({ connection }: PasteProofProps) {
  const text = useProofStore((state) => state.pasted);
  const paste = useProofStore((state) => state.paste);
  const reading = useMemo(() => readPasted(text), [text]);
  const [isEditing, setEditing] = useState(reading.kind !== 'entries');
  const [refused, setRefused] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  /** What comes in as a whole is shown at once, if it can be; what is typed waits for the button. */
  const take = (next: string, isWhole: boolean): void => {
    setRefused(null);
    paste(next);
    if (isWhole && readPasted(next).kind === 'entries') setEditing(false);
  };
  const choose = async (): Promise<void> => {
    try {
      const file = await openFile('Proofs', ['json', 'txt', 'csv']);
      if (file === null) return;
      if (file.bytes.length > largestFile) setRefused(tooLargeWords(file.name, largestFile));
      else take(new TextDecoder().decode(file.bytes), true);
    } catch (error) {
      notifyFailure(error);
    }
  };

  if (!isEditing && reading.kind === 'entries') {
    return (
      <PastedResult
        entries={reading.entries}
        snapshot={reading.snapshot}
        connection={connection}
        onEdit={() => setEditing(true)}
      />
    );
  }
  return (
    <FileDrop
      h="100%"
      mih={0}
      maxBytes={largestFile}
      onFile={(file) => void file.text().then((dropped) => take(dropped, true), notifyFailure)}
      onRefuse={setRefused}
    >
      <div className={classes.page}>
        <div className={classes.head}>
          <h2>Check a proof from someone else</h2>
          <p>
            Paste an atom with its proof, a bare proof, or a whole answer of a service, as JSON; or drop a
            file here. It is checked on this machine; nothing is sent. A proof shows something only under a
            root that you can trust: give one below
            {connection === null ? '' : `, or let ${visibleLine(connection.name)} say whether it has read it`}
            .
          </p>
        </div>
        <Textarea
          ref={area}
          className={classes.area ?? ''}
          classNames={{ wrapper: classes.wrapper ?? '', input: classes.input ?? '' }}
          aria-label="Proof as JSON"
          placeholder={example}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent;
            take(
              event.currentTarget.value,
              inputType === 'insertFromPaste' || inputType === 'insertFromDrop',
            );
          }}
        />
        <TrustFields />
        <div className={classes.foot}>
          <div className={classes.finding} role="status">
            {refused ?? (
              <Finding
                reading={reading}
                text={text}
                onGoTo={(offset) => {
                  area.current?.focus();
                  area.current?.setSelectionRange(offset, offset + 1);
                }}
              />
            )}
          </div>
          <Button
            variant="default"
            leftSection={<IconFileImport size={15} aria-hidden />}
            onClick={() => void choose()}
          >
            Open a file…
          </Button>
          <Button disabled={reading.kind !== 'entries'} onClick={() => setEditing(false)}>
            Check
          </Button>
        </div>
      </div>
    </FileDrop>
  );
}

const example = `{
  "key": "v1.fact.moon",
  "value": "grey",
  "version": 1,
  "proof": {
    "leafHash": "...",
    "siblings": ["..."],
    "rootHash": "...",
    "leafIndex": 0,
    "treeSize": 2
  }
}

Also: {"leaf", "root", "auditPath", "index"} and {"logIndex", "hashes", "rootHash", "treeSize"}`;

interface FindingProps {
  readonly reading: PastedReading;
  readonly text: string;
  readonly onGoTo: (offset: number) => void;
}

/** What was found in the text, or precisely why nothing could be. */
function Finding({ reading, text, onGoTo }: FindingProps) {
  switch (reading.kind) {
    case 'empty':
      return null;
    case 'not-json': {
      const { line, column, what, offset } = reading.fault;
      return (
        <div className={classes.fault}>
          <p>
            <strong>
              This cannot be read as JSON. Line {line}, column {column}:
            </strong>{' '}
            {what}.{' '}
            <Button size="compact-xs" variant="default" onClick={() => onGoTo(offset)}>
              Show the place
            </Button>
          </p>
          <Excerpt text={text} offset={offset} />
        </div>
      );
    }
    case 'nothing':
      return <p className={classes.fault}>{reading.why}</p>;
    case 'entries':
      return (
        <p>
          {reading.entries.length === 1
            ? 'One proof was found.'
            : `${countOf(reading.entries.length, 'proof')} were found; one is checked at a time.`}
        </p>
      );
  }
}

const excerptReach = 34;

/** The line around a place, cut to what fits, with the place marked. */
function Excerpt({ text, offset }: { readonly text: string; readonly offset: number }) {
  const from = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - excerptReach);
  const lineEnd = text.indexOf('\n', offset);
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, offset + excerptReach);
  return (
    <code className={classes.excerpt} aria-hidden>
      {text.slice(from, offset)}
      <mark>{offset < to ? text.charAt(offset) : '⏎'}</mark>
      {text.slice(offset + 1, to)}
    </code>
  );
}
