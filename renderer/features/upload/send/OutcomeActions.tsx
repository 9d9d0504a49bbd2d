import { Group } from '@mantine/core';
import type { Upload, UploadCounts, UploadRowFilter, UploadRowSelection } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { ipc } from '../../../api/ipc.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { notifyDone, notifyFailure } from '../../../ui/notify.ts';
import { useRowChanges } from '../prepare/useRowChanges.ts';

interface OutcomeActionsProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  readonly filter: UploadRowFilter;
}

/** Actions for all listed rows, if these are refused or unknown. */
export function OutcomeActions({ upload, counts, filter }: OutcomeActionsProps) {
  const changes = useRowChanges(upload);
  const again = useSendAgain(upload);
  const { outcome } = filter;
  if (upload.phase.kind !== 'ended' || (outcome !== 'refused' && outcome !== 'unknown')) return null;
  if (counts.outcomes[outcome] === 0) return null;
  const selection: UploadRowSelection = { kind: 'filter', filter };
  return (
    <Group gap="sm" px="md" py="xs" role="group" aria-label="All listed rows">
      {outcome === 'refused' && (
        <SmallButton loading={changes.isPending} onClick={() => changes.drop(selection, true)}>
          Skip all listed rows
        </SmallButton>
      )}
      <SmallButton
        loading={again.isPending}
        onClick={() => again.mutate(selection, { onError: notifyFailure })}
      >
        Resend all listed rows
      </SmallButton>
    </Group>
  );
}

/** Marks rows to be sent again, unchanged, when the user sends the remaining rows. */
export function useSendAgain({ id: uploadId, connectionId }: Upload) {
  return useUploadStep(connectionId, async (selection: UploadRowSelection) => {
    const { changed } = await ipc.sendUploadRowsAgain({ uploadId, selection });
    notifyDone(`${countOf(changed, 'row')} marked for resending.`);
  });
}
