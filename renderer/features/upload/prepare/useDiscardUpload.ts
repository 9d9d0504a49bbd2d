import type { Upload } from '#shared/domain/upload.ts';
import { useUploadStep } from '../../../api/uploads.ts';
import { forgetUploadView } from '../../../state/uploadStore.ts';
import { ipc } from '../../../api/ipc.ts';

/** Ends an upload of which nothing was sent; its rows are deleted from this machine. */
export function useDiscardUpload({ id, connectionId }: Upload) {
  return useUploadStep(connectionId, async (input: { readonly uploadId: string }) => {
    await ipc.discardUpload(input);
    forgetUploadView(id);
  });
}
