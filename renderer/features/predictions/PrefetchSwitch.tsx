import { Switch, Tooltip } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { prefetchFor, usePredictionStore } from '../../state/predictionStore.ts';

/** Whether predicted atoms are read of the app's own accord; off until the user says so, for each connection. */
export function PrefetchSwitch({ connectionId }: { readonly connectionId: ConnectionId }) {
  const isOn = usePredictionStore(({ prefetching }) => prefetching.includes(connectionId));
  return (
    <Tooltip
      multiline
      maw={320}
      label="Reads predicted atoms at once, by batch recall, and checks their proofs. The service may learn from being asked for them."
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
