/**
 * - `answers`: what was seen, in words; more than one if the service was not always the same;
 * - `bounds`: the largest number that was accepted, and the smallest that was refused;
 * - `range`: the smallest and the largest number that were seen.
 */
export type GapKind = 'answers' | 'bounds' | 'range';

export const gapGroups = ['service', 'keys', 'proofs', 'responses', 'errors', 'limits'] as const;
export type GapGroup = (typeof gapGroups)[number];

export interface Gap {
  readonly id: string;
  readonly group: GapGroup;
  /** The section of the API that leaves it open, and its topic. */
  readonly section: string;
  readonly title: string;
  readonly kind: GapKind;
  /** Only the latest answer counts, because it is about what the service holds and not about what it is. */
  readonly isLatestOnly?: true;
  /** Of numbers: what they count, in the plural. */
  readonly unit?: string;
  /** How it can be learned: completes "Not known yet." */
  readonly learn: string;
}

const noneDefined = 'The API defines none, and this app looks for none.';
const onlyByCommand = 'Run `atom-explorer conformance`.';
const byCommandThatStores = 'Run `atom-explorer conformance` with a key for storing: it stores test atoms.';

function refusal<const Status extends number>(status: Status, code: string, learn: string) {
  return {
    id: `error-${status}`,
    group: 'errors',
    section: '7 errors',
    title: `body of ${status} ${code}`,
    kind: 'answers',
    learn,
  } as const satisfies Gap;
}

