import { session, utilityProcess } from 'electron';
import { randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createEmbeddedService } from '../embedded/embeddedProcess.ts';
import { createHttpClient, defaultLimits } from '../../../engine/client/httpClient.ts';
import { environmentSignIn } from '../../../engine/client/proxySignIn.ts';
import { systemAuthorities } from '../../../engine/client/trust.ts';
import { createSerialKeyStorage } from '../../../engine/storage/keychain/keyStorage.ts';
import { createRemoteKeyStorage } from '../keychain/remoteKeyStorage.ts';
import type { AppLog } from '../log/appLog.ts';
import { hidingSecrets, hidingSentKeys } from '../../../engine/client/log/hideKeys.ts';
import { createSecretDigests } from '../../../engine/client/log/secretDigests.ts';
import { createRequestLog } from '../../../engine/client/requests/requestLog.ts';
import { timestampLimits } from '../../../engine/evidence/timestamps/requestTimestamps.ts';
import type { Surroundings } from '../../../engine/surroundings.ts';

/** What lies outside of this process: the network, the keychain, and the embedded service. */
export function wireOutside(surroundings: Surroundings, appLog: AppLog) {
  const { folder, programs, tell, log } = surroundings;
  const secrets = createSecretDigests();
  appLog.cleanWith(secrets.clean);
  // The window's session has no network access. This one only looks up the system proxy; nothing is loaded
  // with it.
  const network = {
    proxyFor: (url: string) => session.fromPartition('system-proxy').resolveProxy(url),
    proxySignIn: environmentSignIn(process.env),
    trusted: systemAuthorities(process.env, log),
  };
  const keychainProcess = createRemoteKeyStorage({
    spawn: () =>
      utilityProcess.fork(path.join(programs, 'keychain.js'), [], {
        serviceName: 'Keychain access',
        stdio: 'ignore',
      }),
    idleMs: 10 * 60_000,
    graceMs: 500,
  });
  const requestLog = createRequestLog({
    ...surroundings,
    clock: () => performance.now(),
    changed: () => tell('requestsChanged', null),
  });
  return {
    requestLog,
    http: hidingSentKeys(
      createHttpClient(defaultLimits, { ...network, observe: requestLog.observe }),
      secrets,
    ),
    timestampHttp: createHttpClient(timestampLimits, network),
    keychain: createSerialKeyStorage(hidingSecrets(keychainProcess, secrets), 20_000),
    closeKeychain: keychainProcess.close,
    embedded: createEmbeddedService({
      // In its own process, so that its work never blocks the window.
      spawn: () => {
        const script = path.join(programs, 'service.js');
        const child = utilityProcess.fork(script, [], { serviceName: 'Atom memory', stdio: 'pipe' });
        for (const input of [child.stdout, child.stderr]) {
          if (input === null) continue;
          createInterface({ input }).on('line', (line) => appLog.write('info', `Demo memory: ${line}`));
        }
        return child;
      },
      dataFolder: path.join(folder, 'demo-memory'),
      newApiKey: () => randomBytes(32).toString('base64url'),
      random: randomInt,
      startTimeoutMs: 60_000,
      stopTimeoutMs: 5_000,
      onChange: () => tell('connectionsChanged', null),
    }),
  };
}
