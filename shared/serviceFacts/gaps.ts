/**
 * - `answers`: what was seen, in words; more than one if the service was not always the same;
 * - `bounds`: the largest number that was accepted, and the smallest that was refused;
 * - `range`: the smallest and the largest number that were seen.
 */
type GapKind = 'answers' | 'bounds' | 'range';

export const gapGroups = ['service', 'keys', 'proofs', 'responses', 'errors', 'limits'] as const;
export type GapGroup = (typeof gapGroups)[number];

interface GapEntry {
  readonly id: string;
  /** The section of the API that leaves it open, and its topic. */
  readonly section: string;
  readonly title: string;
  /** Absent: `answers`. */
  readonly kind?: GapKind;
  /** Only the latest answer counts, because it is about what the service holds and not about what it is. */
  readonly isLatestOnly?: true;
  /** Of numbers: what they count, in the plural. */
  readonly unit?: string;
  /** How it can be learned: completes "Not known yet." */
  readonly learn: string;
}

const noneDefined = 'The API defines none, and this app looks for none.';
const onlyByCommand = 'Run `atom-explorer conformance`.';
const byReading = 'Read an atom with a proof.';
const byReadingMany = 'Read several atoms at once, for example in an audit.';
const byTesting = 'Test the connection, which reads a key that does not exist.';
const byStoring = 'Store an atom.';
const bySending = 'Send any request.';
const byUploading = 'Upload a file.';
const byRecalling = 'Run a recall.';
const byCommandThatStores = 'Run `atom-explorer conformance` with a key for storing: it stores test atoms.';

function refusal<const Status extends number>(status: Status, code: string, learn: string) {
  return {
    id: `error-${status}`,
    section: '7 errors',
    title: `body of ${status} ${code}`,
    learn,
  } as const satisfies GapEntry;
}

