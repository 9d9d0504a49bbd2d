import { IconArrowLeft, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import type { Upload, UploadRowFilter } from '#shared/domain/upload.ts';
import { countOf, listWords, quoteText } from '#shared/text/phrases.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { type CountedUpload, remapUpload, useUploadStep } from '../../../api/uploads.ts';
import {
  changeUploadView,
  leaveUploadRows,
  noRowsChosen,
  useUploadView,
} from '../../../state/uploadStore.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { notifyDone, notifyFailure } from '../../../ui/notify.ts';
import { PaneHead } from '../../../ui/PaneHead.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Splitter } from '../../../ui/Splitter.tsx';
import { SendPlan } from '../send/SendPlan.tsx';
import { CompareBar } from './CompareBar.tsx';
import { nextProblem } from './nextProblem.ts';
import { onlyRow } from './rowChoice.ts';
import { ReplaceRows } from './ReplaceRows.tsx';
import { RowFilters } from './RowFilters.tsx';
import { canChangeRows, useDiscardUpload } from './rowChanges.ts';
import { RowPane } from './RowPane.tsx';
import { RowsPane } from './RowsPane.tsx';

/** Where the rows of the file are reviewed, fixed, skipped, and compared before they are sent. */
export function CheckRows({ upload }: { readonly upload: Upload }) {
  if (upload.counts === null) return <LoadingState label="Counting the rows" rows={8} />;
  return <Checking upload={upload} counts={upload.counts} />;
}

function Checking({ upload, counts }: CountedUpload) {
  const { filter, openRow, typed } = useUploadView(upload.id);
  const [isReplacing, setReplacing] = useState(false);
  const [leaving, setLeaving] = useState<'remap' | 'discard' | null>(null);
  const open = (row: number | null): void => changeUploadView(upload.id, () => ({ openRow: row }));
  const go = async (direction: 'next' | 'previous'): Promise<void> => {
    const found = await nextProblem(upload.id, filter, openRow, direction);
    if (found === null) notifyDone('No blocked rows.');
    else
      changeUploadView(upload.id, ({ chosen }) => ({
        openRow: found,
        // A selection of several rows stays; a single selected row changes.
        ...(chosen.kind === 'some' && chosen.rows.size <= 1 && { chosen: onlyRow(found), anchor: found }),
      }));
  };
  const goTo = (direction: 'next' | 'previous'): void => void go(direction).catch(notifyFailure);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    goTo(event.key === 'ArrowDown' ? 'next' : 'previous');
  };
  const [unsaved] = typed.keys();
  // Another filter may hide selected rows, where an action would surprise: nothing stays selected.
  const show = (next: UploadRowFilter): void =>
    changeUploadView(upload.id, () => ({ filter: next, chosen: noRowsChosen, anchor: null }));
  const head = (
    <>
      <PaneHead
        title={visibleLine(upload.file.name)}
        note={
          <>
            {countOf(counts.rows, 'row')}, {countWords(counts.statuses.ready)} ready with{' '}
            {sizeWords(counts.readyBytes)} of values
            {counts.statuses.blocked > 0 && `, ${countWords(counts.statuses.blocked)} blocked`}
          </>
        }
        actions={
          <>
            {unsaved !== undefined && (
              <SmallButton onClick={() => open(unsaved)}>
                {countOf(typed.size, 'row')} with unsaved changes
              </SmallButton>
            )}
            <SmallButton
              icon={IconReplace}
              disabled={!canChangeRows(upload)}
              onClick={() => setReplacing(true)}
            >
              Find and replace…
            </SmallButton>
            <SmallButton
              icon={IconArrowLeft}
              disabled={!canChangeRows(upload)}
              onClick={() => setLeaving('remap')}
            >
              Back to mapping
            </SmallButton>
            <SmallButton
              icon={IconTrash}
              disabled={!canChangeRows(upload)}
              onClick={() => setLeaving('discard')}
            >
              Discard
            </SmallButton>
          </>
        }
      />
      <CompareBar upload={upload} counts={counts} />
      {counts.problems.duplicate > counts.rows / 2 && canChangeRows(upload) && (
        <Callout
          tone="warning"
          banner
          role="status"
          actions={<SmallButton onClick={() => setLeaving('remap')}>Change the key…</SmallButton>}
        >
          Most rows share their key with another row. Add a column to the key, or {'{#}'}, the number of the
          row.
        </Callout>
      )}
    </>
  );
  const row =
    openRow === null ? (
      <EmptyState
        icon={IconPencil}
        title="No row selected"
        description={`Select a row to see and edit it. F2 or a double click edits its key or value in the list.${counts.statuses.blocked === 0 ? '' : ' Alt+Down goes to the next problem.'}`}
        action={
          counts.statuses.blocked > 0 && (
            <SmallButton onClick={() => goTo('next')}>Go to first problem</SmallButton>
          )
        }
      />
    ) : (
      <RowPane upload={upload} row={openRow} onGo={goTo} onClose={() => open(null)} />
    );
  return (
    <Screen
      role="group"
      aria-label="Rows to check"
      data-focus-home
      onKeyDown={onKeyDown}
      head={head}
      foot={<SendPlan upload={upload} counts={counts} onShow={show} />}
    >
      <Splitter
        name="upload-rows"
        panes={[
          {
            label: 'Filters',
            defaultSize: '180px',
            min: '130px',
            content: <RowFilters upload={upload} counts={counts} filter={filter} onFilter={show} />,
          },
          {
            label: 'Rows',
            defaultSize: 1.6,
            min: '250px',
            content: <RowsPane upload={upload} counts={counts} />,
          },
          { label: 'Row', defaultSize: 1, min: '280px', content: row },
        ]}
      />
      {isReplacing && (
        <ReplaceRows upload={upload} filter={filter} typed={typed} onClose={() => setReplacing(false)} />
      )}
      {leaving !== null && (
        <LeaveDialog
          upload={upload}
          counts={counts}
          isRemap={leaving === 'remap'}
          onClose={() => setLeaving(null)}
        />
      )}
    </Screen>
  );
}

