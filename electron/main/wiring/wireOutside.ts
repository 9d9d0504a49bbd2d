import { session } from 'electron';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createEmbeddedService } from '../embedded/embeddedService.ts';
import { forkService } from '../embedded/forkService.ts';
import { createHttpClient, defaultLimits } from '../gateway/httpClient.ts';
import { environmentSignIn } from '../gateway/proxySignIn.ts';
import { systemAuthorities } from '../gateway/trust.ts';
import { forkKeychain } from '../keychain/forkKeychain.ts';
import { createSerialKeyStorage } from '../keychain/keyStorage.ts';
import { createRemoteKeyStorage } from '../keychain/remoteKeyStorage.ts';
import type { AppLog } from '../log/appLog.ts';
import { hidingSecrets, hidingSentKeys } from '../log/hideKeys.ts';
import { createRequestLog } from '../requests/requestLog.ts';
import { timestampLimits } from '../timestamps/requestTimestamps.ts';
import type { Surroundings } from './surroundings.ts';

/** What lies outside of this process: the network, the keychain, and the embedded service. */
export function wireOutside(surroundings: Surroundings, appLog: AppLog) {
  const { folder, programs, tell, log } = surroundings;
  // The window's session has no network access. This one only looks up the system proxy; nothing is loaded
  // with it.
  const network = {
    proxyFor: (url: string) => session.fromPartition('system-proxy').resolveProxy(url),
    proxySignIn: environmentSignIn(process.env),
    trusted: systemAuthorities(process.env, log),
  };
  const keychainProcess = createRemoteKeyStorage({
    spawn: () => forkKeychain(path.join(programs, 'keychain.js')),
    idleMs: 30_000,
    graceMs: 500,
  });
  const requestLog = createRequestLog({
    ...surroundings,
    clock: () => performance.now(),
    changed: () => {
      tell('requestsChanged', null);
    },
  });
  return {
    requestLog,
    http: hidingSentKeys(
      createHttpClient(defaultLimits, { ...network, observe: requestLog.observe }),
      appLog,
    ),
    timestampHttp: createHttpClient(timestampLimits, network),
    keychain: createSerialKeyStorage(hidingSecrets(keychainProcess, appLog), 20_000),
    closeKeychain: keychainProcess.close,
    embedded: createEmbeddedService({
      spawn: () =>
        forkService(path.join(programs, 'service.js'), (line) =>
          appLog.write('info', `Demo memory: ${line}`),
        ),
      dataFolder: path.join(folder, 'demo-memory'),
      newApiKey: () => randomBytes(32).toString('base64url'),
      startTimeoutMs: 60_000,
      stopTimeoutMs: 5_000,
      onChange: () => {
        tell('connectionsChanged', null);
      },
    }),
  };
}
