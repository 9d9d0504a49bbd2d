import type { KeyStorage } from '../../storage/keychain/keyStorage.ts';
import type { HttpClient } from '../httpClient.ts';
import type { SecretDigests } from './secretDigests.ts';

/** Wraps the HTTP client, so that every API key is redacted in the log before it is first sent. */
export function hidingSentKeys(http: HttpClient, { add }: Pick<SecretDigests, 'add'>): HttpClient {
  return {
    ...http,
    send: (request) => {
      if (request.apiKey !== null) add(request.apiKey);
      return http.send(request);
    },
  };
}

/**
 * Wraps the keychain, so that every secret is redacted in the log as soon as it is read or about to be saved.
 */
export function hidingSecrets(storage: KeyStorage, { add }: Pick<SecretDigests, 'add'>): KeyStorage {
  return {
    ...storage,
    get: async (account) => {
      const secret = await storage.get(account);
      if (secret !== null) add(secret);
      return secret;
    },
    set: (account, secret) => {
      add(secret);
      return storage.set(account, secret);
    },
  };
}
