import { Box, CloseButton, Group, Stack, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type KeyboardEvent } from 'react';
import type { Upload, UploadRowInFull } from '#shared/domain/upload.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { isAllowable, rowProblemWords, rowStatusWords } from '#shared/text/uploadWords.ts';
import { ipc } from '../../../api/ipc.ts';
import { uploadRowQuery, useUploadStep } from '../../../api/uploads.ts';
import { changeUploadView, typeIntoRow, useUploadView, type AtomText } from '../../../state/uploadStore.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { CodeView } from '../../../ui/code/CodeView.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { PaneHead } from '../../../ui/PaneHead.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { IconButton, SmallButton } from '../../../ui/Buttons.tsx';
import { useShortcutText } from '../../../ui/shortcutText.ts';
import { utf8Bytes } from '../../../ui/utf8.ts';
import { asTyped, lineEndsOf, withLineEndsOf } from './lineEnds.ts';
import { placeNameOf } from './placeName.ts';
import { oddKeyWords, problemDetail } from './problemDetail.ts';
import { FileCells, SameKeyRows, StoredDifference } from './RowDetails.tsx';
import { RowButtons } from './RowButtons.tsx';
import { canChangeRows } from './canChangeRows.ts';
import classes from './Prepare.module.css';
import kit from '../../../ui/kit.module.css';

interface RowPaneProps {
  readonly upload: Upload;
  readonly row: number;
  readonly onGo: (direction: 'next' | 'previous') => void;
  readonly onClose: () => void;
}

/** Longer values cannot be edited in place. */
const longestEdited = 1_000_000;

/** One row: its problems, its key and value to edit, and what the file and the service hold. */
export function RowPane({ upload, row, onGo, onClose }: RowPaneProps) {
  const query = useQuery({
    ...uploadRowQuery(upload.id, row, upload.revision),
    // The fields stay, so the focus does too.
    placeholderData: keepPreviousData,
  });
  const shown = query.data;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // React also passes on events of dialogs that were opened here. Edits are kept.
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) onClose();
  };
  const head = (
    <PaneHead
      order={3}
      title={shown === undefined ? 'Row' : `${placeNameOf(upload)} ${countWords(shown.place)}`}
      actions={
        <>
          <IconButton
            label="Previous problem"
            tooltip="Previous problem (Alt+Up)"
            icon={IconArrowUp}
            onClick={() => onGo('previous')}
          />
          <IconButton
            label="Next problem"
            tooltip="Next problem (Alt+Down)"
            icon={IconArrowDown}
            onClick={() => onGo('next')}
          />
          <CloseButton aria-label="Close row" onClick={onClose} />
        </>
      }
    />
  );
  return (
    <Screen role="group" aria-label="Open row" data-focus-home onKeyDown={onKeyDown} head={head} scrolls>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {shown === undefined ? (
        query.isPending && <LoadingState label="Loading row" />
      ) : (
        <RowEditor
          upload={upload}
          row={shown}
          isComing={shown.row !== row}
          onShow={(other) => changeUploadView(upload.id, () => ({ openRow: other }))}
        />
      )}
    </Screen>
  );
}

interface RowEditorProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
  /** Another row is loading. */
  readonly isComing: boolean;
  /** Shows another row. */
  readonly onShow: (row: number) => void;
}