interface LeaveDialogProps extends CountedUpload {
  /** The rows are made again with another mapping. Otherwise, the upload is discarded. */
  readonly isRemap: boolean;
  readonly onClose: () => void;
}

/** Asks before the rows are left, and names the work that would be lost. */
function LeaveDialog({ upload, counts, isRemap, onClose }: LeaveDialogProps) {
  const { id: uploadId } = upload;
  const { typed } = useUploadView(uploadId);
  const discard = useDiscardUpload(upload);
  const remap = useUploadStep<void, void>(upload.connectionId, async () => {
    await remapUpload({ uploadId });
    leaveUploadRows(uploadId);
  });
  const lost = [
    ...(counts.edited > 0 && !isRemap ? [countOf(counts.edited, 'edited row')] : []),
    ...(counts.statuses.dropped > 0 && !isRemap ? [countOf(counts.statuses.dropped, 'skipped row')] : []),
    ...(typed.size > 0 ? [`unsaved changes in ${countOf(typed.size, 'row')}`] : []),
  ];
  return (
    <ConfirmDialog
      title={isRemap ? 'Go back to the mapping?' : 'Discard this upload?'}
      action={isRemap ? 'Go back' : 'Discard'}
      isDestructive={lost.length > 0 || !isRemap}
      onConfirm={() => (isRemap ? remap : discard).mutateAsync()}
      onClose={onClose}
    >
      <p>
        {isRemap
          ? 'All rows are read from the file and checked again. Rows that you edited or skipped stay edited or skipped. Rows that you allowed must be allowed again.'
          : `The rows of ${quoteText(upload.file.name)} are deleted from this app. Your file does not change, and nothing was sent to the service.`}
        {lost.length > 0 && ` You will lose: ${listWords(lost)}.`}
      </p>
    </ConfirmDialog>
  );
}
