import type { ConnectionId } from '#shared/domain/connection.ts';
import { given, noneByChoice, unavailable, type Ground, type GroundsOf } from '#shared/grounds/grounds.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { Pins } from '../pins/pins.ts';
import { groundOfError } from './groundOfError.ts';

/**
 * What every result of a connection rests on, at this moment: the only place that says it. Readings and audits ask it
 * whenever they conclude. Each part is asked independently, so that one that cannot be opened hides no other. Never rejects.
 */
export type ConnectionGrounds = (id: ConnectionId) => Promise<GroundsOf<'reading'>>;

export function createConnectionGrounds(sources: {
  readonly pins: Pick<Pins, 'of'>;
  readonly catalogues: Pick<Catalogues, 'of' | 'ledgerOf'>;
  readonly log: (message: string, error: unknown) => void;
}): ConnectionGrounds {
  const { pins, catalogues } = sources;
  const ground = async (part: string, find: () => Promise<Ground>): Promise<Ground> => {
    try {
      return await find();
    } catch (error) {
      sources.log(`Could not open ${part}.`, error);
      return groundOfError(error, part);
    }
  };
  return async (id) => {
    const [pinned, ledger, knownKeys] = await Promise.all([
      ground('the pinned roots', async () => {
        const { pins: list, recoveredFrom } = await pins.of(id);
        if (recoveredFrom !== null) return unavailable('damaged', recoveredFrom);
        return list.length === 0 ? noneByChoice : given;
      }),
      ground('the root ledger', async () => {
        const { recoveredFrom } = await catalogues.ledgerOf(id);
        return recoveredFrom === null ? given : unavailable('damaged', recoveredFrom);
      }),
      ground('the known keys', async () => {
        const { recoveredFrom } = (await catalogues.of(id)).keys;
        return recoveredFrom === null ? given : unavailable('damaged', recoveredFrom);
      }),
    ]);
    return { rules: given, pins: pinned, ledger, knownKeys };
  };
}