/** The key and value of a row with their problems. */
export function RowEditor({ upload, row, isComing, onShow }: RowEditorProps) {
  const shortcut = useShortcutText();
  const { typed } = useUploadView(upload.id);
  const text = typed.get(row.row) ?? row;
  const isTyped = typed.has(row.row);
  const save = useUploadStep(upload.connectionId, async (input: AtomText & { readonly row: number }) => {
    await ipc.changeUploadRow({ uploadId: upload.id, ...input });
    typeIntoRow(upload.id, input.row, null);
  });
  const type = (change: Partial<AtomText>): void => {
    const next = { key: text.key, value: text.value, ...change };
    const isBack = next.key === row.key && next.value === row.value;
    typeIntoRow(upload.id, row.row, isBack ? null : next);
  };
  const saveTyped = (): void => {
    if (isTyped && canChangeRows(upload)) save.mutate({ row: row.row, key: text.key, value: text.value });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key !== 'Enter' && event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    saveTyped();
  };
  const bytes = useMemo(() => utf8Bytes(text.value), [text.value]);
  const failed = save.isError && save.variables.row === row.row ? save.error : null;
  return (
    <Stack
      gap="sm"
      fz="sm"
      opacity={isComing ? 0.6 : 1}
      role="group"
      aria-label="Row details"
      onKeyDown={onKeyDown}
    >
      {/* A row that was sent before is not sent again by itself. */}
      {(row.outcome === 'waiting' || row.status === 'blocked') && (
        <p>
          <strong>{rowStatusWords[row.status].label}.</strong> {rowStatusWords[row.status].words}
        </p>
      )}
      <Problems row={row} />
      <Textarea
        label="Key"
        classNames={{ input: classes.mono ?? '' }}
        autosize
        minRows={1}
        maxRows={6}
        value={asTyped(text.key)}
        readOnly={isComing}
        onChange={({ currentTarget: { value } }) => type({ key: withLineEndsOf(row.key, value) })}
        spellCheck={false}
      />
      {oddKeyWords(text.key) !== null && (
        <Dimmed>
          <KeyText atomKey={text.key} wrap />
        </Dimmed>
      )}
      {row.value.length > longestEdited ? (
        <Stack gap="xs" h={240}>
          <p>
            The value has {sizeWords(row.valueBytes)}, too much to edit here. Change it in the file, or skip
            the row.
          </p>
          <Box flex={1} mih={0}>
            <CodeView text={row.value.slice(0, longestEdited)} label="Start of the value" />
          </Box>
        </Stack>
      ) : (
        <Textarea
          label="Value"
          description={`${sizeWords(bytes)}${lineEndsOf(row.value) === 'mixed' ? '; line endings are mixed and become LF when you edit the value' : ''}`}
          classNames={{ input: classes.mono ?? '' }}
          autosize
          minRows={3}
          maxRows={16}
          value={asTyped(text.value)}
          readOnly={isComing}
          onChange={({ currentTarget: { value } }) => type({ value: withLineEndsOf(row.value, value) })}
          spellCheck={false}
        />
      )}
      {failed !== null && <ErrorNotice error={failed} onRetry={saveTyped} />}
      {isTyped && (
        <Group gap="sm">
          <SmallButton
            variant="filled"
            disabled={!canChangeRows(upload)}
            loading={save.isPending}
            onClick={saveTyped}
          >
            Save row
          </SmallButton>
          <SmallButton onClick={() => typeIntoRow(upload.id, row.row, null)}>Discard changes</SmallButton>
          <Dimmed span>{shortcut('Mod+Enter')} saves</Dimmed>
        </Group>
      )}
      <RowButtons
        upload={upload}
        row={row}
        onEmptyValue={() => save.mutate({ row: row.row, key: text.key, value: '' })}
      />
      <SameKeyRows upload={upload} row={row} onShow={onShow} />
      <StoredDifference key={`${row.row} ${row.key}`} upload={upload} row={row} />
      <FileCells row={row} />
    </Stack>
  );
}

function Problems({ row }: { readonly row: UploadRowInFull }) {
  if (row.problems.length === 0) return null;
  return (
    <Callout tone={row.status === 'blocked' ? 'warning' : 'neutral'} compact>
      <ul className={kit.plain} aria-label="Problems">
        {row.problems.map((problem) => {
          const detail = problemDetail(problem, row);
          return (
            <li key={problem}>
              <strong>{rowProblemWords[problem].label}</strong>
              {row.allowed && isAllowable(problem) && ' (allowed)'}: {rowProblemWords[problem].words}
              {detail !== null && <div>{detail}</div>}
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}
