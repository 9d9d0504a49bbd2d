import { ActionIcon, Button, CloseButton, Textarea, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type KeyboardEvent } from 'react';
import type { Upload, UploadRowInFull } from '#shared/domain/upload.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { isAllowable, rowProblemWords, rowStatusWords } from '#shared/text/uploadWords.ts';
import { uploadRowQuery, useUploadStep } from '../../../api/uploads.ts';
import { changeUploadView, typeIntoRow, useUploadView, type AtomText } from '../../../state/uploadStore.ts';
import { CodeView } from '../../../ui/code/codeOnUse.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { utf8Bytes } from '../../../ui/utf8.ts';
import { asTyped, lineEndsOf, withLineEndsOf } from './lineEnds.ts';
import { placeNameOf } from './placeName.ts';
import { oddKeyWords, problemDetail } from './problemDetail.ts';
import { FileCells, SameKeyRows, StoredDifference } from './RowDetails.tsx';
import { RowButtons } from './RowButtons.tsx';
import { canChangeRows } from './canChangeRows.ts';
import classes from './RowPane.module.css';
import { useShortcutText } from '../../../ui/shortcutText.ts';
import { ipc } from '../../../api/ipc.ts';

interface RowPaneProps {
  readonly upload: Upload;
  readonly row: number;
  readonly onGo: (direction: 'next' | 'previous') => void;
  readonly onClose: () => void;
}

/** Longer values are looked at, and not edited in place. */
const longestEdited = 1_000_000;

/** One row in full: what is wrong with it, its key and value to be edited, and what the file and the service have. */
export function RowPane({ upload, row, onGo, onClose }: RowPaneProps) {
  const query = useQuery({
    ...uploadRowQuery(upload.id, row, upload.revision),
    // What had the focus keeps it from one row to the next.
    placeholderData: keepPreviousData,
  });
  const shown = query.data;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // A dialog that was opened here ends by itself. What was typed is kept.
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) onClose();
  };
  return (
    <div
      className={classes.pane}
      role="group"
      aria-label="The row that is open"
      data-focus-home
      onKeyDown={onKeyDown}
    >
      <div className={classes.head}>
        <h3>{shown === undefined ? 'Row' : `${placeNameOf(upload)} ${countWords(shown.place)}`}</h3>
        <Tooltip label="Previous problem (Alt+Up)">
          <ActionIcon aria-label="Previous problem" onClick={() => onGo('previous')}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Next problem (Alt+Down)">
          <ActionIcon aria-label="Next problem" onClick={() => onGo('next')}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <CloseButton aria-label="Close the row" onClick={onClose} />
      </div>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {shown === undefined ? (
        query.isPending && <LoadingState label="Reading the row" />
      ) : (
        <RowEditor
          upload={upload}
          row={shown}
          isComing={shown.row !== row}
          onShow={(other) => changeUploadView(upload.id, () => ({ openRow: other }))}
        />
      )}
    </div>
  );
}

interface RowEditorProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
  /** Another row is on its way. */
  readonly isComing: boolean;
  /** Shows another row. */
  readonly onShow: (row: number) => void;
}

/** Key and value of a row, to be edited, with what the checks have against them. */
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
    <div
      className={classes.body}
      role="group"
      aria-label="The row in full"
      onKeyDown={onKeyDown}
      data-coming={isComing || undefined}
    >
      {/* What was sent before is sent again only when that is said. */}
      {(row.outcome === 'waiting' || row.status === 'blocked') && (
        <p className={classes.status} data-status={row.status}>
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
        <p className={classes.asShown}>
          <KeyText atomKey={text.key} wrap />
        </p>
      )}
      {row.value.length > longestEdited ? (
        <div className={classes.long}>
          <p>
            The value has {sizeWords(row.valueBytes)}: too long to edit here. Change it in the file, or drop
            the row.
          </p>
          <CodeView text={row.value.slice(0, longestEdited)} label="Beginning of the value" />
        </div>
      ) : (
        <Textarea
          label="Value"
          description={`${sizeWords(bytes)}${lineEndsOf(row.value) === 'mixed' ? '; its lines end in different ways, and all in line feeds once you change it' : ''}`}
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
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            disabled={!canChangeRows(upload)}
            loading={save.isPending}
            onClick={saveTyped}
          >
            Save row
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => typeIntoRow(upload.id, row.row, null)}>
            Undo typing
          </Button>
          <span className={classes.dim}>{shortcut('Mod+Enter')} saves</span>
        </div>
      )}
      <RowButtons
        upload={upload}
        row={row}
        onEmptyValue={() => save.mutate({ row: row.row, key: text.key, value: '' })}
      />
      <SameKeyRows upload={upload} row={row} onShow={onShow} />
      <StoredDifference key={`${row.row} ${row.key}`} upload={upload} row={row} />
      <FileCells row={row} />
    </div>
  );
}

function Problems({ row }: { readonly row: UploadRowInFull }) {
  if (row.problems.length === 0) return null;
  return (
    <ul
      className={classes.problems}
      aria-label="Problems"
      data-blocks={row.status === 'blocked' || undefined}
    >
      {row.problems.map((problem) => {
        const detail = problemDetail(problem, row);
        return (
          <li key={problem}>
            <strong>{rowProblemWords[problem].label}</strong>
            {row.allowed && isAllowable(problem) && ' (you allowed it)'}: {rowProblemWords[problem].words}
            {detail !== null && <span className={classes.detail}>{detail}</span>}
          </li>
        );
      })}
    </ul>
  );
}
