import { fail, succeed } from '#shared/domain/result.ts';
import { isSignedBy, newPrivateKey, signerOf, type Signer } from '../../connections/identity/ed25519.ts';
import type { LedgerKeys, RootLedgerEffects, RootToRecord } from '../rootLedger.ts';

/** An installation key without a keychain. */
export interface TestKeys extends LedgerKeys {
  /** null: the keychain is locked. */
  signer: Signer | null;
  known: Signer[];
}

export function testKeys(): TestKeys {
  const signer = signerOf(newPrivateKey());
  const keys: TestKeys = {
    signer,
    known: [signer],
    current: async () =>
      keys.signer === null
        ? fail({ code: 'keychain_unavailable', message: 'locked', requestId: null })
        : succeed(keys.signer),
    held: () => keys.signer,
    publicKeys: async () => keys.known.map(({ publicKey }) => publicKey),
    verify: isSignedBy,
  };
  return keys;
}

/** What a ledger needs but for its folders. Ids count from 1. */
export function ledgerEffects(keys: LedgerKeys = testKeys()) {
  let ids = 0;
  return {
    keys,
    newId: () => `test-${String((ids += 1))}`,
    pause: () => Promise.resolve(),
    changed: () => undefined,
    log: (message: string, error: unknown) => {
      throw new Error(message, { cause: error });
    },
    now: () => 7,
  } satisfies Omit<RootLedgerEffects, 'folder' | 'oldFolder'>;
}

/** A root as a proven response states it. */
export function sighting(
  rootHash: string,
  treeSize: bigint | null,
  at = 1,
  changes: Partial<RootToRecord> = {},
): RootToRecord {
  return {
    rootHash,
    treeSize,
    askedAt: at - 1,
    at,
    endpoint: 'POST /recall',
    path: 'pass',
    requestId: `r${String(at)}`,
    ...changes,
  };
}
