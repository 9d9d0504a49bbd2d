import type { Connection } from '#shared/domain/connection.ts';
import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { openServerScheme } from '#shared/merkle/openServerScheme.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { snapshotScheme } from '#shared/snapshot/snapshotScheme.ts';
import type { Profile } from './profileStore.ts';

/** The rules that are known beforehand, from a specification; null for a service. */
export function specifiedPin(
  { kind, service }: Pick<Connection, 'kind' | 'service'>,
  pinnedAt: number,
): SchemePin | null {
  if (kind === 'service' && service?.dialect !== 'open-server') return null;
  const { path, leaf } =
    kind === 'demo' ? embeddedServiceScheme : kind === 'snapshot' ? snapshotScheme : openServerScheme;
  return { path: [path], leaf: [leaf], origin: 'specified', samples: 0, pinnedAt };
}

/** For another address: neither what its service showed to be holds there, nor the rules that follow from that. */
export function withoutService({ service, ...rest }: Profile): Profile {
  const isOfDialect = service?.dialect === 'open-server' && rest.scheme?.origin === 'specified';
  return isOfDialect ? { ...rest, scheme: null } : rest;
}

export function chosenPin({ path, leaf }: ChosenScheme, pinnedAt: number): SchemePin {
  return { path: [path], leaf: leaf === null ? [] : [leaf], origin: 'chosen', samples: 0, pinnedAt };
}
