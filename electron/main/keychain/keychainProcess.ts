import { toKeychain, type FromKeychain, type ToKeychain } from './keychainMessages.ts';
import { createOsKeyStorage } from './osKeyStorage.ts';

/*
 * The process that talks to the keychain: an Electron utility process. Here the library may block, or crash, without
 * holding up the window or the end of the app.
 */

/** What is used of Electron's `process.parentPort`. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void;
  postMessage(message: FromKeychain): void;
}

function serve(port: ParentPort): void {
  const storage = createOsKeyStorage();
  const answer = async (message: ToKeychain): Promise<string | null> => {
    switch (message.call) {
      case 'get':
        return storage.get(message.account);
      case 'set':
        await storage.set(message.account, message.secret);
        return null;
      case 'remove':
        await storage.remove(message.account);
        return null;
    }
  };
  port.on('message', ({ data }) => {
    const message = toKeychain.parse(data);
    const { id } = message;
    answer(message).then(
      (secret) => {
        port.postMessage({ ok: true, id, secret });
      },
      (error: unknown) => {
        port.postMessage({ ok: false, id, message: error instanceof Error ? error.message : '' });
      },
    );
  });
}

const port: unknown = Reflect.get(process, 'parentPort');
if (!isParentPort(port)) throw new Error('This file runs in an Electron utility process only.');
serve(port);

function isParentPort(candidate: unknown): candidate is ParentPort {
  return (
    typeof candidate === 'object' && candidate !== null && 'postMessage' in candidate && 'on' in candidate
  );
}
