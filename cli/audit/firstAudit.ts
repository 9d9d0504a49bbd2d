import type { ConnectionId } from '#shared/domain/connection.ts';
import { nothingYet, type Ground, type GroundsOf } from '#shared/grounds/grounds.ts';
import type { ReadingParts } from '../../engine/composeReadings.ts';

/** Whether nothing that was read before can be compared with. What cannot be opened is a ground of its own. */
export async function knowsNothing(
  { catalogues }: Pick<ReadingParts, 'catalogues'>,
  id: ConnectionId,
): Promise<boolean> {
  try {
    const { ledger, keys } = await catalogues.of(id);
    return ledger.held().size === 0 && keys.openedWith.count === 0;
  } catch {
    return false;
  }
}

/** What an audit rests on that had nothing to compare with. */
export function asFirst(grounds: GroundsOf<'reading'>): GroundsOf<'reading'> {
  return { ...grounds, ledger: unlessLost(grounds.ledger), knownKeys: unlessLost(grounds.knownKeys) };
}

function unlessLost(ground: Ground): Ground {
  return ground.kind === 'given' ? nothingYet : ground;
}
