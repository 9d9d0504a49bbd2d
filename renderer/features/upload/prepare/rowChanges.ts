import type { Upload, UploadRowSelection } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import {
  allowUploadRows,
  changeUploadRow,
  discardUpload,
  dropUploadRows,
  revertUploadRows,
  sendUploadRowsAgain,
  uploadRowPages,
  useUploadStep,
} from '../../../api/uploads.ts';
import { forgetUploadView, typeIntoRow, type AtomText } from '../../../state/uploadStore.ts';
import { notifyDone, notifyFailure } from '../../../ui/notify.ts';
import { notifyUndo } from '../../../ui/notifyUndo.tsx';

/**
 * Rows cannot change while they are compared, because the result would belong to other rows, nor while they are sent.
 * Afterwards, rows that are not stored can be changed.
 */
export function canChangeRows({ phase }: Upload): boolean {
  return phase.kind === 'checking' || phase.kind === 'ended';
}

/** Discards an upload of which nothing was sent, with its rows on this computer. */
export function useDiscardUpload({ id: uploadId, connectionId }: Upload) {
  return useUploadStep<void, void>(connectionId, async () => {
    await discardUpload({ uploadId });
    forgetUploadView(uploadId);
  });
}

/** Saves the text of a row, which then has no unsaved edit any more. */
export function useSaveRow({ id: uploadId, connectionId }: Upload) {
  return useUploadStep(connectionId, async (input: AtomText & { readonly row: number }) => {
    await changeUploadRow({ uploadId, ...input });
    typeIntoRow(uploadId, input.row, null);
  });
}

/** Changes of rows; each shows a notice of what it did, or why it failed. */
export function useRowChanges({ id: uploadId, connectionId }: Upload) {
  const step = useUploadStep(connectionId, (change: () => Promise<void>) => change());
  const run = (change: () => Promise<void>): void => step.mutate(change, { onError: notifyFailure });
  return {
    isPending: step.isPending,
    /** Skips rows, or restores them. */
    drop: (selection: UploadRowSelection, dropped: boolean): void =>
      run(() => dropRows(uploadId, selection, dropped)),
    /** Marks rows to be sent again, unchanged, when the user sends the remaining rows. */
    sendAgain: (selection: UploadRowSelection): void =>
      run(async () => {
        const { changed } = await sendUploadRowsAgain({ uploadId, selection });
        notifyDone(`${countOf(changed, 'row')} marked for resending.`);
      }),
    disallow: (selection: UploadRowSelection): void =>
      run(async () => void (await allowUploadRows({ uploadId, selection, allowed: false }))),
    /** @throws AppFailure */
    allow: (selection: UploadRowSelection): Promise<void> =>
      step.mutateAsync(async () => {
        const { changed } = await allowUploadRows({ uploadId, selection, allowed: true });
        notifyDone(`${countOf(changed, 'row')} allowed.`);
      }),
    /** @throws AppFailure */
    revert: (selection: UploadRowSelection): Promise<void> =>
      step.mutateAsync(async () => {
        const { changed } = await revertUploadRows({ uploadId, selection });
        notifyDone(`${countOf(changed, 'row')} reverted.`);
      }),
  };
}

async function dropRows(uploadId: string, wanted: UploadRowSelection, dropped: boolean): Promise<void> {
  const rows = await rowsToChange(uploadId, wanted, dropped);
  if (rows !== null && rows.length === 0) {
    notifyDone(dropped ? 'These rows are already skipped.' : 'None of these rows are skipped.');
    return;
  }
  const selection: UploadRowSelection = rows === null ? wanted : { kind: 'rows', rows: [...rows] };
  const done = await dropUploadRows({ uploadId, selection, dropped });
  const words = `${countOf(done.changed, 'row')} ${dropped ? 'skipped' : 'restored'}.`;
  if (dropped && rows !== null) {
    notifyUndo(words, () => dropUploadRows({ uploadId, selection, dropped: false }));
  } else notifyDone(words);
}

/** If more rows are skipped, there is no Undo: they can be restored with the filter for skipped rows. */
const mostUndone = 10_000;

/** The rows of a selection that would change; null if there are more than `mostUndone`. */
async function rowsToChange(
  uploadId: string,
  selection: UploadRowSelection,
  dropped: boolean,
): Promise<readonly number[] | null> {
  const filter = selection.kind === 'filter' ? selection.filter : { status: 'dropped' as const };
  const found: number[] = [];
  for await (const { rows, total } of uploadRowPages({ uploadId, filter })) {
    if (total > mostUndone) return null;
    for (const { row, status } of rows) {
      if (selection.kind === 'rows' || (status === 'dropped') !== dropped) found.push(row);
    }
  }
  if (selection.kind === 'filter') return found;
  const droppedRows = new Set(found);
  return selection.rows.length > mostUndone
    ? null
    : selection.rows.filter((row) => droppedRows.has(row) !== dropped);
}
