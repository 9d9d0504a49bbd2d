import { noStoredDetails } from '../decodeResponse.ts';
import { atomPath } from '#shared/domain/atomPath.ts';
import type { StoredAtom } from '#shared/domain/atom.ts';
import type { ReceivedRecall } from '../decodeResponse.ts';
import type { ReceivedAtom } from '../receivedAtom.ts';
import {
  perform,
  type CallOptions,
  type Gateway,
  type GatewayEffects,
  type GatewayResponse,
  type Target,
} from '../gateway.ts';
import { refused, unsendable } from '../refusedInput.ts';
import { detectDialect } from './detectDialect.ts';
import {
  decodeOpenBatch,
  decodeOpenList,
  decodeOpenSearch,
  decodeOpenStore,
  decodeOpenWeights,
  type OpenServerAtom,
  type OpenServerHit,
} from './openServerBodies.ts';

/** The server returns at most this many hits, and refuses to be asked for more. */
const mostHits = 100;
/** Enough to see the key that is asked for among others that are as similar. */
const leastHits = 10;
/** The server takes longer paths for unknown addresses, and returns 404. */
const longestInPath = 100;
/** How long to wait, after the time that the server names, until what was stored can be read. */
const commitPatienceMs = 10_000;
const commitPauseMs = 250;

/**
 * The open Parametric Memory server behind the calls of the gateway. An atom is its key there: it has no value and no
 * version. Atoms are always read with `POST /batch-access`, because only its proofs lead to the root of the memory, and
 * because `GET /atoms/:atom` returns 404 for every long key.
 */
