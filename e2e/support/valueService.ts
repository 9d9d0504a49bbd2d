import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A service that holds the atoms it is given, of any size, and answers without proofs. */
export async function startValueService(atoms: ReadonlyMap<string, string>): Promise<{
  readonly address: string;
  readonly stop: () => void;
}> {
  const server = createServer((request, response) => {
    const key = decodeURIComponent((request.url ?? '').replace('/atoms/', ''));
    const value = atoms.get(key);
    response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value === undefined ? { error: 'not_found' } : { key, value, version: 1 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${String(port)}`, stop: () => void server.close() };
}
