import { CloseButton, Group, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import {
  blockingProblems,
  type RowProblem,
  type Upload,
  type UploadRowInFull,
  type UploadRowSelection,
} from '#shared/domain/upload.ts';
import { problemDetail } from '#shared/text/problemDetail.ts';
import { countWords } from '#shared/text/sizes.ts';
import { isAllowable, placeNameOf, rowProblemWords, rowStatusWords } from '#shared/text/uploadWords.ts';
import { uploadRowQuery } from '../../../api/uploads.ts';
import { changeUploadView, typeIntoRow, useUploadView, type AtomText } from '../../../state/uploadStore.ts';
import { IconButton, SmallButton } from '../../../ui/Buttons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyFailure } from '../../../ui/notify.ts';
import { PaneHead } from '../../../ui/PaneHead.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { shortcutText } from '../../../ui/shortcutText.ts';
import { AllowDialog } from './AllowDialog.tsx';
import { AtomFields } from './AtomFields.tsx';
import { ChangedColumnsOfRow, FileCells, SameKeyRows, StoredDifference } from './RowDetails.tsx';
import { canChangeRows, useRowChanges, useSaveRow } from './rowChanges.ts';
import kit from '../../../ui/kit.module.css';

interface RowViewProps extends Omit<ComponentProps<typeof Screen>, 'children'> {
  readonly upload: Upload;
  readonly row: number;
  /** Before the button that closes the row. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** `isComing`: another row is being read, and this one stays until then. */
  readonly children: (row: UploadRowInFull, isComing: boolean) => ReactNode;
}

/** One row in full. Escape closes it. */
export function RowView({ upload, row, actions, onClose, children, ...rest }: RowViewProps) {
  const query = useQuery({
    ...uploadRowQuery(upload.id, row, upload.revision),
    // The fields stay, so the focus does too.
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // React also passes on events of dialogs that were opened here. Edits are kept.
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) onClose();
  };
  return (
    <Screen
      {...rest}
      onKeyDown={onKeyDown}
      scrolls
      head={
        <PaneHead
          order={3}
          title={data === undefined ? 'Row' : `${placeNameOf(upload)} ${countWords(data.place)}`}
          actions={
            <>
              {actions}
              <CloseButton aria-label="Close row" onClick={onClose} />
            </>
          }
        />
      }
    >
      <QueryView query={query} loading="Loading row" p={0}>
        {(shown) => children(shown, shown.row !== row)}
      </QueryView>
    </Screen>
  );
}

type RowPaneProps = Pick<RowViewProps, 'upload' | 'row' | 'onClose'> & {
  readonly onGo: (direction: 'next' | 'previous') => void;
};

/** One row: its problems, its key and value to edit, and what the file and the service hold. */
export function RowPane({ onGo, ...props }: RowPaneProps) {
  const { upload } = props;
  return (
    <RowView
      {...props}
      role="group"
      aria-label="Open row"
      data-focus-home
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
        </>
      }
    >
      {(row, isComing) => (
        <RowEditor
          upload={upload}
          row={row}
          isComing={isComing}
          onShow={(other) => changeUploadView(upload.id, () => ({ openRow: other }))}
        />
      )}
    </RowView>
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
  const { typed } = useUploadView(upload.id);
  const stored: AtomText = { key: row.key, value: row.value };
  const text = typed.get(row.row) ?? stored;
  const isTyped = typed.has(row.row);
  const save = useSaveRow(upload);
  const type = (next: AtomText): void => {
    const isBack = next.key === row.key && next.value === row.value;
    typeIntoRow(upload.id, row.row, isBack ? null : next);
  };
  const saveTyped = (): void => {
    if (isTyped && canChangeRows(upload)) save.mutate({ row: row.row, ...text });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key !== 'Enter' && event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    saveTyped();
  };
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
      <AtomFields original={row} text={text} isReadOnly={isComing} onChange={type} />
      {save.isError && save.variables.row === row.row && (
        <ErrorNotice error={save.error} onRetry={saveTyped} />
      )}
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
          <Dimmed span>{shortcutText('Mod+Enter')} saves</Dimmed>
        </Group>
      )}
      <RowButtons
        upload={upload}
        row={row}
        onEmptyValue={() => save.mutate({ row: row.row, key: text.key, value: '' })}
      />
      <SameKeyRows upload={upload} row={row} onShow={onShow} />
      <StoredDifference key={`${row.row} ${row.key}`} upload={upload} row={row} />
      <ChangedColumnsOfRow upload={upload} row={row} />
      <FileCells row={row} />
    </Stack>
  );
}

function Problems({ row }: { readonly row: UploadRowInFull }) {
  if (row.problems.length === 0) return null;
  const isBlocking = (problem: RowProblem): boolean => blockingProblems.some((one) => one === problem);
  const blockingFirst = [...row.problems].sort((one, other) => +isBlocking(other) - +isBlocking(one));
  return (
    <Callout tone={row.status === 'blocked' ? 'warning' : 'neutral'} compact>
      <ul className={kit.plain} aria-label="Problems">
        {blockingFirst.map((problem) => {
          const detail = problemDetail(problem, row);
          return (
            <li key={problem}>
              <strong>{rowProblemWords[problem].label}</strong>
              {row.allowed && isAllowable(problem) && ' (allowed)'}
              <div>
                {rowProblemWords[problem].words} {detail}
              </div>
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

type RowButtonsProps = Pick<RowEditorProps, 'upload' | 'row'> & {
  /** Gives a row without a value an empty one. */
  readonly onEmptyValue: () => void;
};

/** The actions for one row. */
function RowButtons({ upload, row, onEmptyValue }: RowButtonsProps) {
  const [isAllowing, setAllowing] = useState(false);
  const changes = useRowChanges(upload);
  const selection: UploadRowSelection = { kind: 'rows', rows: [row.row] };
  const isDropped = row.status === 'dropped';
  const disabled = !canChangeRows(upload);
  return (
    <Group gap="sm">
      <SmallButton
        disabled={disabled}
        loading={changes.isPending}
        onClick={() => changes.drop(selection, !isDropped)}
      >
        {isDropped ? 'Restore row' : 'Skip row'}
      </SmallButton>
      {row.problems.includes('no-value') && row.key !== '' && (
        <SmallButton disabled={disabled} onClick={onEmptyValue}>
          Store empty value
        </SmallButton>
      )}
      {row.problems.some(isAllowable) && !row.allowed && (
        <SmallButton disabled={disabled} onClick={() => setAllowing(true)}>
          Allow…
        </SmallButton>
      )}
      {row.allowed && (
        <SmallButton disabled={disabled} onClick={() => changes.disallow(selection)}>
          Disallow
        </SmallButton>
      )}
      {row.edited && (
        <SmallButton
          disabled={disabled}
          onClick={() =>
            void changes.revert(selection).then(() => typeIntoRow(upload.id, row.row, null), notifyFailure)
          }
        >
          Revert to file
        </SmallButton>
      )}
      {isAllowing && <AllowDialog upload={upload} selection={selection} onClose={() => setAllowing(false)} />}
    </Group>
  );
}
