import { Button } from '@mantine/core';
import type { Upload, UploadCounts, UploadRowFilter, UploadRowSelection } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { notifyDone, notifyFailure } from '../../../ui/notify.ts';
import { useRowChanges } from '../prepare/useRowChanges.ts';
import classes from './OutcomePane.module.css';
import { ipc } from '../../../api/ipc.ts';

interface OutcomeActionsProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  readonly filter: UploadRowFilter;
}

/** What can be done at once with all rows that are listed, where they were refused or are unknown. */
export function OutcomeActions({ upload, counts, filter }: OutcomeActionsProps) {
  const changes = useRowChanges(upload);
  const again = useSendAgain(upload);
  const { outcome } = filter;
  if (upload.phase.kind !== 'ended' || (outcome !== 'refused' && outcome !== 'unknown')) return null;
  if (counts.outcomes[outcome] === 0) return null;
  const selection: UploadRowSelection = { kind: 'filter', filter };
  return (
    <div className={classes.filters} role="group" aria-label="All rows that are listed">
      {outcome === 'refused' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={changes.isPending}
          onClick={() => changes.drop(selection, true)}
        >
          Skip all listed rows
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={again.isPending}
        onClick={() => again.mutate(selection, { onError: notifyFailure })}
      >
        Have all that are listed sent again as they are
      </Button>
    </div>
  );
}

/** Has rows wait for the next run of sending, as they are. */
export function useSendAgain({ id: uploadId, connectionId }: Upload) {
  return useUploadStep(connectionId, async (selection: UploadRowSelection) => {
    const { changed } = await ipc.sendUploadRowsAgain({ uploadId, selection });
    notifyDone(`${countOf(changed, 'row')} ${changed === 1 ? 'waits' : 'wait'} to be sent again.`);
  });
}