/** Everything that the API leaves open and that can be learned about a service, in the order in which it is shown. */
const gapsByGroup = {
  service: [
    { id: 'dialect', section: '1 service', title: 'dialect', learn: 'Test the connection.' },
    {
      id: 'list',
      section: '4 endpoints',
      title: 'list of atoms',
      learn: 'Start Discovery: it looks for a list first.',
    },
    {
      id: 'list-complete',
      section: '4 endpoints',
      title: 'whether the list is complete',
      isLatestOnly: true,
      learn: 'Finish a Discovery on a service with a list.',
    },
    { id: 'events', section: '6 events', title: 'feed of events', learn: noneDefined },
    { id: 'past-reads', section: '2 versions', title: 'reads of the past', learn: noneDefined },
    {
      id: 'api-version',
      section: '9 versioning',
      title: 'headers with a version or an end date',
      learn: bySending,
    },
  ],
  keys: [
    {
      id: 'key-characters',
      section: '2 keys',
      title: 'characters allowed in a key',
      learn: byCommandThatStores,
    },
    {
      id: 'key-unicode',
      section: '2 keys',
      title: 'Unicode forms of the same text',
      learn: byCommandThatStores,
    },
    {
      id: 'key-length',
      section: '2 keys',
      title: 'longest key',
      kind: 'bounds',
      unit: 'bytes',
      learn: 'Store an atom, or read one.',
    },
    { id: 'versions', section: '2 versions', title: 'version increment', learn: byCommandThatStores },
  ],
  proofs: [
    { id: 'path-rules', section: '2 proof', title: 'hashing rules of the path', learn: byReading },
    { id: 'leaf-rules', section: '2 proof', title: 'hashing rules of the leaf', learn: byReading },
    { id: 'proof-covers', section: '2 proof', title: 'what a proof covers', learn: byReading },
    { id: 'hash-length', section: '2 proof', title: 'length of hashes', learn: byReading },
    { id: 'proof-fields', section: '2 proof', title: 'fields of a proof', learn: byReading },
    { id: 'tree-size', section: '2 proof', title: 'tree size in proofs', learn: byReading },
    { id: 'leaf-added', section: '2 proof', title: 'when a leaf is added', learn: byCommandThatStores },
  ],
  responses: [
    { id: 'read-fields', section: '4.2 retrieve', title: 'response to a read', learn: 'Open an atom.' },
    { id: 'recall-fields', section: '4.4 recall', title: 'response to a recall', learn: byRecalling },
    { id: 'predictions', section: '4.4 recall', title: 'predictions', learn: byRecalling },
    {
      id: 'score-range',
      section: '2 recall result',
      title: 'range of score',
      kind: 'range',
      learn: 'Run a recall that finds something.',
    },
    {
      id: 'recall-limit',
      section: '4.6 limit',
      title: 'default and bounds of `limit`',
      kind: 'bounds',
      unit: 'atoms',
      learn: byRecalling,
    },
    { id: 'recall-no-query', section: '4.6 fields', title: 'recall without a query', learn: onlyByCommand },
    {
      id: 'batch-envelope',
      section: '4.6 batch recall',
      title: 'envelope of a batch recall',
      learn: byReadingMany,
    },
    {
      id: 'batch-missing',
      section: '4.6 batch recall',
      title: 'missing keys in a batch recall',
      learn: byTesting,
    },
    {
      id: 'batch-order',
      section: '4.6 batch recall',
      title: 'order of a batch recall',
      learn: byReadingMany,
    },
    {
      id: 'batch-twice',
      section: '4.6 batch recall',
      title: 'key requested twice in a batch recall',
      learn: onlyByCommand,
    },
    { id: 'stored-fields', section: '4.1 store', title: 'response to a store', learn: byStoring },
    {
      id: 'stored-batch',
      section: '4.3 batch store',
      title: 'response to a batch store',
      learn: byUploading,
    },
    {
      id: 'batch-refused',
      section: '4.3 batch store',
      title: 'refused atom of a batch store',
      learn: byCommandThatStores,
    },
    {
      id: 'store-no-value',
      section: '4.6 fields',
      title: 'store without a value',
      learn: byCommandThatStores,
    },
  ],
  errors: [
    refusal(401, 'UNAUTHORIZED', 'It is sent when the API key is missing or invalid.'),
    refusal(403, 'FORBIDDEN', 'It is sent when a read-only key is used to store.'),
    refusal(404, 'NOT_FOUND', byTesting),
    refusal(413, 'PAYLOAD_TOO_LARGE', 'It is sent when something too large is stored.'),
    refusal(422, 'SENSITIVE_CONTENT_REJECTED', 'It is sent when a credential is stored.'),
    refusal(429, 'RATE_LIMITED', 'It is sent when there are too many requests.'),
  ],
  limits: [
    {
      id: 'value-size',
      section: '8 limits',
      title: 'largest value',
      kind: 'bounds',
      unit: 'bytes',
      learn: byStoring,
    },
    {
      id: 'batch-read-size',
      section: '8 limits',
      title: 'largest number of keys in a batch recall',
      kind: 'bounds',
      unit: 'keys',
      learn: byReadingMany,
    },
    {
      id: 'batch-store-size',
      section: '8 limits',
      title: 'largest number of atoms in a batch store',
      kind: 'bounds',
      unit: 'atoms',
      learn: byUploading,
    },
    { id: 'rate-headers', section: '8 limits', title: 'rate-limit headers', learn: bySending },
    {
      id: 'retry-after',
      section: '8 limits',
      title: 'Retry-After with 429',
      learn: 'It is sent when there are too many requests.',
    },
  ],
} as const satisfies Readonly<Record<GapGroup, readonly GapEntry[]>>;

export type GapId = (typeof gapsByGroup)[GapGroup][number]['id'];

export interface ServiceGap extends GapEntry {
  readonly id: GapId;
  readonly group: GapGroup;
  readonly kind: GapKind;
}

type GapsByGroup = Readonly<Record<GapGroup, readonly (GapEntry & { readonly id: GapId })[]>>;
const groups: GapsByGroup = gapsByGroup;
export const serviceGaps: readonly ServiceGap[] = gapGroups.flatMap((group) =>
  groups[group].map((gap) => ({ kind: 'answers' as const, ...gap, group })),
);

const byId = new Map(serviceGaps.map((gap) => [gap.id, gap]));

export function gapOf(id: GapId): ServiceGap {
  const gap = byId.get(id);
  if (gap === undefined) throw new Error(`There is no gap ${id}.`);
  return gap;
}
