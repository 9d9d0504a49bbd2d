import type { KeyStorage } from '../keychain/keyStorage.ts';
import type { HttpClient } from '../gateway/httpClient.ts';
import type { AppLog } from './appLog.ts';

/** Wraps the HTTP client, so that every API key is redacted in the log before it is first sent. */
export function hidingSentKeys(http: HttpClient, { hide }: Pick<AppLog, 'hide'>): HttpClient {
  return {
    ...http,
    send: (request) => {
      if (request.apiKey !== null) hide(request.apiKey);
      return http.send(request);
    },
  };
}

/**
 * Wraps the keychain, so that every secret is redacted in the log as soon as it is read or about to be saved.
 */
export function hidingSecrets(storage: KeyStorage, { hide }: Pick<AppLog, 'hide'>): KeyStorage {
  return {
    ...storage,
    get: async (account) => {
      const secret = await storage.get(account);
      if (secret !== null) hide(secret);
      return secret;
    },
    set: (account, secret) => {
      hide(secret);
      return storage.set(account, secret);
    },
  };
}
