import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { notifyFailure } from '../ui/notify.ts';
import { createJobControls } from './jobControls.ts';
import { ipc, onEvent } from './ipc.ts';

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
      onEvent('job', (job) => {
        if (job.connectionId !== connectionId) return;
        client.setQueryData<readonly Job[]>(jobsKey(connectionId), (jobs) => withJob(jobs ?? [], job));
      }),
    [client, connectionId],
  );
  const { data } = useQuery({
    queryKey: jobsKey(connectionId),
    queryFn: (): Promise<readonly Job[]> => ipc.listJobs({ connectionId }),
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

/** Pauses, resumes, cancels; and takes a job that ended off the list. What goes wrong is shown as a notice. */
export function useJobControls(connectionId: ConnectionId) {
  const client = useQueryClient();
  const queryKey = jobsKey(connectionId);
  return createJobControls(ipc, {
    failed: notifyFailure,
    dismissed: (jobId) =>
      client.setQueryData<readonly Job[]>(queryKey, (jobs) => jobs?.filter(({ id }) => id !== jobId)),
    undismissed: () => void client.invalidateQueries({ queryKey }),
  });
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
