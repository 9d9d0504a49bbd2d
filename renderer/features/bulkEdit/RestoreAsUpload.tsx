import { useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { mostBatchAtoms } from '#shared/domain/store.ts';
import { summarizePrevious } from '../../api/writes.ts';
import { beginPreviousUpload, useUpload, useUploadStep } from '../../api/uploads.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { showScreen } from '../../state/appStore.ts';
import type { WriteToRestore } from '../../state/dialogs.ts';
import { endRestore } from '../../state/restoreStore.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { PreviousCautions } from './BulkNotices.tsx';

/** More previous values than one batch can have: they are reviewed and sent like the rows of a file. */
export function RestoreAsUpload({ write }: { readonly write: WriteToRestore }) {
  const { connectionId, writeId, title, atoms } = write;
  const { data: present } = useUpload(connectionId);
  const summary = useQuery({
    queryKey: queryKey('previousSummary', connectionId, writeId),
    queryFn: () => summarizePrevious({ connectionId, id: writeId }),
    gcTime: 0,
  });
  const begin = useUploadStep(connectionId, beginPreviousUpload);
  return (
    <ConfirmDialog
      title="Store previous values?"
      action="Review as upload"
      isDestructive={false}
      onConfirm={async () => {
        await begin.mutateAsync({ connectionId, writeId, title });
        showScreen('upload');
      }}
      onClose={endRestore}
    >
      <p>
        {visibleLine(title)} replaced {countOf(atoms, 'value')}. One batch can have at most{' '}
        {countOf(mostBatchAtoms, 'atom')}, so the previous values become the rows of a new upload. Nothing is
        sent before you have reviewed them.
      </p>
      <QueryView query={summary} loading="Loading previous values" p={0}>
        {(found) => <PreviousCautions summary={found} changedSince={0} />}
      </QueryView>
      {present?.phase.kind === 'ended' && (
        <p>
          The rows of the finished upload {visibleLine(present.file.name)} are then deleted from this
          computer. Its receipt stays in Writes.
        </p>
      )}
    </ConfirmDialog>
  );
}
