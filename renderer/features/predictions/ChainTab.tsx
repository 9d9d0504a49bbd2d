import { IconRoute } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue } from 'react';
import type { Chain } from '#shared/predictions/chain.ts';
import { askingWords } from '#shared/text/predictionWords.ts';
import { useStatuses } from '../../api/predictions.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import {
  chainViewOf,
  mergeChainView,
  isRunning,
  useChainView,
  type ChainView,
} from '../../state/chainStore.ts';
import { usePredictionStore, type ChainLook } from '../../state/predictionStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { loadOnUse } from '../../ui/loadOnUse.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { ChainList } from './ChainList.tsx';
import { ChainTable } from './ChainTable.tsx';
import type { ChainViewProps } from './chainViewProps.ts';
import { FollowBar, FollowStrip } from './FollowBar.tsx';
import { NodeDetails } from './NodeDetails.tsx';
import { StartBar } from './StartBar.tsx';
import { askAbout } from './startFollow.ts';

// Loaded on first use, because the graph library is large.
const ChainGraph = loadOnUse(async () => (await import('./ChainGraph.tsx')).ChainGraph, 'Loading graph');

/** A chain of predictions: what the service predicts after a key or a query, what it predicts after that, and so on. */
export function ChainTab() {
  const { id } = useActiveConnection();
  const view = useChainView(id);
  return (
    <Screen head={<StartBar connectionId={id} draft={view.draft} />}>
      {view.chain === null ? (
        <EmptyState
          icon={IconRoute}
          title="No chain yet"
          description={`Enter a key or a query to see what the service predicts next. ${askingWords} With Prefetch on, the app reads and verifies predicted atoms right away.`}
        />
      ) : (
        <Shown key={view.chain.start} view={view} chain={view.chain} />
      )}
    </Screen>
  );
}

function Shown({ view, chain }: { readonly view: ChainView; readonly chain: Chain }) {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const look = usePredictionStore((state) => state.look);
  const selected = view.selected !== null && chain.nodes.has(view.selected) ? view.selected : chain.start;
  const isBusy = isRunning(view.run);
  const select = useCallback((node: string): void => mergeChainView(id, { selected: node }), [id]);
  const ask = useCallback(
    (node: string): void => {
      if (chainViewOf(id).chain?.nodes.get(node)?.answer === null) void askAbout(client, id, node);
    },
    [client, id],
  );
  // A large chain takes a while to draw. User input has priority over it.
  const status = useDeferredValue(useStatuses(id));
  const drawn = useDeferredValue(chain);
  const asking = useDeferredValue(view.asking);
  const parts = { chain: drawn, selected, status, onSelect: select, onAsk: ask };
  return (
    <Screen
      head={
        <>
          <FollowBar selected={selected} isStart={selected === chain.start} isBusy={isBusy} />
          <FollowStrip view={view} chain={chain} />
        </>
      }
    >
      <Splitter
        name="chain"
        panes={[
          {
            label: 'Chain',
            defaultSize: 5,
            min: '320px',
            content: <Drawing key={look} look={look} asking={asking} {...parts} />,
          },
          {
            label: 'Selected node',
            defaultSize: '290px',
            min: '220px',
            content: <NodeDetails key={selected} isBusy={isBusy} {...parts} />,
          },
        ]}
      />
    </Screen>
  );
}

interface DrawingProps extends ChainViewProps {
  readonly look: ChainLook;
}

const Drawing = memo(function Drawing({ look, ...parts }: DrawingProps) {
  switch (look) {
    case 'graph':
      return <ChainGraph {...parts} />;
    case 'list':
      return <ChainList {...parts} />;
    case 'table':
      return <ChainTable {...parts} />;
  }
});
