import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the trees of the server are built: 1 is the open server of today, 2 are its signed snapshots. */
export type Generation = 1 | 2;

/** What the stand-in gets wrong on demand. */
export interface StandInFaults {
  /** Alters a sibling in every proof of this atom. */
  alteredProofOf?: string | undefined;
  /** Returns, for this atom, the proof of another shard's root. */
  otherShardOf?: string | undefined;
  /** Leaves this atom out of the list. */
  unlisted?: string | undefined;
  /** Calls this atom deleted, and does not return it; its leaf stays in the tree. */
  calledDeleted?: string | undefined;
}

export interface OpenServerStandIn {
  readonly address: string;
  readonly fullKey: string;
  readonly readKey: string;
  readonly seen: readonly { readonly method: string; readonly path: string; readonly body: string }[];
  readonly faults: StandInFaults;
  /** Commits atoms at once. */
  readonly add: (atoms: readonly string[]) => void;
  readonly remove: (atom: string) => void;
  /** The atoms at two positions that share their parent, one of which is this atom’s. */
  readonly pairOf: (atom: string) => readonly string[];
  readonly train: (sequence: readonly string[]) => void;
  /** Commits what is queued. Without `commitMs`, nothing else does. */
  readonly commit: () => void;
  readonly close: () => Promise<void>;
}

const shardCount = 4;
const zero = Buffer.alloc(32);
const form = /^v1\.(fact|event|relation|state|procedure|other)\.(.+)$/;
const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

interface StandInProof {
  readonly leaf: string;
  readonly root: string;
  readonly auditPath: readonly string[];
  readonly index: number;
}

function prove(leaves: readonly Buffer[], index: number, pads: boolean): StandInProof {
  const size = pads ? 2 ** Math.ceil(Math.log2(Math.max(leaves.length, 1))) : leaves.length;
  let level = Array.from({ length: size }, (_, at) => leaves[at] ?? zero);
  const auditPath: string[] = [];
  for (let at = index; level.length > 1; at >>= 1) {
    auditPath.push((level[at ^ 1] ?? level[at] ?? zero).toString('hex'));
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, pair) => {
      const left = level[2 * pair] ?? zero;
      return sha256(left, level[2 * pair + 1] ?? left);
    });
  }
  return {
    leaf: (leaves[index] ?? zero).toString('hex'),
    root: (level[0] ?? zero).toString('hex'),
    auditPath,
    index,
  };
}