export function createOpenServerGateway(effects: GatewayEffects): Gateway {
  const batch = (
    target: Target,
    keys: readonly string[],
    options: CallOptions,
  ): Promise<GatewayResponse<readonly OpenServerAtom[]>> =>
    perform(effects, target, options, {
      method: 'POST',
      path: '/batch-access',
      body: { items: [...keys] },
      isWrite: false,
      key: null,
      decode: (received) => decodeOpenBatch(received, keys.length),
    });
  const readMany: Gateway['readMany'] = async (target, keys, options) => {
    const refusal = unsendableKeys(keys, options);
    if (refusal !== null) return refusal;
    const answer = await batch(target, keys, options);
    return answer.ok ? { ...answer, value: answer.value.map(({ atom }) => atom) } : answer;
  };

  /** The keys that followed an atom, with their weights. Without them, there is still the one next key. */
  const followers = async (
    target: Target,
    { atom, predictedNext }: OpenServerAtom,
    options: CallOptions,
  ): Promise<Pick<ReceivedRecall, 'predictions' | 'shares'>> => {
    const next = { predictions: predictedNext === null ? [] : [predictedNext] };
    const path = atomPath(atom.key);
    if (!path.ok || atom.key.length > longestInPath) return next;
    const answer = await perform(effects, target, options, {
      method: 'GET',
      path: path.value.replace(/^\/atoms\//, '/weights/'),
      body: null,
      isWrite: false,
      key: null,
      decode: decodeOpenWeights,
    });
    if (!answer.ok || answer.value.length === 0) return next;
    const total = answer.value.reduce((sum, { weight }) => sum + weight, 0);
    return {
      predictions: answer.value.map(({ key }) => key),
      shares: answer.value.map(({ weight }) => (total === 0 ? 0 : weight / total)),
    };
  };

  /** Until the server has committed the keys, or for as long as that may reasonably take. */
  const waitForCommit = async (
    target: Target,
    keys: readonly string[],
    commitMs: number,
    options: CallOptions,
  ): Promise<void> => {
    const until = effects.now() + Math.min(commitMs, 60_000) + commitPatienceMs;
    while (effects.now() < until && options.signal?.aborted !== true) {
      await effects.sleep(commitPauseMs, options.signal);
      const answer = await batch(target, keys, options);
      if (!answer.ok || answer.value.length === keys.length) return;
    }
  };
  const storeKeys = async (
    target: Target,
    atoms: readonly { readonly key: string; readonly value: string }[],
    options: CallOptions,
  ): Promise<GatewayResponse<readonly StoredAtom[]>> => {
    const keys = atoms.map(({ key }) => key);
    const refusal = unsendableKeys(keys, options) ?? withValue(atoms, options);
    if (refusal !== null) return refusal;
    const answer = await perform(effects, target, options, {
      method: 'POST',
      path: '/atoms',
      body: { atoms: keys },
      isWrite: true,
      key: null,
      decode: (received) => decodeOpenStore(received, keys),
    });
    if (!answer.ok) return answer;
    if (answer.value.kind === 'review') {
      const { reason, failedIndex } = answer.value;
      return refused(
        {
          code: 'sensitive_content',
          reason,
          pattern: null,
          field: 'key',
          failedIndex,
          message: `The service stored nothing, because it wants a review first. ${reason}`.trimEnd(),
          requestId: options.requestId,
        },
        options,
      );
    }
    await waitForCommit(target, [...new Set(keys)], answer.value.commitMs, options);
    return { ...answer, value: keys.map(noStoredDetails) };
  };

  return {
    detect: (target, options) => detectDialect(effects, target, options),
    read: async (target, key, options) => {
      const answer = await readMany(target, [key], options);
      if (!answer.ok) return answer;
      const atom = answer.value.find((one) => one.key === key) ?? answer.value[0];
      if (atom !== undefined) return { ...answer, value: atom };
      return refused(
        { code: 'not_found', key, message: 'No atom has this key (404).', requestId: options.requestId },
        options,
      );
    },
    readMany,
    readManyBytes: async (target, keys, options) => {
      const answer = await readMany(target, keys, options);
      return answer.ok ? { ...answer, value: { kind: 'atoms', atoms: answer.value } } : answer;
    },
    recall: async (target, query, limit, options) => {
      const refusal = unsendable([['query', query]], options);
      if (refusal !== null) return refusal;
      const found = await perform(effects, target, options, {
        method: 'POST',
        path: '/search',
        body: { query, limit: Math.min(Math.max(limit, leastHits), mostHits) },
        isWrite: false,
        key: null,
        decode: (received) => decodeOpenSearch(received, mostHits),
      });
      if (!found.ok) return found;
      const { exchange } = found;
      const hits = withKeyFirst(found.value, query).slice(0, limit);
      const [best] = hits;
      if (best === undefined)
        return { ok: true, value: { atoms: [], predictions: [], oddPredictions: [] }, exchange };
      const answer = await batch(target, [...new Set(hits.map(({ key }) => key))], options);
      if (!answer.ok) return answer;
      const atoms = new Map(answer.value.map((one) => [one.atom.key, one]));
      const first = atoms.get(best.key);
      const predicted = first === undefined ? { predictions: [] } : await followers(target, first, options);
      return {
        ok: true,
        value: {
          // An atom that was deleted in between has no proof, and is left out.
          atoms: hits.flatMap(({ key, similarity }): ReceivedAtom[] => {
            const hit = atoms.get(key)?.atom;
            return hit === undefined ? [] : [{ ...hit, score: similarity, receivedBy: answer.exchange }];
          }),
          ...predicted,
          oddPredictions: [],
        },
        exchange: { ...exchange, elapsedMs: effects.now() - exchange.startedAt },
      };
    },
    store: async (target, atom, options) => {
      const answer = await storeKeys(target, [atom], options);
      return answer.ok ? { ...answer, value: noStoredDetails(atom.key) } : answer;
    },
    storeBatch: async (target, atoms, options) => {
      const answer = await storeKeys(target, atoms, options);
      return answer.ok ? { ...answer, value: { atoms: answer.value, rootHash: null } } : answer;
    },
    list: async (target, { offset, limit, route }, options) => {
      if (route === 'export') return { ok: true, value: null };
      return perform(effects, target, options, {
        method: 'GET',
        path: `/atoms?limit=${String(limit)}&offset=${String(offset)}`,
        body: null,
        isWrite: false,
        key: null,
        decode: (received) => decodeOpenList(received, limit),
      });
    },
  };
}

/** Of hits that are as similar as the best one, the key that is asked for comes first: the server has newer ones first. */
function withKeyFirst(hits: readonly OpenServerHit[], query: string): readonly OpenServerHit[] {
  const asked = hits.find(({ key }) => key === query);
  if (asked === undefined || asked.similarity !== hits[0]?.similarity) return hits;
  return [asked, ...hits.filter((hit) => hit !== asked)];
}

function unsendableKeys(keys: readonly string[], options: CallOptions) {
  return unsendable(
    keys.map((key, at) => [`keys[${String(at)}]`, key]),
    options,
  );
}

function withValue(atoms: readonly { readonly value: string }[], options: CallOptions) {
  const at = atoms.findIndex(({ value }) => value !== '');
  if (at < 0) return null;
  return refused(
    {
      code: 'invalid_input',
      field: atoms.length === 1 ? 'value' : `atoms[${String(at)}].value`,
      message:
        'Atoms of this service have no value: an atom is its key. Put the content into the key, and leave the value empty.',
      requestId: null,
    },
    options,
  );
}
