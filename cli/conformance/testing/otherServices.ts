import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '#shared/domain/json.ts';
import { naiveDuplicatingTree, naiveRfcTree, type NaiveTree } from '#shared/merkle/testing/naiveTree.ts';

/*
 * Small test services that each fill the gaps of the API in their own way, all different from the embedded
 * service.
 */

interface Atom {
  readonly key: string;
  readonly value: string;
  readonly version: number;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly failedIndex?: number;
}

/** How one service differs from another. */
export interface ServiceTraits {
  readonly tree: NaiveTree;
  readonly leaf: (atom: Atom) => Uint8Array;
  readonly order: 'leaf-to-root' | 'root-to-leaf';
  /** Whether every version is a leaf, or each key once. */
  readonly appendOnly: boolean;
  /** Whether an identical value is a new version. */
  readonly countsIdentical: boolean;
  readonly maxValueBytes: number;
  readonly acceptsKey: (key: string) => boolean;
  readonly batchStored: (stored: readonly Json[]) => {
    readonly status: number;
    readonly body: Json | undefined;
  };
  /** Atoms in the order requested, null if missing. */
  readonly batchRead: (
    keys: readonly string[],
    atoms: readonly (Json | null)[],
  ) => { readonly status: number; readonly body: Json };
  readonly mostLimit: (limit: number) => number | null;
  readonly errorBody: (refusal: Refusal) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** Breaks rules of the API, on purpose. */
  readonly halfBatches?: boolean;
  /** The status for reading this key alone; null: as for any other. */
  readonly refusesToRead?: (key: string) => number | null;
  /** Returns atoms without their values. */
  readonly hidesValues?: boolean;
}

export const keys = { read: 'read-key-of-tests', full: 'full-key-of-tests' } as const;

