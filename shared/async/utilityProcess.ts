import { createCaller, serve, type Caller, type FromServer, type ToServer } from './rpc.ts';

/** The part of Electron's utility process that is used. */
export interface UtilityProcess {
  readonly postMessage: (message: ToServer) => void;
  readonly kill: () => unknown;
  on(event: 'message', listener: (message: FromServer) => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** Calls a utility process that serves `serveUtility`. When it ends, pending and later calls reject with `ended`. */
export function callUtility<T extends object>(child: UtilityProcess, ended: string): Caller<T> {
  const caller = createCaller<T>((message) => child.postMessage(message));
  child.on('message', caller.receive);
  child.once('exit', () => caller.end(new Error(ended)));
  return caller;
}

/** The part of Electron's `process.parentPort` that is used. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: ToServer }) => void): void;
  postMessage(message: FromServer): void;
}

const isParentPort = (candidate: unknown): candidate is ParentPort =>
  typeof candidate === 'object' && candidate !== null && 'postMessage' in candidate && 'on' in candidate;

/** @param inOwnTask such as `setImmediate` */
export function serveUtility(
  process: object,
  handlers: () => object,
  inOwnTask: (work: () => void) => void,
): void {
  const port: unknown = Reflect.get(process, 'parentPort');
  if (!isParentPort(port)) throw new Error('This file runs only in an Electron utility process.');
  const take = serve(handlers, (message) => port.postMessage(message));
  // While Electron delivers a message, a promise that rejects immediately counts as unhandled before its handlers are
  // attached, and ends the process.
  port.on('message', ({ data }) => inOwnTask(() => take(data)));
}
