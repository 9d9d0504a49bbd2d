import { useActiveConnection } from '../../state/appStore.ts';
import { useChainView } from '../../state/chainStore.ts';

/** A chain of predictions from a key or a query. */
export function ChainTab() {
  const { id } = useActiveConnection();
  const view = useChainView(id);
  return <p>{view.draft.text}</p>;
}
