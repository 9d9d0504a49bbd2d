import { utilityProcess } from 'electron';
import { fromKeychain } from './keychainMessages.ts';
import type { KeychainProcess } from './remoteKeyStorage.ts';

/** Starts the bundled keychain process. */
export function forkKeychain(script: string): KeychainProcess {
  const child = utilityProcess.fork(script, [], { serviceName: 'Keychain access', stdio: 'ignore' });
  return {
    post: (message) => {
      child.postMessage(message);
    },
    kill: () => {
      child.kill();
    },
    onMessage: (listener) => {
      child.on('message', (message: unknown) => {
        listener(fromKeychain.parse(message));
      });
    },
    onExit: (listener) => {
      child.once('exit', listener);
    },
  };
}
