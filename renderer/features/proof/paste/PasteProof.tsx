import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { useProofStore } from '../../../state/proofStore.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { openFile } from '../../../api/files.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { tooLargeWords } from '../../../ui/droppedFile.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { notifyFailure } from '../../../ui/notify.ts';
import { PastedResult } from './PastedResult.tsx';
import { TrustFields } from './TrustFields.tsx';
import { readPasted, type PastedReading } from './pastedProof.ts';
import classes from '../proof.module.css';
import kit from '../../../ui/kit.module.css';

/** Larger text would freeze the window. A proof from the deepest tree has a few kilobytes. */
const largestFile = 20 * 1024 * 1024;

interface PasteProofProps {
  /** Its hashing rules and its ledger can be used for the check. null: no connection. */
  readonly connection: Connection | null;
}

/** Checks proofs from pasted text or a file, with or without a connection. */
export function PasteProof({ connection }: PasteProofProps) {
  const text = useProofStore((state) => state.pasted);
  const paste = useProofStore((state) => state.paste);
  const pin = connection?.scheme ?? null;
  const reading = useMemo(() => readPasted(text, pin), [text, pin]);
  const [isEditing, setEditing] = useState(reading.kind !== 'entries');
  const [refused, setRefused] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  /** Pasted or opened text is checked at once. Typed text waits for the Check button. */
  const take = (next: string, isWhole: boolean): void => {
    setRefused(null);
    paste(next);
    if (isWhole && readPasted(next, pin).kind === 'entries') setEditing(false);
  };
  const choose = async (): Promise<void> => {
    try {
      const file = await openFile({ title: 'Proofs', extensions: ['json', 'txt', 'csv'] });
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
      <Stack gap="sm" h="100%" mih={0} p="md">
        <div>
          <Title order={2} fz="md">
            Check a proof from someone else
          </Title>
          <Dimmed maw="76ch">
            Paste an atom with its proof, a proof alone, or a whole response as JSON, or drop a file here. The
            proof is checked on this computer; nothing is sent. A proof only means something if you trust its
            root. Enter a root that you trust below
            {connection === null
              ? ''
              : `. Roots that “${visibleLine(connection.name)}” has returned are recognized automatically`}
            .
          </Dimmed>
        </div>
        <Textarea
          ref={area}
          flex={1}
          mih={0}
          classNames={{
            root: kit.fill ?? '',
            wrapper: kit.fill ?? '',
            input: `${classes.mono} ${classes.input}`,
          }}
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
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <Text component="div" size="sm" flex={1} miw={0} role="status">
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
          </Text>
          <Button
            variant="default"
            leftSection={<IconFileImport size={15} aria-hidden />}
            onClick={() => void choose()}
          >
            Open file…
          </Button>
          <Button disabled={reading.kind !== 'entries'} onClick={() => setEditing(false)}>
            Check
          </Button>
        </Group>
      </Stack>
    </FileDrop>
  );
}

const example = `{
  "key": "v1.fact.moon",
  "value": "gray",
  "version": 1,
  "proof": {
    "leafHash": "...",
    "siblings": ["..."],
    "rootHash": "...",
    "leafIndex": 0,
    "treeSize": 2
  }
}

Also accepted: {"leaf", "root", "auditPath", "index"} and {"logIndex", "hashes", "rootHash", "treeSize"}`;

interface FindingProps {
  readonly reading: PastedReading;
  readonly text: string;
  readonly onGoTo: (offset: number) => void;
}

/** What the text contains, or why it cannot be used. */
function Finding({ reading, text, onGoTo }: FindingProps) {
  switch (reading.kind) {
    case 'empty':
      return null;
    case 'not-json': {
      const { line, column, what, offset } = reading.fault;
      return (
        <Text component="div" size="sm" c="var(--verdict-red-fg)">
          <strong>
            Invalid JSON at line {line}, column {column}:
          </strong>{' '}
          {what}.{' '}
          <Button size="compact-xs" variant="default" onClick={() => onGoTo(offset)}>
            Go to error
          </Button>
          <Excerpt text={text} offset={offset} />
        </Text>
      );
    }
    case 'nothing':
      return (
        <Text size="sm" c="var(--verdict-red-fg)">
          {reading.why}
        </Text>
      );
    case 'entries':
      return (
        <p>
          {reading.entries.length === 1
            ? '1 proof found.'
            : `${countOf(reading.entries.length, 'proof')} found. They are checked one at a time.`}
        </p>
      );
  }
}

const excerptReach = 34;

/** The text around an error, cut to what fits, with the error marked. */
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