/** Everything that the API leaves open and that can be learned about a service, in the order in which it is shown. */
const allGaps = [
  {
    id: 'dialect',
    group: 'service',
    section: '1 service',
    title: 'dialect',
    kind: 'answers',
    learn: 'Test the connection.',
  },
  {
    id: 'list',
    group: 'service',
    section: '4 endpoints',
    title: 'list of atoms',
    kind: 'answers',
    learn: 'Start Discovery: it looks for a list first.',
  },
  {
    id: 'list-complete',
    group: 'service',
    section: '4 endpoints',
    title: 'whether the list is complete',
    kind: 'answers',
    isLatestOnly: true,
    learn: 'Finish a Discovery on a service with a list.',
  },
  {
    id: 'events',
    group: 'service',
    section: '6 events',
    title: 'feed of events',
    kind: 'answers',
    learn: noneDefined,
  },
  {
    id: 'past-reads',
    group: 'service',
    section: '2 versions',
    title: 'reads of the past',
    kind: 'answers',
    learn: noneDefined,
  },
  {
    id: 'api-version',
    group: 'service',
    section: '9 versioning',
    title: 'headers with a version or an end date',
    kind: 'answers',
    learn: 'Send any request.',
  },
  {
    id: 'key-characters',
    group: 'keys',
    section: '2 keys',
    title: 'characters allowed in a key',
    kind: 'answers',
    learn: byCommandThatStores,
  },
  {
    id: 'key-unicode',
    group: 'keys',
    section: '2 keys',
    title: 'Unicode forms of the same text',
    kind: 'answers',
    learn: byCommandThatStores,
  },
  {
    id: 'key-length',
    group: 'keys',
    section: '2 keys',
    title: 'longest key',
    kind: 'bounds',
    unit: 'bytes',
    learn: 'Store an atom, or read one.',
  },
  {
    id: 'versions',
    group: 'keys',
    section: '2 versions',
    title: 'version increment',
    kind: 'answers',
    learn: byCommandThatStores,
  },
  {
    id: 'path-rules',
    group: 'proofs',
    section: '2 proof',
    title: 'hashing rules of the path',
    kind: 'answers',
    learn: 'Read an atom with a proof.',
  },
  {
    id: 'leaf-rules',
    group: 'proofs',
    section: '2 proof',
    title: 'hashing rules of the leaf',
    kind: 'answers',
    learn: 'Read an atom with a proof.',
  },
  {
    id: 'proof-covers',
    group: 'proofs',
    section: '2 proof',
    title: 'what a proof covers',
    kind: 'answers',
    learn: 'Read an atom with a proof.',
  },
  {
    id: 'hash-length',
    group: 'proofs',
    section: '2 proof',
    title: 'length of hashes',
    kind: 'answers',
    learn: 'Read an atom with a proof.',
  },
  {
    id: 'proof-fields',
    group: 'proofs',
    section: '2 proof',
    title: 'fields of a proof',
    kind: 'answers',
    learn: 'Read an atom with a proof.',
  },
  {
    id: 'tree-size',
    group: 'proofs',
    section: '2 proof',
    title: 'tree size in proofs',
    kind: 'answers',
    learn: 'Read an atom with a proof.',
  },
  {
    id: 'leaf-added',
    group: 'proofs',
    section: '2 proof',
    title: 'when a leaf is added',
    kind: 'answers',
    learn: byCommandThatStores,
  },
  {
    id: 'read-fields',
    group: 'responses',
    section: '4.2 retrieve',
    title: 'response to a read',
    kind: 'answers',
    learn: 'Open an atom.',
  },
  {
    id: 'recall-fields',
    group: 'responses',
    section: '4.4 recall',
    title: 'response to a recall',
    kind: 'answers',
    learn: 'Run a recall.',
  },
  {
    id: 'predictions',
    group: 'responses',
    section: '4.4 recall',
    title: 'predictions',
    kind: 'answers',
    learn: 'Run a recall.',
  },
  {
    id: 'score-range',
    group: 'responses',
    section: '2 recall result',
    title: 'range of score',
    kind: 'range',
    learn: 'Run a recall that finds something.',
  },
  {
    id: 'recall-limit',
    group: 'responses',
    section: '4.6 limit',
    title: 'default and bounds of `limit`',
    kind: 'bounds',
    unit: 'atoms',
    learn: 'Run a recall.',
  },
  {
    id: 'recall-no-query',
    group: 'responses',
    section: '4.6 fields',
    title: 'recall without a query',
    kind: 'answers',
    learn: onlyByCommand,
  },
  {
    id: 'batch-envelope',
    group: 'responses',
    section: '4.6 batch recall',
    title: 'envelope of a batch recall',
    kind: 'answers',
    learn: 'Read several atoms at once, for example in an audit.',
  },
  {
    id: 'batch-missing',
    group: 'responses',
    section: '4.6 batch recall',
    title: 'missing keys in a batch recall',
    kind: 'answers',
    learn: 'Test the connection, which reads a key that does not exist.',
  },
  {
    id: 'batch-order',
    group: 'responses',
    section: '4.6 batch recall',
    title: 'order of a batch recall',
    kind: 'answers',
    learn: 'Read several atoms at once, for example in an audit.',
  },
  {
    id: 'batch-twice',
    group: 'responses',
    section: '4.6 batch recall',
    title: 'key requested twice in a batch recall',
    kind: 'answers',
    learn: onlyByCommand,
  },
  {
    id: 'stored-fields',
    group: 'responses',
    section: '4.1 store',
    title: 'response to a store',
    kind: 'answers',
    learn: 'Store an atom.',
  },
  {
    id: 'stored-batch',
    group: 'responses',
    section: '4.3 batch store',
    title: 'response to a batch store',
    kind: 'answers',
    learn: 'Upload a file.',
  },
  {
    id: 'batch-refused',
    group: 'responses',
    section: '4.3 batch store',
    title: 'refused atom of a batch store',
    kind: 'answers',
    learn: byCommandThatStores,
  },
  {
    id: 'store-no-value',
    group: 'responses',
    section: '4.6 fields',
    title: 'store without a value',
    kind: 'answers',
    learn: byCommandThatStores,
  },
  refusal(401, 'UNAUTHORIZED', 'It is sent when the API key is missing or invalid.'),
  refusal(403, 'FORBIDDEN', 'It is sent when a read-only key is used to store.'),
  refusal(404, 'NOT_FOUND', 'Test the connection, which reads a key that does not exist.'),
  refusal(413, 'PAYLOAD_TOO_LARGE', 'It is sent when something too large is stored.'),
  refusal(422, 'SENSITIVE_CONTENT_REJECTED', 'It is sent when a credential is stored.'),
  refusal(429, 'RATE_LIMITED', 'It is sent when there are too many requests.'),
  {
    id: 'value-size',
    group: 'limits',
    section: '8 limits',
    title: 'largest value',
    kind: 'bounds',
    unit: 'bytes',
    learn: 'Store an atom.',
  },
  {
    id: 'batch-read-size',
    group: 'limits',
    section: '8 limits',
    title: 'largest number of keys in a batch recall',
    kind: 'bounds',
    unit: 'keys',
    learn: 'Read several atoms at once, for example in an audit.',
  },
  {
    id: 'batch-store-size',
    group: 'limits',
    section: '8 limits',
    title: 'largest number of atoms in a batch store',
    kind: 'bounds',
    unit: 'atoms',
    learn: 'Upload a file.',
  },
  {
    id: 'rate-headers',
    group: 'limits',
    section: '8 limits',
    title: 'rate-limit headers',
    kind: 'answers',
    learn: 'Send any request.',
  },
  {
    id: 'retry-after',
    group: 'limits',
    section: '8 limits',
    title: 'Retry-After with 429',
    kind: 'answers',
    learn: 'It is sent when there are too many requests.',
  },
] as const satisfies readonly Gap[];

export type GapId = (typeof allGaps)[number]['id'];

export interface ServiceGap extends Gap {
  readonly id: GapId;
}

export const serviceGaps: readonly ServiceGap[] = allGaps;

const byId = new Map(serviceGaps.map((gap) => [gap.id, gap]));

export function gapOf(id: GapId): ServiceGap {
  const gap = byId.get(id);
  if (gap === undefined) throw new Error(`There is no gap ${id}.`);
  return gap;
}