/** Answers as the open Parametric Memory server was observed to, on loopback. Written from its answers, not its source. */
export async function startOpenServerStandIn({
  generation = 1,
  commitMs = 20,
}: { readonly generation?: Generation; readonly commitMs?: number | null } = {}): Promise<OpenServerStandIn> {
  const fullKey = 'mmk_full_stand_in';
  const readKey = 'mmk_read_stand_in';
  const shards: { readonly atom: string; readonly committedAtVersion: number; isDeleted: boolean }[][] =
    Array.from({ length: shardCount }, () => []);
  const weights = new Map<string, Map<string, number>>();
  const queue: string[] = [];
  const seen: { method: string; path: string; body: string }[] = [];
  const faults: StandInFaults = {};
  let version = 1;
  const timers = new Set<NodeJS.Timeout>();

  const shardOf = (atom: string): number => sha256('route', atom).readUInt32BE() % shardCount;
  const leavesOf = (shard: number): Buffer[] =>
    (shards[shard] ?? []).map(({ atom, isDeleted }) => (isDeleted ? zero : sha256(atom)));
  const find = (atom: string) => {
    const index = (shards[shardOf(atom)] ?? []).findIndex((one) => one.atom === atom && !one.isDeleted);
    return index < 0 ? null : { shard: shardOf(atom), index };
  };
  const masterLeaves = (): Buffer[] =>
    shards.map((_, shard) => {
      const { root } = prove(leavesOf(shard), 0, generation === 1);
      return generation === 1 ? sha256(root) : Buffer.from(root, 'hex');
    });
  const shardProof = (shard: number, index: number) => prove(leavesOf(shard), index, generation === 1);
  const masterProof = (shard: number) => prove(masterLeaves(), shard, false);
  const altered = (proof: StandInProof): StandInProof => ({
    ...proof,
    auditPath: proof.auditPath.map((hash, at) =>
      at === 0 ? hash.replace(/^./, (one) => (one === 'a' ? 'b' : 'a')) : hash,
    ),
  });

  /** The root of each version since the start. */
  const roots = new Map<number, string>([[version, masterProof(0).root]]);
  const changed = (): void => {
    version += 1;
    roots.set(version, masterProof(0).root);
  };
  const add = (atoms: readonly string[]): void => {
    for (const atom of atoms)
      if (find(atom) === null)
        shards[shardOf(atom)]?.push({ atom, committedAtVersion: version + 1, isDeleted: false });
    changed();
  };
  const commit = (): void => {
    if (queue.length > 0) add(queue.splice(0));
  };
  const followersOf = (atom: string): [string, number][] =>
    [...(weights.get(atom) ?? new Map<string, number>())].sort((one, other) => other[1] - one[1]);
  const accessed = (atom: string): object => {
    const place = atom === faults.calledDeleted ? null : find(atom);
    if (place === null) return { ok: false, item: atom, statusCode: 404, error: `Atom '${atom}' not found.` };
    const currentProof = shardProof(place.shard, place.index);
    const next = followersOf(atom)[0]?.[0] ?? null;
    return {
      ok: true,
      currentData: atom,
      currentProof: faults.alteredProofOf === atom ? altered(currentProof) : currentProof,
      shardRootProof: masterProof(
        faults.otherShardOf === atom ? (place.shard + 1) % shardCount : place.shard,
      ),
      predictedNext: next,
      predictedProof: null,
      latencyMs: 0,
      treeVersion: version,
    };
  };

  interface Answer {
    readonly status?: number;
    readonly body: unknown;
  }
  /** As of a version, it is still the record and the proof of today. Only the root is that of the version. */
  const inspected = (atom: string, asked: string | null): Answer => {
    const refusal = (status: number, error: string): Answer => ({ status, body: { error } });
    const asOfVersion = asked === null ? null : Number(asked);
    const rootAtVersion = asOfVersion === null ? null : roots.get(asOfVersion);
    if (rootAtVersion === undefined) return refusal(400, `Requested asOfVersion ${String(asked)} invalid`);
    const shard = shardOf(atom);
    const index = (shards[shard] ?? []).map((one) => one.atom).lastIndexOf(atom);
    const record = shards[shard]?.[index];
    if (record === undefined || atom.length > 100) return refusal(404, `Atom '${atom}' not found.`);
    const { committedAtVersion, isDeleted } = record;
    if (asOfVersion !== null && committedAtVersion > asOfVersion)
      return refusal(404, `Atom '${atom}' did not exist at requested temporal scope.`);
    return {
      body: {
        atom,
        shard,
        index,
        status: isDeleted ? 'tombstoned' : 'active',
        hash: sha256(atom).toString('hex'),
        committed: true,
        createdAtMs: 1.5,
        committedAtVersion,
        treeVersion: version,
        outgoingTransitions: [],
        proof: shardProof(shard, index),
        ttl: null,
        temporal: {
          mode: asOfVersion === null ? 'current' : 'version',
          asOfMs: null,
          asOfVersion,
          effectiveAsOfMs: asOfVersion === null ? null : 1.5,
          rootAtVersion,
        },
      },
    };
  };
  const answer = (method: string, url: URL, key: string, body: Record<string, unknown>): Answer => {
    const path = decodeURIComponent(url.pathname);
    if (method === 'GET' && path === '/tree-head')
      return { body: { version, root: masterProof(0).root, timestamp: 1.5, checkedAt: 2 } };
    if (key !== fullKey && key !== readKey) return { status: 401, body: { error: 'Unauthorized' } };
    const malformed = (what: string): Answer => ({ status: 400, body: { error: `${what} invalid` } });
    const hasForm = (atom: unknown): atom is string => typeof atom === 'string' && form.test(atom);
    if (method === 'GET' && path === '/atoms') {
      const all = shards
        .flat()
        .filter(({ atom }) => atom !== faults.unlisted)
        .map(({ atom, isDeleted }) => ({
          atom,
          status: isDeleted || atom === faults.calledDeleted ? 'tombstoned' : 'active',
        }));
      const offset = Number(url.searchParams.get('offset') ?? 0);
      const limit = Number(url.searchParams.get('limit') ?? all.length);
      return { body: { atoms: all.slice(offset, offset + limit), treeVersion: version } };
    }
    if (method === 'GET' && path.startsWith('/atoms/')) {
      const atom = path.slice('/atoms/'.length);
      return hasForm(atom) ? inspected(atom, url.searchParams.get('asOfVersion')) : malformed("'atom'");
    }
    if (method === 'GET' && path.startsWith('/weights/')) {
      const atom = path.slice('/weights/'.length);
      if (atom.length > 100 || find(atom) === null) return { status: 404, body: { error: 'not found' } };
      const transitions = followersOf(atom).map(([to, weight]) => ({
        to,
        weight,
        effectiveWeight: weight,
        lastUpdatedMs: 1,
      }));
      return { body: { atom, transitions, totalWeight: 1, dominantNext: null, dominanceRatio: null } };
    }
    if (method === 'POST' && path === '/batch-access') {
      const { items } = body;
      if (!Array.isArray(items) || items.length === 0 || !items.every(hasForm))
        return malformed("Property 'items'");
      return { body: { results: items.map(accessed) } };
    }
    if (method === 'POST' && path === '/search') {
      const words = String(body['query']).toLowerCase().split(/\W+/);
      const results = shards
        .flat()
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ atom }) => ({
          atom,
          similarity: words.filter((word) => atom.includes(word)).length / words.length,
        }))
        .filter(({ similarity }) => similarity > 0)
        .sort((one, other) => other.similarity - one.similarity || (one.atom < other.atom ? -1 : 1))
        .slice(0, Number(body['limit']));
      return { body: { mode: 'semantic', results } };
    }
    if (method === 'POST' && path === '/atoms') {
      if (key !== fullKey)
        return {
          status: 403,
          body: { error: 'forbidden', message: 'Read-only client', scope: 'read', requiredScope: 'master' },
        };
      const { atoms } = body;
      if (!Array.isArray(atoms) || atoms.length === 0 || !atoms.every(hasForm)) return malformed("'atoms'");
      const secret = atoms.filter((atom) => atom.includes('password'));
      if (secret.length > 0) return { status: 422, body: { error: 'secret patterns', secretAtoms: secret } };
      const suspicious = atoms.filter((atom) => atom.includes('override'));
      if (suspicious.length > 0)
        return {
          status: 202,
          body: {
            status: 'ReviewRequired',
            reason: 'Review needed.',
            suspiciousAtoms: suspicious,
            queued: 0,
          },
        };
      queue.push(...atoms);
      if (commitMs !== null) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          commit();
        }, commitMs);
        timers.add(timer);
      }
      return { body: { status: 'Queued', batchId: 1, queued: atoms.length, commitEtaMs: commitMs ?? 0 } };
    }
    return {
      status: 404,
      body: { message: `Route ${method}:${path} not found`, error: 'Not Found', statusCode: 404 },
    };
  };

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '/' } = request;
      const text = Buffer.concat(chunks).toString('utf8');
      seen.push({ method, path, body: text });
      const key = (request.headers.authorization ?? '').replace(/^Bearer /, '');
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      const { status = 200, body: answered } = answer(method, new URL(path, 'http://stand-in'), key, body);
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}`,
    fullKey,
    readKey,
    seen,
    faults,
    add,
    remove: (atom) => {
      const place = find(atom);
      const entry = place === null ? undefined : shards[place.shard]?.[place.index];
      if (entry !== undefined) entry.isDeleted = true;
      changed();
    },
    pairOf: (atom) => {
      const place = find(atom);
      if (place === null) return [];
      const ofShard = shards[place.shard] ?? [];
      return [place.index, place.index ^ 1].flatMap((index) => ofShard[index]?.atom ?? []);
    },
    train: (sequence) => {
      for (const [at, to] of sequence.slice(1).entries()) {
        const from = sequence[at] ?? '';
        const known = weights.get(from) ?? new Map<string, number>();
        weights.set(from, known.set(to, (known.get(to) ?? 0) + 1));
      }
    },
    commit,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
