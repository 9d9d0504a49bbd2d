import type { JobOf } from '#shared/domain/job.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { useJobs } from '../../../api/jobs.ts';

/** The job of an upload that is under way, or ended last; null where there is none or it is not known yet. */
export function useUploadJob({ connectionId, jobId }: Upload): JobOf<'upload'> | null {
  const jobs = useJobs(connectionId);
  return jobs.find((job): job is JobOf<'upload'> => job.kind === 'upload' && job.id === jobId) ?? null;
}
