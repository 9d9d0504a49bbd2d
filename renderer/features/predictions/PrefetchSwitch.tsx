import { Switch } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { prefetchFor, usePredictionStore } from '../../state/predictionStore.ts';
import { Tip } from '../../ui/Tip.tsx';

/** Makes the app read predicted atoms without being asked. A setting of each connection, off by default. */
export function PrefetchSwitch({ connectionId }: { readonly connectionId: ConnectionId }) {
  const isOn = usePredictionStore(({ prefetching }) => prefetching.includes(connectionId));
  return (
    <Tip label="Reads predicted atoms right away with a batch recall, and verifies them. The service may learn from these requests.">
      <div>
        <Switch
          size="xs"
          label="Prefetch"
          checked={isOn}
          onChange={(event) => prefetchFor(connectionId, event.currentTarget.checked)}
        />
      </div>
    </Tip>
  );
}
