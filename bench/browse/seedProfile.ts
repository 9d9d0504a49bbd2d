import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { openKeyStore } from '../../engine/known/keyStore.ts';
import { openProfileStore } from '../../engine/connections/profileStore.ts';
import { isSignedBy } from '../../engine/connections/identity/ed25519.ts';
import { createStateRecords } from '../../engine/known/stateRecord/stateRecords.ts';
import { sampleKeys } from './sampleKeys.ts';

/*
 * A profile folder of the app with one connection and this many known keys, all read and verified, so that no
 * requests are needed. There is no service at its address.
 */

const [, , profile = '', wanted = '500000'] = process.argv;
const id = 'bench' as ConnectionId;
const at = Date.UTC(2025, 0, 1);

const profiles = await openProfileStore(join(profile, 'connections.json'), () => at);
const records = createStateRecords({
  folder: profile,
  profileOf: profiles.find,
  keys: { held: () => null, publicKeys: async () => [], verify: isSignedBy },
  isSignatureRequired: false,
  now: () => at,
  log: () => undefined,
});
profiles.beforeChange(records.profileWillBe);
await profiles.add({
  id,
  kind: 'service',
  name: id,
  baseUrl: 'http://127.0.0.1:9',
  colour: 'blue',
  readOnly: true,
  scheme: null,
  keyOrigin: null,
  keepsHistory: false,
});

const keys = sampleKeys(Number(wanted));
await mkdir(join(profile, 'catalogue', id), { recursive: true });
const known = await openKeyStore(join(profile, 'catalogue', id, 'keys'), { now: () => at, firstRevision: 1 });
const atOnce = 20_000;
for (let from = 0; from < keys.length; from += atOnce) {
  await known.learn(
    keys.slice(from, from + atOnce).map((key, place) => ({
      kind: 'read',
      key,
      source: 'recall',
      at,
      version: 1,
      hash: (from + place).toString(16).padStart(64, '0'),
      leafIndex: String(from + place),
      verdict: 'green',
      placed: { rootHash: '5'.repeat(64), treeSize: String(keys.length), path: 'pass' },
    })),
  );
}
await known.close();
