import type { Upload } from '#shared/domain/upload.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { forgetUploadView } from '../../../state/uploadStore.ts';
import { ipc } from '../../../api/ipc.ts';

/** Discards an upload of which nothing was sent, with its rows on this computer. */
export function useDiscardUpload({ id, connectionId }: Upload) {
  return useUploadStep(connectionId, async (input: { readonly uploadId: string }) => {
    await ipc.discardUpload(input);
    forgetUploadView(id);
  });
}
