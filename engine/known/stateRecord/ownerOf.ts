import { createHash } from 'node:crypto';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Profile } from '../../connections/profileStore.ts';
import { otherAddress, type WholeLoss } from './lostParts.ts';
import { isOfAddress, type RecordedState } from './recordedState.ts';
import { hasSavedParts, savedIn } from './savedConnections.ts';
import type { StateRecords, StoredRecord } from './stateRecords.ts';

/** Which connection of a state folder an address belongs to. */
export type Owner =
  | { readonly kind: 'listed'; readonly id: ConnectionId }
  /** What was saved of it is there. `loss`: why it does not count; null if its record says. */
  | { readonly kind: 'unlisted'; readonly id: ConnectionId; readonly loss: WholeLoss | null }
  /** `loss`: something is saved that may have been of this address; null if not. */
  | {
      readonly kind: 'new';
      readonly id: ConnectionId;
      readonly loss: WholeLoss | null;
      /** Those of the other connections. */
      readonly others: readonly string[];
    };

/**
 * The ID of the connection that the command line adds for an address. It follows from the address, so that what is saved
 * under it cannot pass for that of another one by changing addresses in files.
 */
export function idForAddress(address: string): ConnectionId {
  const digest = createHash('sha256').update(address, 'utf8').digest('hex');
  return `service-${digest.slice(0, 32)}` as ConnectionId;
}

/** What a folder has of one connection. */
interface Saved {
  readonly id: ConnectionId;
  readonly profile: Profile | null;
  /** What its record says, whoever signed it. */
  readonly says: RecordedState | null;
  /** Whether the record counts. */
  readonly isValid: boolean;
  /** Where the profile and a record that counts agree; null if they do not, or one is missing. */
  readonly agreed: string | null;
}

/**
 * Finds the connection of an address in a folder. The list of connections alone never decides: whoever edits it must not make
 * an address look new.
 */
export async function ownerOf(
  address: string,
  sources: {
    readonly folder: string;
    readonly profiles: readonly Profile[];
    readonly recorded: StateRecords['recorded'];
    readonly newId: () => string;
  },
): Promise<Owner> {
  const saved = await allSaved(sources);
  const own = idForAddress(address);
  const listed = saved.filter(({ agreed }) => agreed === address);
  const known = listed.find(({ id }) => id === own) ?? listed[0];
  if (known !== undefined) return { kind: 'listed', id: known.id };

  const ofAddress = saved.find(({ id }) => id === own);
  // The user may have moved it to another address.
  if (ofAddress?.agreed === null) return unlisted(ofAddress, address);
  const recorded = saved.find(
    ({ agreed, says }) => agreed === null && says !== null && isOfAddress(says, address),
  );
  if (recorded !== undefined) return unlisted(recorded, address);
  const unrecorded = saved.find(({ profile, says }) => profile?.baseUrl === address && says === null);
  if (unrecorded !== undefined) return { kind: 'unlisted', id: unrecorded.id, loss: null };

  const others = saved.flatMap(({ agreed }) => (agreed === null || agreed === '' ? [] : [agreed]));
  if (ofAddress !== undefined)
    return {
      kind: 'new',
      id: sources.newId() as ConnectionId,
      loss: otherAddress(ofAddress.agreed ?? '', address),
      others,
    };
  const isUnexplained = await someUnexplained(sources.folder, saved);
  return { kind: 'new', id: own, loss: isUnexplained ? ofNoConnection : null, others };
}

const ofNoConnection: WholeLoss = {
  why: 'missing',
  detail: 'the folder has data of a connection that is not in connections.json, or not as it was recorded',
};

function unlisted({ id, profile, says }: Saved, address: string): Owner {
  // Without a record, everything is lost anyway.
  if (says === null) return { kind: 'unlisted', id, loss: null };
  if (!isOfAddress(says, address)) return { kind: 'unlisted', id, loss: otherAddress(says.address, address) };
  // A missing profile is no loss of its own: the parts are compared with the record.
  if (profile === null || (profile.kind === 'service' && profile.baseUrl === address))
    return { kind: 'unlisted', id, loss: null };
  const listed = profile.kind === 'service' ? profile.baseUrl : `a ${profile.kind}`;
  return { kind: 'unlisted', id, loss: otherAddress(says.address, listed) };
}

async function allSaved({
  folder,
  profiles,
  recorded,
}: Parameters<typeof ownerOf>[1]): Promise<readonly Saved[]> {
  const ids = new Set([...(await savedIn(folder)), ...profiles.map(({ id }) => id)]);
  return Promise.all(
    [...ids].map(async (id) => {
      const profile = profiles.find((one) => one.id === id) ?? null;
      const record = await recorded(id);
      const agreed = agreedAddress(id, profile, record);
      return { id, profile, says: record?.says ?? null, isValid: record?.read.kind === 'read', agreed };
    }),
  );
}

function agreedAddress(
  id: ConnectionId,
  profile: Profile | null,
  record: StoredRecord | null,
): string | null {
  if (profile === null || record?.read.kind !== 'read') return null;
  // Only a service has an address.
  if (profile.kind !== 'service' && profile.baseUrl !== '') return null;
  const { state } = record.read;
  return state.connectionId === id && isOfAddress(state, profile.baseUrl) ? profile.baseUrl : null;
}

/** A record of nothing is left if the program ends right before it adds the connection. */
async function someUnexplained(folder: string, saved: readonly Saved[]): Promise<boolean> {
  for (const { id, profile, says, isValid, agreed } of saved) {
    if (agreed !== null) continue;
    if (profile !== null || says === null || !isValid) return true;
    const holdsNothing = Object.values(says.held).every((part) => part === null);
    if (!holdsNothing || says.losses.length > 0 || (await hasSavedParts(folder, id))) return true;
  }
  return false;
}
