import type { JobOf } from '#shared/domain/job.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { useKnownUploadJob } from '../send/useKnownUploadJob.ts';

/** The job of an upload that is under way, or ended last; null where there is none or it is not known yet. */
export function useUploadJob(upload: Upload): JobOf<'upload'> | null {
  return useKnownUploadJob(upload) ?? null;
}
