import type { KeyStorage } from '../keychain/keyStorage.ts';
import type { HttpClient } from '../gateway/httpClient.ts';
import type { AppLog } from './appLog.ts';

/** The HTTP client, every API key of which is kept out of the log from before it is first sent. */
export function hidingSentKeys(http: HttpClient, { hide }: Pick<AppLog, 'hide'>): HttpClient {
  return {
    ...http,
    send: (request) => {
      if (request.apiKey !== null) hide(request.apiKey);
      return http.send(request);
    },
  };
}

/** The keychain, every secret of which is kept out of the log as soon as it is read or about to be saved. */
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
