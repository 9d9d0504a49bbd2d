import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import type { ProfileStore } from '../../engine/connections/profileStore.ts';
import type { BaseAddress } from '../../engine/client/baseAddress.ts';
import { ownerOf } from '../../engine/known/stateRecord/ownerOf.ts';
import type { ReadingParts } from '../../engine/composeReadings.ts';
import { realEffects } from '../../engine/surroundings.ts';

interface Connected {
  readonly id: ConnectionId;
  /** The addresses of the other connections in the folder, if this one is new there. */
  readonly others: readonly string[];
}

/** Finds the connection of an address in a state folder, or adds it. */
export async function connectIn(
  folder: string,
  parts: Pick<ReadingParts, 'connections' | 'stateRecords'>,
  profiles: ProfileStore,
  effects: {
    readonly address: BaseAddress;
    readonly apiKey: string;
    /** null: inferred, or as before. */
    readonly scheme: ChosenScheme | null;
  },
): Promise<Result<Connected>> {
  const { connections, stateRecords } = parts;
  const { address, apiKey, scheme } = effects;
  const owner = await ownerOf(address.text, {
    folder,
    profiles: profiles.all(),
    recorded: stateRecords.recorded,
    newId: realEffects.newId,
  });
  const { id } = owner;
  const add = (): Promise<Result<Connection>> =>
    connections.add(
      { name: address.text, baseUrl: address.text, colour: 'blue', readOnly: true, apiKey },
      id,
    );
  const connect = async (): Promise<Result<Connection>> => {
    switch (owner.kind) {
      case 'listed':
        return connections.setKey(id, apiKey);
      case 'unlisted':
        if (owner.loss !== null) await stateRecords.doubt(id, owner.loss);
        if (profiles.find(id) === null) return add();
        // Its address was changed in the file, and not by the app.
        await profiles.update(id, (profile) => ({
          ...profile,
          kind: 'service',
          baseUrl: address.text,
          keyOrigin: null,
        }));
        return connections.setKey(id, apiKey);
      case 'new':
        if (owner.loss !== null) await stateRecords.startLost(id, address.text, owner.loss);
        return add();
    }
  };
  const connected = await connect();
  if (!connected.ok) return connected;
  if (scheme !== null) {
    const chosen = await connections.setScheme(id, scheme);
    if (!chosen.ok) return chosen;
  }
  return succeed({ id, others: owner.kind === 'new' ? owner.others : [] });
}
