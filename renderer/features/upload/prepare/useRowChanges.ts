import type { Upload, UploadRowSelection } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { uploadRowPages, useUploadStep } from '../../../api/uploads.ts';
import { ipc } from '../../../api/ipc.ts';
import { notifyDone, notifyFailure } from '../../../ui/notify.ts';
import { notifyUndo } from '../../../ui/notifyUndo.tsx';

/** If more rows are skipped, there is no Undo: they can be restored with the filter for skipped rows. */
const mostUndone = 10_000;

interface DropInput {
  readonly selection: UploadRowSelection;
  readonly dropped: boolean;
}

/** Skips, restores and reverts rows; each shows a notice of what it did. */
export function useRowChanges({ id: uploadId, connectionId }: Upload) {
  const drop = useUploadStep(connectionId, async ({ selection, dropped }: DropInput) => {
    const rows = await rowsToChange(uploadId, selection, dropped);
    if (rows !== null && rows.length === 0) {
      notifyDone(dropped ? 'These rows are already skipped.' : 'None of these rows are skipped.');
      return;
    }
    const changed: UploadRowSelection = rows === null ? selection : { kind: 'rows', rows: [...rows] };
    const done = await ipc.dropUploadRows({ uploadId, selection: changed, dropped });
    const words = `${countOf(done.changed, 'row')} ${dropped ? 'skipped' : 'restored'}.`;
    if (dropped && rows !== null) {
      notifyUndo(words, () => ipc.dropUploadRows({ uploadId, selection: changed, dropped: false }));
    } else notifyDone(words);
  });
  const revert = useUploadStep(connectionId, async (selection: UploadRowSelection) => {
    const { changed } = await ipc.revertUploadRows({ uploadId, selection });
    notifyDone(`${countOf(changed, 'row')} reverted.`);
  });
  return {
    isPending: drop.isPending || revert.isPending,
    drop: (selection: UploadRowSelection, dropped: boolean): void =>
      drop.mutate({ selection, dropped }, { onError: notifyFailure }),
    /** @throws AppFailure */
    revert: revert.mutateAsync,
  };
}

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
