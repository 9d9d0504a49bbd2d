import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job } from '#shared/domain/job.ts';
import { notifyFailure } from '../ui/notify.ts';
import { jobsKey, noteJob } from './events.ts';
import { ipc } from './ipc.ts';

export const {
  dropImport,
  learnMissingKeys,
  readKeyFile,
  readKeyTable,
  startDiscovery,
  startExport,
  startImport,
  startReading,
} = ipc;

/** The jobs of a connection, newest last, kept up to date. Empty until they are known. */
export function useJobs(connectionId: ConnectionId): readonly Job[] {
  return useKnownJobs(connectionId) ?? noJobs;
}

const noJobs: readonly Job[] = [];

/** The same; null until it is known. */
export function useKnownJobs(connectionId: ConnectionId): readonly Job[] | null {
  const { data } = useQuery({
    queryKey: jobsKey(connectionId),
    queryFn: (): Promise<readonly Job[]> => ipc.listJobs({ connectionId }),
    structuralSharing: false,
  });
  return data ?? null;
}

/** Errors are shown as notices. */
export function useJobControls(connectionId: ConnectionId) {
  const client = useQueryClient();
  const listKey = jobsKey(connectionId);
  return createJobControls(ipc, {
    failed: notifyFailure,
    dismissed: (jobId) =>
      client.setQueryData<readonly Job[]>(listKey, (jobs) => jobs?.filter(({ id }) => id !== jobId)),
    undismissed: () => void client.invalidateQueries({ queryKey: listKey }),
  });
}

/** Starts a job, which is listed at once. */
export function useStartJob<Input, Started extends Job | null>(start: (input: Input) => Promise<Started>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: (job: Job | null) => {
      if (job === null) return;
      const jobs = client.getQueryData<readonly Job[]>(jobsKey(job.connectionId)) ?? [];
      // An event may have arrived first, with a newer state.
      if (!jobs.some(({ id }) => id === job.id)) noteJob(client, job);
    },
  });
}

type Call = (input: { readonly jobId: string }) => Promise<unknown>;

export interface JobCalls {
  readonly pauseJob: Call;
  readonly resumeJob: Call;
  readonly cancelJob: Call;
  readonly dismissJob: Call;
}

/** The actions of a job. Their effect arrives as an event; errors go to `failed`. */
export function createJobControls(
  calls: JobCalls,
  {
    failed,
    dismissed,
    undismissed,
  }: {
    readonly failed: (error: unknown) => void;
    /** Removes the job from the list at once. */
    readonly dismissed: (jobId: string) => void;
    /** The list must be read again. */
    readonly undismissed: () => void;
  },
) {
  const control =
    (call: Call) =>
    (jobId: string): void => {
      call({ jobId }).catch(failed);
    };
  return {
    pause: control(calls.pauseJob),
    resume: control(calls.resumeJob),
    cancel: control(calls.cancelJob),
    dismiss: (jobId: string): void => {
      dismissed(jobId);
      calls.dismissJob({ jobId }).catch((error: unknown) => {
        undismissed();
        failed(error);
      });
    },
  };
}