const sha256 = (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Duplicates the last node, hashes leaves twice, returns arrays, and has flat errors. */
export const arrayService: ServiceTraits = {
  tree: naiveDuplicatingTree((left, right) => sha256(left, right)),
  leaf: ({ key, value }) => sha256(sha256(`${key}:${value}`)),
  order: 'leaf-to-root',
  appendOnly: false,
  countsIdentical: false,
  maxValueBytes: 1_000,
  acceptsKey: (key) => /^[\w.-]{1,200}$/.test(key),
  batchStored: (stored) => ({ status: 200, body: stored }),
  batchRead: (_keys, atoms) => ({ status: 207, body: atoms }),
  mostLimit: (limit) => Math.min(limit, 25),
  errorBody: ({ code, message, failedIndex }) =>
    JSON.stringify({ error: code, reason: message, ...(failedIndex !== undefined && { failedIndex }) }),
  headers: {},
};

/** Returns maps by key, an empty body for batches, and errors as text without a code. */
export const mapService: ServiceTraits = {
  tree: naiveRfcTree((left, right) => sha256(Uint8Array.of(1), left, right)),
  leaf: ({ value }) => sha256(Uint8Array.of(0), value),
  order: 'root-to-leaf',
  appendOnly: true,
  countsIdentical: true,
  maxValueBytes: 5_000,
  acceptsKey: () => true,
  batchStored: () => ({ status: 204, body: undefined }),
  batchRead: (asked, atoms) => ({
    status: 200,
    body: { data: { found: Object.fromEntries(asked.map((key, index) => [key, atoms[index] ?? null])) } },
  }),
  mostLimit: (limit) => (limit > 50 ? null : limit),
  errorBody: ({ message }) => message,
  headers: { 'X-RateLimit-Remaining': '99' },
};

/** Hashes by an unknown rule, wraps every atom, omits missing keys, and stores partial batches. */
export const wrappingService: ServiceTraits = {
  tree: naiveRfcTree((left, right) => sha256('node', left, right)),
  leaf: ({ key, value, version }) => sha256(`leaf ${version} ${key} ${value}`),
  order: 'leaf-to-root',
  appendOnly: true,
  countsIdentical: true,
  maxValueBytes: 3_000,
  acceptsKey: (key) => !/\p{Control}/u.test(key),
  batchStored: (stored) => ({
    status: 201,
    body: { results: stored.map((atom) => ({ status: 'ok', atom })) },
  }),
  batchRead: (_keys, atoms) => ({
    status: 200,
    body: { results: atoms.filter((atom) => atom !== null).map((atom) => ({ atom })), count: atoms.length },
  }),
  mostLimit: (limit) => limit,
  errorBody: ({ code, message }) => JSON.stringify({ errors: [{ type: code, detail: message }] }),
  headers: { 'Retry-After': '1' },
  halfBatches: true,
};

/** Proves only keys: its responses do not protect the values. */
export const keyOnlyService: ServiceTraits = {
  ...arrayService,
  leaf: ({ key }) => sha256(key),
  acceptsKey: () => true,
};

/** Starts one on a free port of this computer, with an atom for each of the keys. */
export async function startOtherService(
  habits: ServiceTraits,
  stored: readonly string[] = [],
): Promise<{
  readonly url: URL;
  /** Every key that was ever stored. */
  readonly storedKeys: () => readonly string[];
  readonly stop: () => Promise<void>;
}> {
  const memory = createMemory(habits);
  for (const key of stored) memory.store(key, `of ${key}`);
  const server = createServer((request, response) => void handle(habits, memory, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/base`),
    storedKeys: () => memory.newestKeys(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Memory = ReturnType<typeof createMemory>;

function createMemory(habits: ServiceTraits) {
  const leaves: Atom[] = [];
  const placeOf = new Map<string, number>();

  function store(key: string, value: string): Atom {
    const place = placeOf.get(key);
    const earlier = place === undefined ? undefined : leaves[place];
    if (earlier?.value === value && !habits.countsIdentical) return earlier;
    const atom = { key, value, version: (earlier?.version ?? 0) + 1 };
    if (place !== undefined && !habits.appendOnly) leaves[place] = atom;
    else placeOf.set(key, leaves.push(atom) - 1);
    return atom;
  }

  /** All proofs of one call are of one tree. */
  function prove(asked: readonly string[]): readonly (Json | null)[] {
    const hashes = leaves.map(habits.leaf);
    const rootHash = hashes.length === 0 ? '' : hex(habits.tree.root(hashes));
    return asked.map((key) => {
      const leafIndex = placeOf.get(key);
      const atom = leafIndex === undefined ? undefined : leaves[leafIndex];
      if (atom === undefined || leafIndex === undefined) return null;
      const path = habits.tree.path(leafIndex, hashes).map(hex);
      const hash = hex(habits.leaf(atom));
      const siblings = habits.order === 'leaf-to-root' ? path : [...path].reverse();
      return {
        ...(habits.hidesValues === true ? { key: atom.key, version: atom.version } : atom),
        hash,
        proof: { leafHash: hash, siblings, rootHash, leafIndex, treeSize: leaves.length },
      };
    });
  }

  return {
    store,
    prove,
    root: () => hex(habits.tree.root(leaves.map(habits.leaf))),
    newestKeys: () => [...placeOf.keys()],
  };
}

class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

function refuse(status: number, code: string, message: string, failedIndex?: number): never {
  throw new RefusalError({ status, code, message, ...(failedIndex !== undefined && { failedIndex }) });
}

async function handle(
  habits: ServiceTraits,
  memory: Memory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const respond = (status: number, body: string | undefined) => {
    response.writeHead(status, habits.headers);
    response.end(body);
  };
  try {
    const text = Buffer.concat(chunks).toString('utf8');
    const { status, body } = answer(habits, memory, request, text === '' ? null : (JSON.parse(text) as Json));
    respond(status, body === undefined ? undefined : JSON.stringify(body));
  } catch (error) {
    if (error instanceof RefusalError) respond(error.refusal.status, habits.errorBody(error.refusal));
    else respond(500, String(error));
  }
}

function answer(
  habits: ServiceTraits,
  memory: Memory,
  request: IncomingMessage,
  sent: Json,
): { status: number; body: Json | undefined } {
  const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== keys.read && token !== keys.full) refuse(401, 'UNAUTHORIZED', 'who are you, then?');
  const path = (request.url ?? '').replace(/^\/base/, '');
  const body = typeof sent === 'object' && sent !== null ? (sent as { readonly [name: string]: Json }) : {};
  const mayStore = () => void (token === keys.full || refuse(403, 'FORBIDDEN', 'this key may only read'));

  if (request.method === 'GET' && path.startsWith('/atoms/')) {
    const key = decodeURIComponent(path.slice('/atoms/'.length));
    const refusal = habits.refusesToRead?.(key) ?? null;
    if (refusal !== null) refuse(refusal, 'NOT_THIS_ONE', 'this key cannot be read');
    const [atom] = memory.prove([key]);
    return { status: 200, body: atom ?? refuse(404, 'NOT_FOUND', 'there is nothing there') };
  }
  switch (`${request.method} ${path}`) {
    case 'POST /atoms':
      mayStore();
      return { status: 201, body: storeOne(habits, memory, body) };
    case 'POST /batch-atoms': {
      mayStore();
      const atoms = body['atoms'] as readonly { readonly [name: string]: Json }[];
      if (habits.halfBatches !== true) atoms.forEach((atom, index) => requireStorable(habits, atom, index));
      return habits.batchStored(atoms.map((atom) => storeOne(habits, memory, atom)));
    }
    case 'POST /batch-access': {
      const asked = body['keys'] as readonly string[];
      return habits.batchRead(asked, memory.prove(asked));
    }
    case 'POST /recall': {
      const limit = habits.mostLimit(Number(body['limit'] ?? 5)) ?? refuse(400, 'BAD_LIMIT', 'no such limit');
      const found = memory.prove(memory.newestKeys().slice(0, Math.max(0, Math.floor(limit))));
      const atoms = found.map((atom, place) => ({
        ...(atom as { readonly [name: string]: Json }),
        score: 1 / (place + 2),
      }));
      return { status: 200, body: { atoms, predictions: [] } };
    }
    default:
      return refuse(404, 'NO_SUCH_PATH', 'there is no such path');
  }
}

function storeOne(habits: ServiceTraits, memory: Memory, sent: { readonly [name: string]: Json }): Json {
  const { key, value } = requireStorable(habits, sent);
  const { version } = memory.store(key, value);
  const hash = hex(habits.leaf({ key, value, version }));
  return { key, version, hash, rootHash: memory.root(), createdAt: 1_760_000_000_000 };
}

function requireStorable(habits: ServiceTraits, sent: { readonly [name: string]: Json }, index?: number) {
  const { key, value } = sent;
  if (typeof key !== 'string' || typeof value !== 'string')
    return refuse(400, 'BAD_REQUEST', 'key and value are wanted', index);
  if (!habits.acceptsKey(key)) return refuse(400, 'BAD_KEY', 'this is no key', index);
  if (Buffer.byteLength(value) > habits.maxValueBytes)
    return refuse(413, 'PAYLOAD_TOO_LARGE', 'that is too much', index);
  if (/AKIA|[A-Za-z0-9]{38}/.test(value))
    return refuse(422, 'SENSITIVE_CONTENT_REJECTED', 'that is a secret', index);
  return { key, value };
}
