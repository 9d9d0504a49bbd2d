import { toKeychain, type FromKeychain, type ToKeychain } from './keychainMessages.ts';
import { createOsKeyStorage } from './osKeyStorage.ts';

/*
 * The process that talks to the keychain, an Electron utility process. Here the library may block or crash
 * without affecting the window or the app's shutdown.
 */

/** The part of Electron's `process.parentPort` that is used. */
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
  const reply = async (message: ToKeychain): Promise<void> => {
    const { id } = message;
    try {
      port.postMessage({ ok: true, id, secret: await answer(message) });
    } catch (error) {
      port.postMessage({ ok: false, id, message: error instanceof Error ? error.message : '' });
    }
  };
  port.on('message', ({ data }) => {
    const message = toKeychain.parse(data);
    // In its own task: while Electron delivers a message, a promise that rejects immediately counts as
    // unhandled before its handlers are attached, and ends the process. The library rejects immediately if
    // there is no keychain.
    setImmediate(() => void reply(message));
  });
}

const port: unknown = Reflect.get(process, 'parentPort');
if (!isParentPort(port)) throw new Error('This file runs only in an Electron utility process.');
serve(port);

function isParentPort(candidate: unknown): candidate is ParentPort {
  return (
    typeof candidate === 'object' && candidate !== null && 'postMessage' in candidate && 'on' in candidate
  );
}
