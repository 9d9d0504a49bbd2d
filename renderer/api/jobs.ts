import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { unwrap } from './unwrap.ts';

function jobsKey(connectionId: ConnectionId) {
  return ['jobs', connectionId] as const;
}

/** The long work on a connection's memory, the newest last, as it goes on. Empty until it is known. */
export function useJobs(connectionId: ConnectionId): readonly Job[] {
  return useKnownJobs(connectionId) ?? noJobs;
}

const noJobs: readonly Job[] = [];

/** The same; null until it is known. */
export function useKnownJobs(connectionId: ConnectionId): readonly Job[] | null {
  const client = useQueryClient();
  useEffect(
    () =>
      window.atomExplorer.onJob((job) => {
        if (job.connectionId !== connectionId) return;
        client.setQueryData<readonly Job[]>(jobsKey(connectionId), (jobs) => withJob(jobs ?? [], job));
      }),
    [client, connectionId],
  );
  const { data } = useQuery({
    queryKey: jobsKey(connectionId),
    queryFn: (): Promise<readonly Job[]> => unwrap(window.atomExplorer.listJobs({ connectionId })),
    // Jobs are only followed while something shows them, so the next one to show them asks again.
    staleTime: 0,
    structuralSharing: false,
  });
  return data ?? null;
}

/** The list with a job as it stands now. */
function withJob(jobs: readonly Job[], job: Job): readonly Job[] {
  return jobs.some(({ id }) => id === job.id)
    ? jobs.map((known) => (known.id === job.id ? job : known))
    : [...jobs, job];
}

/** Pauses, resumes, cancels; and takes a job that ended off the list. What comes of it arrives as an event. */
export function useJobControls(connectionId: ConnectionId) {
  const client = useQueryClient();
  return {
    pause: (jobId: string): void => void unwrap(window.atomExplorer.pauseJob({ jobId })),
    resume: (jobId: string): void => void unwrap(window.atomExplorer.resumeJob({ jobId })),
    cancel: (jobId: string): void => void unwrap(window.atomExplorer.cancelJob({ jobId })),
    dismiss: (jobId: string): void => {
      client.setQueryData<readonly Job[]>(jobsKey(connectionId), (jobs) =>
        jobs?.filter(({ id }) => id !== jobId),
      );
      void unwrap(window.atomExplorer.dismissJob({ jobId }));
    },
  };
}

/** Begins long work; the job that comes of it is listed at once. */
export function useStartJob<Input, Started extends Job | null>(
  connectionId: ConnectionId,
  start: (input: Input) => Promise<Started>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: (job) => {
      if (job === null) return;
      // Events may have been faster, and know more.
      client.setQueryData<readonly Job[]>(jobsKey(connectionId), (jobs) =>
        (jobs ?? []).some(({ id }) => id === job.id) ? jobs : withJob(jobs ?? [], job),
      );
    },
  });
}
