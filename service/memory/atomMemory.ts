import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import type { Predictions } from '../predictions/predictions.ts';
import type { Recall } from '../recall/recall.ts';
import { ServiceError } from '../serviceError.ts';
import { yieldRegularly } from '../yieldRegularly.ts';
import type { AtomStore, NewAtom, ProvenAtom, StoredVersion } from '../store/atomStore.ts';

/** A hit of a recall (interface section 2): a proven atom, without its hash, with its score in [0, 1]. */
export type RecalledAtom = Omit<ProvenAtom, 'hash'> & { readonly score: number };

export interface RecallResult {
  readonly atoms: readonly RecalledAtom[];
  readonly predictions: readonly string[];
}

export interface BatchResponse {
  readonly atoms: readonly ProvenAtom[];
  readonly missing: readonly string[];
}

export interface StoreRules {
  readonly inBatch: boolean;
  /** Of each value, in UTF-8. */
  readonly maxValueBytes: number;
}

/**
 * The five operations of the API, without HTTP. `client` identifies the API key, because predictions are
 * based on what each client recalled before.
 */
export interface AtomMemory {
  /**
   * Stores all or none; refusals of a batch identify the atom.
   *
   * @throws ServiceError PAYLOAD_TOO_LARGE or SENSITIVE_CONTENT_REJECTED
   */
  store(atoms: readonly NewAtom[], rules: StoreRules): Promise<readonly StoredVersion[]>;
  /** @throws ServiceError NOT_FOUND. */
  read(client: string, key: string): Promise<ProvenAtom>;
  readMany(client: string, keys: readonly string[]): Promise<BatchResponse>;
  recall(client: string, query: string, limit: number): Promise<RecallResult>;
}

const mostPredictions = 5;
/** A batch of more keys is bulk work, such as an audit, and shows nothing about recall sequences. */
const mostKeysObserved = 32;

export interface AtomMemoryParts {
  readonly atomStore: AtomStore;
  readonly recall: Recall;
  readonly predictions: Predictions;
}

export async function createAtomMemory({
  atomStore,
  recall,
  predictions,
}: AtomMemoryParts): Promise<AtomMemory> {
  const newKeys = recall.needsKeys && atomStore.isShared ? createNewKeys(atomStore, recall) : null;
  await newKeys?.add();
  if (recall.needsKeys && newKeys === null) for await (const key of atomStore.keys()) recall.add(key);
  recall.start();

  /** Only existing keys are observed, so a request that found nothing has no effect. */
  const observe = (client: string, atoms: readonly { readonly key: string }[]) => {
    predictions.observe(
      client,
      atoms.map(({ key }) => key),
    );
  };

  return {
    async store(atoms, { inBatch, maxValueBytes }) {
      // Checking a batch of many megabytes for secrets takes seconds.
      const turn = yieldRegularly();
      for (const [index, { value }] of atoms.entries()) {
        const others = turn();
        if (others !== null) await others;
        const place = { field: 'value', ...(inBatch && { failedIndex: index }) };
        requireSize(value, maxValueBytes, place);
        requireHarmless(value, place);
      }
      const stored = await atomStore.append(atoms.map(({ key, value }) => ({ key, value })));
      for (const { key } of stored) recall.add(key);
      return stored;
    },

    async read(client, key) {
      const [atom] = (await atomStore.read([key])).atoms;
      if (atom === undefined) throw new ServiceError('NOT_FOUND', 'No atom has this key.');
      observe(client, [atom]);
      return atom;
    },

    async readMany(client, keys) {
      const answer = await atomStore.read(keys);
      if (keys.length <= mostKeysObserved) observe(client, answer.atoms);
      return answer;
    },

    async recall(client, query, limit) {
      await newKeys?.add();
      const hits = await recall.search(query, limit);
      const { atoms } = await atomStore.read(hits.map(({ key }) => key));
      const scores = new Map(hits.map(({ key, score }) => [key, score]));
      const best = atoms.slice(0, 1);
      observe(client, best);
      return {
        atoms: atoms.map(({ key, value, version, proof }) => ({
          key,
          value,
          version,
          score: scores.get(key) ?? 0,
          proof,
        })),
        predictions:
          best.length === 0
            ? []
            : await predictions.predict(client, mostPredictions, (key) => recall.has(key)),
      };
    },
  };
}

/** Makes the keys findable that other processes have stored since it was last called. */
function createNewKeys(atomStore: Pick<AtomStore, 'keysSince'>, recall: Pick<Recall, 'add'>) {
  let next = 0;
  let adding: Promise<void> | null = null;

  async function read(): Promise<void> {
    for (let isBehind = true; isBehind;) {
      const { keys, size, isAll } = await atomStore.keysSince(next);
      for (const key of keys) recall.add(key);
      next = size;
      isBehind = !isAll;
    }
  }

  return {
    /** Callers that come while it reads wait for a read that began after them. */
    async add(): Promise<void> {
      await adding?.catch(() => undefined);
      adding ??= read().finally(() => {
        adding = null;
      });
      await adding;
    },
  };
}

type Place = { readonly field: string; readonly failedIndex?: number };

function requireSize(value: string, limit: number, place: Place): void {
  const bytes = Buffer.byteLength(value);
  if (bytes <= limit) return;
  throw new ServiceError('PAYLOAD_TOO_LARGE', `The value has ${bytes} bytes. The limit is ${limit}.`, {
    ...place,
    limit,
  });
}

/** The response names the pattern and never repeats the value. */
function requireHarmless(value: string, place: Place): void {
  const found = findSensitiveContent(value);
  if (found === null) return;
  const { reason, pattern } = found;
  throw new ServiceError(
    'SENSITIVE_CONTENT_REJECTED',
    reason === 'entropy'
      ? 'The value contains random text that looks like a secret. Secrets cannot be stored.'
      : `The value contains what looks like a credential${pattern === null ? '' : ` (${pattern})`}. Secrets cannot be stored.`,
    { reason, pattern, ...place },
  );
}
