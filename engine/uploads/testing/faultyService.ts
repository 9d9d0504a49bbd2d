import type { TestService } from '../../../service/testing/startTestService.ts';
import { respondJson, startScriptedServer } from '../../client/testing/scriptedServer.ts';

export interface BatchAtoms {
  readonly key: string;
  readonly value: string;
}

/** What happens to a batch on its way to a working service, or to its response on the way back. */
export type BatchFault =
  | 'none'
  /** The connection breaks before the service gets it. */
  | 'lost'
  /** The service stores it, and the connection breaks before the response. */
  | 'answer-lost'
  /** It is stored, and the response cannot be read. */
  | 'garbled'
  | { readonly status: number; readonly body?: unknown; readonly retryAfter?: string };

export interface FaultyService {
  readonly address: () => string;
  /** Batches received, whatever their outcome. */
  readonly batches: readonly (readonly BatchAtoms[])[];
  /** Keys of the batches that were passed on to the service, in order. */
  readonly handedOn: readonly string[];
  /** Resolves when the service has handled every request received so far, even if its sender disconnected. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A working service behind an unreliable connection. */
export async function startFaultyService(
  service: TestService,
  /** `index`: number of earlier batches. */
  fault: (atoms: readonly BatchAtoms[], index: number) => BatchFault | Promise<BatchFault>,
  /** Whether a read gets a response. */
  canRead: () => boolean | Promise<boolean> = () => true,
  /** Changes the body of the response to a read. */
  changeRead: (body: string) => string = (body) => body,
): Promise<FaultyService> {
  const batches: (readonly BatchAtoms[])[] = [];
  const handedOn: string[] = [];
  const underWay = new Set<Promise<void>>();
  const server = await startScriptedServer((request, response) => {
    const isBatch = request.path === '/batch-atoms';
    const handOn = async (): Promise<void> => {
      const { status, text } = await service.ask(request.method, request.path, { body: request.body });
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(isBatch ? text : changeRead(text));
    };
    const takeBatch = async (): Promise<void> => {
      const { atoms } = JSON.parse(request.body) as { atoms: readonly BatchAtoms[] };
      batches.push(atoms);
      const met = await fault(atoms, batches.length - 1);
      if (met === 'lost') {
        response.destroy();
        return;
      }
      if (typeof met === 'object') {
        if (met.retryAfter !== undefined) response.setHeader('Retry-After', met.retryAfter);
        respondJson(response, met.status, met.body ?? {});
        return;
      }
      handedOn.push(...atoms.map(({ key }) => key));
      if (met === 'none') await handOn();
      else {
        await service.ask(request.method, request.path, { body: request.body });
        if (met === 'answer-lost') response.destroy();
        else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"rootHash": 7');
      }
    };
    const read = async (): Promise<void> => {
      if (await canRead()) await handOn();
      else response.destroy();
    };
    const passing = isBatch ? takeBatch() : read();
    underWay.add(passing);
    void passing.finally(() => underWay.delete(passing));
  });
  const idle = async (): Promise<void> => void (await Promise.all(underWay));
  return { address: () => server.address, batches, handedOn, idle, close: server.close };
}
