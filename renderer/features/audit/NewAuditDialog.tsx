import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  longestAuditName,
  type AuditListReading,
  type NewAuditScope,
  type NewExpectedChanges,
} from '#shared/domain/audit.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { largestKeyFile, type ImportReading } from '#shared/domain/keyImport.ts';
import { importRefusalWords } from '#shared/text/importWords.ts';
import { capitalized, countOf, quoteText } from '#shared/text/phrases.ts';
import { intervalWords } from '#shared/text/scheduleWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { readKeyFile } from '../../api/jobs.ts';
import { createAuditSchedule, defaultOptions, readAuditList, useStartAudit } from '../../api/audits.ts';
import { useCatalogueSummary } from '../../api/catalogueSummary.ts';
import { auditView, type NewAuditPreset } from '../../state/auditView.ts';
import { delimiterOf } from '../../state/browsePreferences.ts';
import { Check } from '../../ui/Choices.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ListFileField } from './ListFileField.tsx';
import { createScheduledStart } from './scheduledStart.ts';
import { intervals } from './ScheduleDialog.tsx';

interface NewAuditDialogProps {
  readonly connection: Connection;
  readonly preset: NewAuditPreset;
}

type ScopeKind = Exclude<NewAuditScope['kind'], 'audit'>;

/** Which keys to audit, and how. Everything but the scope can stay as it is. */
export function NewAuditDialog({ connection, preset }: NewAuditDialogProps) {
  const { id: connectionId } = connection;
  const { data: known } = useCatalogueSummary(connectionId);
  const start = useStartAudit();
  const [startScheduled] = useState(() =>
    createScheduledStart({
      start: start.mutateAsync,
      schedule: ({ everyMinutes, ...audit }) =>
        createAuditSchedule({
          ...audit,
          timing: { kind: 'every', minutes: everyMinutes },
          notifies: 'failures',
          signs: null,
          auditor: { name: '', organization: '' },
        }),
    }),
  );
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ScopeKind>(preset.kind);
  const [path, setPath] = useState(preset.kind === 'branch' ? preset.path : '');
  const [file, setFile] = useState<Extract<ImportReading, { readonly kind: 'preview' }> | null>(null);
  const [expected, setExpected] = useState<ReadList | null>(null);
  const [changes, setChanges] = useState<NewExpectedChanges['kind']>('none');
  const [expectedChanges, setExpectedChanges] = useState<ReadList | null>(null);
  const [rereadsMoved, setRereads] = useState(defaultOptions.rereadsMoved);
  const [repeat, setRepeat] = useState(0);
  const [pinsRoot, setPins] = useState(defaultOptions.pinsRoot);

  const delimiter = preset.kind === 'branch' ? preset.delimiter : delimiterOf(connectionId);
  const scope = scopeOf({ kind, path, delimiter, preset, file, expected });
  const expectation = changesOf(changes, expectedChanges);
  const defaultName = scope === null ? 'Audit' : nameOf(kind, { path, file, expected });
  const close = (): void => auditView.merge(connectionId, { form: null });

  return (
    <FormDialog
      title="New audit"
      action="Start audit"
      size={560}
      isActionFocused
      isDisabled={scope === null || expectation === null}
      onSubmit={async () => {
        if (scope === null || expectation === null) return;
        const audit = {
          connectionId,
          name: name.trim() === '' ? defaultName : name,
          scope,
          changes: expectation,
          options: { ...defaultOptions, rereadsMoved, pinsRoot },
        };
        await startScheduled(audit, repeat);
      }}
      onClose={close}
    >
      <Radio.Group label="Keys" value={kind} onChange={setKind}>
        <Stack gap="xs" mt="2xs">
          <Radio
            value="all"
            label={`All known keys${known === undefined ? '' : ` (${countWords(known.keys)})`}`}
          />
          {preset.kind === 'selection' && (
            <Radio value="selection" label={`Selected keys (${countWords(preset.count)})`} />
          )}
          <Radio value="branch" label="A branch" />
          {kind === 'branch' && (
            <TextInput
              aria-label="Branch"
              placeholder="v1.user"
              description={`This key, and all known keys below it. Segments are separated by ${quoteText(delimiter)}.`}
              value={path}
              onChange={({ currentTarget }) => setPath(currentTarget.value)}
            />
          )}
          <Radio
            value="bookmarks"
            disabled={known?.bookmarked === 0}
            label={`Bookmarked keys${known === undefined ? '' : ` (${countWords(known.bookmarked)})`}`}
          />
          <Radio value="file" label="Keys of a file" />
          {kind === 'file' && (
            <ListFileField
              hint="UTF-8 text with one key per line, a CSV or TSV table with a column of keys, or a JSON list."
              maxBytes={largestKeyFile}
              title="Keys"
              shown={file === null ? null : `${visibleLine(file.fileName)}: ${countOf(file.keyCount, 'key')}`}
              read={async (given) => {
                setFile(null);
                const found = await readKeyFile({ connectionId, ...given });
                if (found.kind === 'refused') return importRefusalWords(found.refusal);
                setFile(found);
                return null;
              }}
            />
          )}
          <Radio value="expected" label="An expected list" />
          {kind === 'expected' && (
            <ListFileField
              hint="A CSV or JSON list of keys with the version, the SHA-256 of the value, or both. A key that differs or is missing counts as a failure."
              maxBytes={largestKeyFile}
              title="Expected list"
              shown={listWords(expected)}
              read={async (given) => {
                setExpected(null);
                const found = await readAuditList({ connectionId, use: 'expected', ...given });
                if (found.kind === 'refused') return refusedWords(found);
                setExpected(found);
                return null;
              }}
            />
          )}
        </Stack>
      </Radio.Group>
      <TextInput
        label="Name"
        placeholder={defaultName}
        maxLength={longestAuditName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label="Expected changes"
        description="Changes that are not expected turn the verdict red."
        value={changes}
        onChange={({ currentTarget: { value } }) => setChanges(value as NewExpectedChanges['kind'])}
        data={[
          { value: 'none', label: 'Do not compare with what was expected' },
          { value: 'own-writes', label: 'What this app stored' },
          { value: 'list', label: 'A list of keys' },
        ]}
      />
      {changes === 'list' && (
        <ListFileField
          hint="UTF-8 text with one key per line, a CSV table, or a JSON list."
          maxBytes={largestKeyFile}
          title="Expected changes"
          shown={listWords(expectedChanges)}
          read={async (given) => {
            setExpectedChanges(null);
            const found = await readAuditList({ connectionId, use: 'changes', ...given });
            if (found.kind === 'refused') return refusedWords(found);
            setExpectedChanges(found);
            return null;
          }}
        />
      )}
      <Check
        label="Read keys again whose root changed during the audit"
        checked={rereadsMoved}
        onChange={setRereads}
      />
      <Check label="Pin the root if every key is verified" checked={pinsRoot} onChange={setPins} />
      <NativeSelect
        label="Repeat"
        description={
          repeat === 0
            ? undefined
            : 'While this app is open. A time of day and signed evidence can be set in its schedule.'
        }
        value={String(repeat)}
        onChange={({ currentTarget: { value } }) => setRepeat(Number(value))}
        data={[
          { value: '0', label: 'Never' },
          ...intervals.map((value) => ({ value: String(value), label: capitalized(intervalWords(value)) })),
        ]}
      />
    </FormDialog>
  );
}

type ReadList = Extract<AuditListReading, { readonly kind: 'list' }>;

function scopeOf(options: {
  readonly kind: ScopeKind;
  readonly path: string;
  readonly delimiter: string;
  readonly preset: NewAuditPreset;
  readonly file: { readonly id: string } | null;
  readonly expected: ReadList | null;
}): NewAuditScope | null {
  const { kind, path, delimiter, preset, file, expected } = options;
  switch (kind) {
    case 'all':
    case 'bookmarks':
      return { kind };
    case 'branch':
      return path === '' ? null : { kind, path, delimiter };
    case 'selection':
      return preset.kind === 'selection' ? { kind, selection: preset.selection } : null;
    case 'file':
      return file === null ? null : { kind, importId: file.id };
    case 'expected':
      return expected === null ? null : { kind, listId: expected.id };
  }
}

function changesOf(kind: NewExpectedChanges['kind'], list: ReadList | null): NewExpectedChanges | null {
  if (kind !== 'list') return { kind };
  return list === null ? null : { kind, listId: list.id };
}

function nameOf(
  kind: ScopeKind,
  {
    path,
    file,
    expected,
  }: {
    readonly path: string;
    readonly file: { readonly fileName: string } | null;
    readonly expected: ReadList | null;
  },
): string {
  switch (kind) {
    case 'all':
      return 'All known keys';
    case 'bookmarks':
      return 'Bookmarked keys';
    case 'branch':
      return path.slice(0, longestAuditName);
    case 'selection':
      return 'Selected keys';
    case 'file':
      return (file?.fileName ?? 'Keys of a file').slice(0, longestAuditName);
    case 'expected':
      return (expected?.fileName ?? 'Expected list').slice(0, longestAuditName);
  }
}

/** `list.csv: 120 keys, 118 with a version, 12 with a hash`; null without a list. */
function listWords(list: ReadList | null): string | null {
  if (list === null) return null;
  const { fileName, keys, versions, hashes } = list;
  const more = [
    versions > 0 ? `, ${countWords(versions)} with a version` : '',
    hashes > 0 ? `, ${countWords(hashes)} with a hash` : '',
  ].join('');
  return `${visibleLine(fileName)}: ${countOf(keys, 'key')}${more}`;
}

function refusedWords({ line, message }: Extract<AuditListReading, { readonly kind: 'refused' }>): string {
  return line === null ? message : `Line ${countWords(line)}: ${message}`;
}
