import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { appOrigin } from '../../electron/main/window/appOrigin.ts';
import { createRendererFileHandler } from '../../electron/main/window/rendererFiles.ts';

export interface PageServer {
  /** Such as `http://127.0.0.1:40123/`. */
  readonly address: string;
  readonly stop: () => void;
}

/** Serves the built window on this computer just as the app serves it to itself: the same files, nonces, and policy. */
export async function servePages(): Promise<PageServer> {
  const handler = createRendererFileHandler(join(__dirname, '..', '..', 'out', 'renderer'), false);
  const server: Server = createServer((request, response) => {
    void (async () => {
      const answer = await handler(new Request(`${appOrigin}${request.url ?? '/'}`));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
