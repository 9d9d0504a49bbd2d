import type { ConnectionId } from '#shared/domain/connection.ts';
import { stateParts, theRecord, type StatePart } from '#shared/domain/stateLoss.ts';
import { given, noneByChoice, unavailable, type Ground, type GroundsOf } from '#shared/grounds/grounds.ts';
import type { Catalogues } from '../../known/catalogues.ts';
import type { Pins } from '../../roots/pins/pins.ts';
import type { StateRecords } from '../../known/stateRecord/stateRecords.ts';
import { groundOfError } from './groundOfError.ts';

/**
 * What every result of a connection rests on, at this moment: the only place that says it. Readings and audits ask it
 * whenever they conclude. Each part is asked independently, so that one that cannot be opened hides no other. Never rejects.
 *
 * The rules are a ground if they are those that were saved. How they were found, such as inferred from the first responses of
 * the service, is part of the verdict itself.
 */
export type ConnectionGrounds = (id: ConnectionId) => Promise<GroundsOf<'reading'>>;

export function createConnectionGrounds(sources: {
  readonly pins: Pick<Pins, 'of'>;
  readonly catalogues: Pick<Catalogues, 'ledgerOf' | 'keysOf'>;
  readonly stateRecords: Pick<StateRecords, 'losses'>;
  /** The user wants nothing to be remembered, so what is there comes from this run. */
  readonly remembersNothing: boolean;
  /** Another process has what is remembered. */
  readonly isInUse?: boolean;
  readonly log: (message: string, error: unknown) => void;
}): ConnectionGrounds {
  const { pins, catalogues } = sources;
  const remembered = sources.remembersNothing ? noneByChoice : given;
  const ground = async (part: string, find: () => Promise<Ground>): Promise<Ground> => {
    try {
      return await find();
    } catch (error) {
      sources.log(`Could not open ${part}.`, error);
      return groundOfError(error, part);
    }
  };
  /** Of the parts that are open by now. */
  const lossesOf = async (id: ConnectionId): Promise<{ readonly [Part in StatePart]?: Ground }> => {
    try {
      const losses = await sources.stateRecords.losses(id);
      return Object.fromEntries(losses.map(({ part, why, detail }) => [part, unavailable(why, detail)]));
    } catch (error) {
      sources.log('Could not read the record of the state.', error);
      const unreadable = groundOfError(error, theRecord);
      return Object.fromEntries(stateParts.map((part) => [part, unreadable]));
    }
  };
  if (sources.isInUse === true) {
    const inUse = (detail: string): Ground => unavailable('in-use', detail);
    return async () => ({
      rules: given,
      pins: inUse('the pinned roots'),
      ledger: inUse('the root ledger'),
      knownKeys: inUse('the known keys'),
    });
  }
  return async (id) => {
    const [pinned, ledger, knownKeys] = await Promise.all([
      ground('the pinned roots', async () => ((await pins.of(id)).pins.length === 0 ? noneByChoice : given)),
      ground('the root ledger', async () => {
        await catalogues.ledgerOf(id);
        return remembered;
      }),
      ground('the known keys', async () => {
        await catalogues.keysOf(id);
        return remembered;
      }),
    ]);
    const lost = await lossesOf(id);
    const unlessOpen = (part: Ground, loss: Ground | undefined): Ground =>
      part.kind === 'unavailable' ? part : (loss ?? part);
    return {
      rules: lost.rules ?? given,
      pins: unlessOpen(pinned, lost.pins),
      ledger: unlessOpen(ledger, lost.ledger),
      knownKeys: unlessOpen(knownKeys, lost.knownKeys),
    };
  };
}
