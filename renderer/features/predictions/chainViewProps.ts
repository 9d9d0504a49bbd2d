import type { Chain } from '#shared/predictions/chain.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';

/** Props of every chain view. */
export interface ChainViewProps {
  readonly chain: Chain;
  /** The id of a node of the chain. */
  readonly selected: string;
  /** The node whose predictions are being requested. */
  readonly asking: string | null;
  readonly status: StatusOf;
  readonly onSelect: (id: string) => void;
  readonly onAsk: (id: string) => void;
}
