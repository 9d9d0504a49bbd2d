import type { Chain } from '#shared/predictions/chain.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';

/** What every way to show a chain takes. */
export interface ChainViewProps {
  readonly chain: Chain;
  /** The id of a node of the chain. */
  readonly selected: string;
  /** The node that is being asked about. */
  readonly asking: string | null;
  readonly status: StatusOf;
  readonly onSelect: (id: string) => void;
  readonly onAsk: (id: string) => void;
}
