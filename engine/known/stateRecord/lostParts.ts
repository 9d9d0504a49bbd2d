import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { stateParts, theRecord, type StateLoss, type StatePart } from '#shared/domain/stateLoss.ts';
import { cutText } from '#shared/text/cutText.ts';
import type { Profile } from '../../connections/profileStore.ts';
import type { Shortfall } from './compareState.ts';
import { isOfAddress, type ReadRecord, type RecordedState } from './recordedState.ts';

/** Why nothing shows that any part is complete. */
export type WholeLoss = NonNullable<Shortfall>;

/** Nobody can tell which of the two it was. */
export const noRecord: WholeLoss = {
  why: 'missing',
  detail: `${theRecord}: it was deleted, or an earlier version of Atom Explorer saved this folder`,
};

/** The connection is of another address than its record says. */
export function otherAddress(recorded: string, listed: string): WholeLoss {
  const shown = (address: string): string => (address === '' ? 'no address' : cutText(address, 200));
  return {
    why: 'damaged',
    detail: `connections.json has ${shown(listed)}, and ${theRecord} has ${shown(recorded)}`,
  };
}

export function isLost({ losses }: RecordedState, lost: StatePart): boolean {
  return losses.some(({ part }) => part === lost);
}

/** What the record says of a lost part stays as it is. */
export function unlessLost(state: RecordedState, found: RecordedState['held']): RecordedState['held'] {
  const { held } = state;
  return {
    rules: isLost(state, 'rules') ? held.rules : found.rules,
    pins: isLost(state, 'pins') ? held.pins : found.pins,
    ledger: isLost(state, 'ledger') ? held.ledger : found.ledger,
    knownKeys: isLost(state, 'knownKeys') ? held.knownKeys : found.knownKeys,
  };
}

export function damagedPart(setAside: string): Shortfall {
  return { why: 'damaged', detail: `moved to ${path.basename(setAside)}` };
}

export function freshState(id: ConnectionId, profile: Profile | null): RecordedState {
  return {
    version: 1,
    generation: 0,
    connectionId: id,
    address: profile?.baseUrl ?? '',
    held: { rules: null, pins: null, ledger: null, knownKeys: null },
    keepsHistory: profile?.keepsHistory ?? false,
    losses: [],
    accepted: [],
  };
}

/** Without the record, nothing shows that any part is complete. */
export function lostState(
  fresh: RecordedState,
  { why, detail }: WholeLoss,
  at: StateLoss['at'],
): RecordedState {
  return { ...fresh, losses: stateParts.map((part) => ({ part, why, detail, at })) };
}

/** Why the record vouches for nothing; null if it does. */
export function wholeLoss(
  id: ConnectionId,
  profile: Profile | null,
  found: ReadRecord | null,
): WholeLoss | null {
  if (found === null) return profile === null ? null : noRecord;
  if (found.kind !== 'read') return { why: found.kind, detail: theRecord };
  if (found.state.connectionId !== id) return { why: 'damaged', detail: theRecord };
  if (profile === null || isOfAddress(found.state, profile.baseUrl)) return null;
  return otherAddress(found.state.address, profile.baseUrl);
}
