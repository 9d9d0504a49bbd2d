import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** The keyring daemons of this worker's own session. Linux only, as they are. */
function daemons(): readonly number[] {
  const mine = `XDG_RUNTIME_DIR=${process.env['XDG_RUNTIME_DIR'] ?? ''}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isKeyring = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('gnome-keyring-d');
        return isKeyring && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mine);
      } catch {
        // It ended while we looked.
        return false;
      }
    })
    .map(Number);
}

/** Keeps the keyring from answering, as one does that waits for a password. The way back wakes it. */
export function silenceKeyring(): () => void {
  const stopped = daemons();
  if (stopped.length === 0) throw new Error('There is no keyring to silence.');
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  };
}

/** Makes the bus of the tests reachable at another path too. Connections end with the app. */
export async function openBusAt(path: string): Promise<void> {
  const address = process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  const [, kind, name] = /^unix:(path|abstract)=([^,;]+)/.exec(address) ?? [];
  if (name === undefined) throw new Error(`The bus is at ${address}, which is no socket.`);
  const server = createServer((client) => {
    // Older buses have no file: the name of an abstract socket begins with NUL.
    const bus = connect(kind === 'abstract' ? `\0${name}` : name);
    client.pipe(bus).pipe(client);
    client.on('error', () => bus.destroy());
    bus.on('error', () => client.destroy());
  });
  server.unref();
  server.listen(path);
  await once(server, 'listening');
}
