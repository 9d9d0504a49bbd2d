import type { Connection, KeyState } from '#shared/domain/connection.ts';
import type { EmbeddedService } from './embeddedService.ts';
import { originOf } from '../client/baseAddress.ts';
import { certificateFactsOf } from './authorityFile.ts';
import type { KeyVault } from './keyVault.ts';
import type { Profile } from './profileStore.ts';

/** A connection as the window sees it. Does not access the keychain. */
export function shownConnection(
  profile: Profile,
  {
    vault,
    embedded,
  }: { readonly vault: Pick<KeyVault, 'known'>; readonly embedded: Pick<EmbeddedService, 'address'> },
): Connection {
  return {
    id: profile.id,
    kind: profile.kind,
    name: profile.name,
    baseUrl:
      profile.kind === 'service' ? profile.baseUrl : profile.kind === 'demo' ? embedded.address() : null,
    ...(profile.snapshot !== undefined && { snapshotPath: profile.snapshot.path }),
    colour: profile.colour,
    environment: profile.environment ?? 'none',
    readOnly: profile.readOnly,
    keyState: keyStateOf(profile, vault),
    scheme: profile.scheme,
    ...(profile.service !== undefined && { service: profile.service }),
    ...(profile.limits !== undefined && { limits: profile.limits }),
    ...(profile.authorities !== undefined && { authorities: certificateFactsOf(profile.authorities) }),
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
