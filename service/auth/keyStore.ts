import type { KnownKey } from './apiKeys.ts';

/** An API key as it is kept. Times are epoch milliseconds. */
export interface SavedKey extends KnownKey {
  /** For people: who or what uses it. */
  readonly name?: string;
  /** Unknown for keys of earlier versions. */
  readonly createdAt?: number;
  readonly lastUsedAt?: number;
  /** From then on, the key is refused. */
  readonly revokedAt?: number;
}

/** Where the API keys of a memory are kept. Several processes may use it at once. */
export interface KeyStore {
  /** In the order in which they were added, with those that are revoked. */
  list(): Promise<readonly SavedKey[]>;
  add(keys: readonly SavedKey[]): Promise<void>;
  /** False if there is no such key, or it is revoked already. */
  revoke(id: string, at: number): Promise<boolean>;
  /** By the ID of the key. A time never goes back. */
  saveUse(lastUsedAt: ReadonlyMap<string, number>): Promise<void>;
  close(): Promise<void>;
}
