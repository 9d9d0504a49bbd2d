import { SimpleGrid, Stack } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import { useJobs } from '../../api/jobs.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { CoveragePanel } from './CoveragePanel.tsx';
import { DiscoveryForm } from './DiscoveryForm.tsx';
import { DiscoveryJob } from './DiscoveryJob.tsx';
import { ImportPanel } from './ImportPanel.tsx';

/** How much of a memory is known, and two ways to know more: discovery, and importing a file of keys. */
export function DiscoverScreen() {
  const { id } = useActiveConnection();
  return (
    <Screen data-keeps-focus scrolls>
      <SimpleGrid
        type="container"
        cols={{ base: 1, '820px': 2 }}
        spacing="md"
        maw={1_500}
        style={{ alignItems: 'start' }}
      >
        <CoveragePanel connectionId={id} />
        <Stack gap="md" miw={0}>
          <DiscoveryPanel connectionId={id} />
          <ImportPanel connectionId={id} />
        </Stack>
      </SimpleGrid>
    </Screen>
  );
}

/** The discovery that runs or ended last, and a form to start another. */
function DiscoveryPanel({ connectionId }: { readonly connectionId: ConnectionId }) {
  const jobs = useJobs(connectionId).filter((one): one is JobOf<'discovery'> => one.kind === 'discovery');
  // At most one discovery runs, and it is the one that was started last.
  const job = jobs.at(-1);
  return (
    <Panel title="Discover" data-focus-home>
      {job !== undefined && <DiscoveryJob job={job} />}
      {(job === undefined || job.endedAt !== null) && (
        <DiscoveryForm connectionId={connectionId} isFirst={job === undefined} />
      )}
    </Panel>
  );
}
