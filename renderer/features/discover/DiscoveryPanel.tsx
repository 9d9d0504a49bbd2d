import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { useJobs } from '../../api/jobs.ts';
import classes from './DiscoverScreen.module.css';
import { DiscoveryForm } from './DiscoveryForm.tsx';
import { DiscoveryJob } from './DiscoveryJob.tsx';

/** Discovering: what is under way or ended last, and the way to begin another. */
export function DiscoveryPanel({ connectionId }: { readonly connectionId: ConnectionId }) {
  const jobs = useJobs(connectionId).filter((one): one is JobOf<'discovery'> => one.kind === 'discovery');
  // There is one under way at most, and it was begun last.
  const job = jobs.at(-1);
  return (
    <section className={classes.panel} aria-labelledby="discovery-title" data-focus-home>
      <h2 id="discovery-title">Discover</h2>
      {job !== undefined && <DiscoveryJob job={job} />}
      {(job === undefined || job.endedAt !== null) && (
        <DiscoveryForm connectionId={connectionId} isFirst={job === undefined} />
      )}
    </section>
  );
}
