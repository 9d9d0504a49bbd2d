import { Button } from '@mantine/core';
import type { Job } from '#shared/domain/job.ts';
import { useJobControls } from '../../../api/jobs.ts';

/** Ends long work early. */
export function CancelJob({ job }: { readonly job: Job }) {
  const { cancel } = useJobControls(job.connectionId);
  return (
    <Button
      variant="default"
      size="compact-sm"
      disabled={job.endedAt !== null}
      onClick={() => cancel(job.id)}
    >
      Cancel
    </Button>
  );
}
