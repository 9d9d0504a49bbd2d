import type { JobOf } from '#shared/domain/job.ts';
import type { Upload } from '#shared/domain/upload.ts';
import { useKnownJobs } from '../../../api/jobs.ts';

/** The current or last job of an upload. null: none; undefined: not known yet. */
export function useKnownUploadJob({ connectionId, jobId }: Upload): JobOf<'upload'> | null | undefined {
  const jobs = useKnownJobs(connectionId);
  if (jobs === null) return jobId === null ? null : undefined;
  return jobs.find((job): job is JobOf<'upload'> => job.kind === 'upload' && job.id === jobId) ?? null;
}
