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
