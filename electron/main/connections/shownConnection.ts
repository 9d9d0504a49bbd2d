import type { Connection, KeyState } from '#shared/domain/connection.ts';
import { originOf } from '../gateway/baseAddress.ts';
import type { ConnectionsEffects } from './connections.ts';
import type { KeyVault } from './keyVault.ts';
import type { Profile } from './profileStore.ts';

/** A connection as the window sees it. Does not access the keychain. */
export function shownConnection(
  profile: Profile,
  { vault, embedded }: Pick<ConnectionsEffects, 'vault' | 'embedded'>,
): Connection {
  return {
    id: profile.id,
    kind: profile.kind,
    name: profile.name,
    baseUrl:
      profile.kind === 'service' ? profile.baseUrl : profile.kind === 'demo' ? embedded.address() : null,
    ...(profile.snapshot !== undefined && { snapshotPath: profile.snapshot.path }),
    colour: profile.colour,
    readOnly: profile.readOnly,
    keyState: keyStateOf(profile, vault),
    scheme: profile.scheme,
    ...(profile.service !== undefined && { service: profile.service }),
    keepsHistory: profile.keepsHistory,
  };
}

function keyStateOf(profile: Profile, vault: Pick<KeyVault, 'known'>): KeyState {
  if (profile.kind === 'demo') return { kind: 'built-in' };
  if (profile.kind === 'snapshot') return { kind: 'not-needed' };
  const origin = originOf(profile.baseUrl);
  if (origin === null) return { kind: 'missing' };
  return vault.known(profile.id, origin) ?? { kind: profile.keyOrigin === origin ? 'saved' : 'missing' };
}
