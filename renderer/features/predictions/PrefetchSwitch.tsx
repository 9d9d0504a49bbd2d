import { Switch, Tooltip } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { prefetchFor, usePredictionStore } from '../../state/predictionStore.ts';

/** Makes the app read predicted atoms without being asked. A setting of each connection, off by default. */
export function PrefetchSwitch({ connectionId }: { readonly connectionId: ConnectionId }) {
  const isOn = usePredictionStore(({ prefetching }) => prefetching.includes(connectionId));
  return (
    <Tooltip
      multiline
      maw={320}
      label="Reads predicted atoms right away with a batch recall, and verifies them. The service may learn from these requests."
    >
      <Switch
        size="xs"
        label="Prefetch"
        checked={isOn}
        onChange={(event) => prefetchFor(connectionId, event.currentTarget.checked)}
      />
    </Tooltip>
  );
}
