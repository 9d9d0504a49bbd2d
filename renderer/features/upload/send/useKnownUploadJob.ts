import type { JobOf } from '#shared/domain/job.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { useKnownJobs } from '../../../api/jobs.ts';

/** The job of an upload that is under way, or ended last; null where there is none, undefined while it is not known. */
export function useKnownUploadJob({ connectionId, jobId }: Upload): JobOf<'upload'> | null | undefined {
  const jobs = useKnownJobs(connectionId);
  if (jobs === null) return jobId === null ? null : undefined;
  return jobs.find((job): job is JobOf<'upload'> => job.kind === 'upload' && job.id === jobId) ?? null;
}
