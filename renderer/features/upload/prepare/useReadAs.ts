import type { Upload } from '#shared/domain/upload.ts';
import type { SourceChoice } from '#shared/domain/uploadSource.ts';
import { readUploadAs, useUploadStep } from '../../../api/uploads.ts';
import { changeUploadView } from '../../../state/uploadStore.ts';

interface ReadAs {
  readonly isPending: boolean;
  /** null if the file was read. */
  readonly error: Error | null;
  readonly change: (choice: SourceChoice, part: Partial<SourceChoice>) => void;
  /** Reads another sheet or file, whose settings are detected. */
  readonly choosePart: (part: string) => void;
}

/** Reads the file of an upload with other settings. Its columns may change, so the mapping is suggested again. */
export function useReadAs({ id, connectionId }: Upload): ReadAs {
  const { mutate, isPending, error } = useUploadStep(connectionId, readUploadAs);
  return {
    isPending,
    error,
    change: (choice, part) => {
      changeUploadView(id, ({ chosenReading }) => ({
        chosenReading: new Set([...chosenReading, ...(Object.keys(part) as (keyof SourceChoice)[])]),
        mapping: null,
      }));
      mutate({ uploadId: id, choice: { ...choice, ...part } });
    },
    choosePart: (part) => {
      changeUploadView(id, () => ({ chosenReading: new Set(), mapping: null }));
      mutate({ uploadId: id, choice: { part } });
    },
  };
}
