import type { AppError } from './appError.ts';
import type { Coverage } from './catalogue.ts';
import type { ConnectionId, RootSighting } from './connection.ts';
import type { KeyConflict, ProvenPlace } from './keyMemory.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import type { UploadProgress } from './upload.ts';

/** How a piece of long work stands. */
export type JobState =
  | { readonly kind: 'running' }
  /** By the user, or by a failure that trying again may cure: then `error` says what it met. */
  | { readonly kind: 'paused'; readonly error: AppError | null }
  /** Goes on by itself. `until`: epoch milliseconds. `error`: what the service answered. */
  | { readonly kind: 'waiting'; readonly until: number; readonly error: AppError }
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: AppError };

export interface JobBase {
  readonly id: string;
  readonly connectionId: ConnectionId;
  readonly state: JobState;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null while it is not over. */
  readonly endedAt: number | null;
}

/** Long work on the memory of one connection. It continues whatever the window shows; `listJobs` finds it again. */
export type Job =
  | (JobBase & { readonly kind: 'read'; readonly progress: ReadProgress })
  | (JobBase & { readonly kind: 'export'; readonly progress: ExportProgress })
  | (JobBase & { readonly kind: 'import'; readonly progress: ImportProgress })
  | (JobBase & { readonly kind: 'discovery'; readonly progress: DiscoveryProgress })
  | (JobBase & { readonly kind: 'upload'; readonly progress: UploadProgress });

export type JobKind = Job['kind'];
export type JobOf<K extends JobKind> = Extract<Job, { readonly kind: K }>;

/** Reads and verifies a selection of keys. */
export interface ReadProgress {
  /** null until the selection was counted. */
  readonly total: number | null;
  /** Keys that were answered for, with an atom or as missing. */
  readonly done: number;
  readonly verdicts: Readonly<Record<VerdictStatus, number>>;
  readonly missing: number;
  /** Keys that the service refused, such as ones that it takes for malformed. */
  readonly refused: number;
  /** Keys that no request can carry: empty, or with half of a surrogate pair. */
  readonly unsendable: number;
  /** Keys that came back without being requested. */
  readonly unasked: number;
  /** The roots that the responses named, in the order met, at most `mostRoots` of them. */
  readonly roots: readonly RootSighting[];
  /** All of them. */
  readonly rootCount: number;
  /** Keys that are other than the catalogue had them. A key counts once for each way in which it is. */
  readonly changes: Readonly<Record<ReadChangeKind, number>>;
  /** What is worth a look, at most `mostFindings` of them, in the order met. */
  readonly findings: readonly ReadFinding[];
  /** All of them, also those that `findings` has no room for. */
  readonly findingCount: number;
}

export const mostFindings = 200;

/** Roots of one run that are listed. */
export const mostRoots = 50;

export const readChangeKinds = [
  'first-read',
  'version',
  'content',
  'verdict',
  'not-returned',
  'returned',
  'rewritten',
  'went-back',
  'denied',
] as const;
/**
 * Never read before; a later version; other content where no version tells; another verdict; not returned, unlike before;
 * returned again. The last three contradict the memory: the same version with other content; a lower version; not returned
 * although proven under the root of the same answer.
 */
export type ReadChangeKind = (typeof readChangeKinds)[number];

/** A key whose reading was not green, or not what it was before. */
export interface ReadFinding {
  readonly key: string;
  /** `unsendable`: no request can carry the key. */
  readonly outcome: VerdictStatus | 'missing' | 'refused' | 'unsendable' | 'unasked';
  /** What contradicts the memory; null for nothing. */
  readonly conflict: KeyConflict['kind'] | null;
  /** Of what is missing: when and under which root it was last proven; null if it never was. */
  readonly lastProven: ProvenPlace | null;
  readonly version: number | null;
  /** As the catalogue had them before; null if it had none. */
  readonly before: { readonly verdict: VerdictStatus | null; readonly version: number | null };
}

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportContents = ['proofs', 'known'] as const;
/** `proofs`: the atoms are read for it, with values and proofs. `known`: what is known of them, as it stands. */
export type ExportContent = (typeof exportContents)[number];

/** Writes a selection of atoms to a file. */
export interface ExportProgress {
  readonly format: ExportFormat;
  readonly content: ExportContent;
  /** Where it is written to. */
  readonly path: string;
  /** Where a link led that the file takes the place of. What it led to is unchanged. */
  readonly replacedLink?: string;
  readonly total: number | null;
  readonly done: number;
  /**
   * Keys without an atom in the file: not there, refused, or (CSV) not text. JSON lists them as such, CSV leaves
   * them out: a line without its value would be taken for an empty one.
   */
  readonly notRead: number;
}

/** Takes keys of a file into the catalogue. */
export interface ImportProgress {
  /** Name of the file, without its folders. */
  readonly fileName: string;
  /** Distinct keys of the file. */
  readonly total: number;
  readonly done: number;
  /** Keys that are known now and were not before. */
  readonly newKeys: number;
  readonly verdicts: Readonly<Record<VerdictStatus, number>>;
  /** Keys that the service did not return, at most `mostFindings` of them. */
  readonly missing: readonly string[];
  readonly missingCount: number;
  /** Of those, how many were proven here before. */
  readonly missingProven: number;
  /** Keys that came back without being requested. */
  readonly unasked: number;
  /** Keys that the service refused. */
  readonly refused: number;
  /** `verify`: the service was asked, and those that it has are known now. `learn`: all of them are, unread. */
  readonly how: 'verify' | 'learn';
}

/** What a discovery was told to do. */
export interface DiscoverySettings {
  /** Words of the user's to begin with. */
  readonly seeds: readonly string[];
  /** Most requests. */
  readonly budget: number;
  /** Hits to ask for with each recall; null: as many as the service gives. */
  readonly limit: number | null;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
  /** Whether keys that fit the pattern of the known ones are looked up. */
  readonly guesses: boolean;
}

export const requestKinds = ['recall', 'predicted', 'guess'] as const;
/** A recall; a batch of known but unread keys, such as predicted ones; a batch of keys that would fit a pattern. */
export type DiscoveryRequestKind = (typeof requestKinds)[number];

/** Grows the catalogue. */
export interface DiscoveryProgress {
  readonly settings: DiscoverySettings;
  /** Requests sent, repeated and refused ones included, all sessions of this discovery together. */
  readonly requests: number;
  /** Questions and keys that the service would not answer, and that were left aside to continue with the others. */
  readonly setAside: number;
  readonly newKeys: number;
  readonly newKeysBy: Readonly<Record<DiscoveryRequestKind, number>>;
  /** The hits that are requested, once that is found out. */
  readonly limit: number | null;
  /** New keys over the requests so far: each number is the sum of `requestsEach` requests, the last of up to as many. */
  readonly yields: { readonly requestsEach: number; readonly newKeys: readonly number[] };
  readonly coverage: Coverage | null;
  /** Words that were met and not requested yet. */
  readonly wordsLeft: number;
  /** What was asked last. */
  readonly latest: { readonly kind: DiscoveryRequestKind; readonly words: string } | null;
  /** Why it stopped by itself; null while it has not. */
  readonly end: DiscoveryEnd | null;
}

export type DiscoveryEnd =
  /** Every leaf of the tree has a known atom. */
  | { readonly kind: 'complete' }
  /** Every leaf but as many as earlier versions of the known keys may hold. */
  | { readonly kind: 'explained'; readonly leaves: string }
  | { readonly kind: 'nothing-new'; readonly requests: number }
  /** There was nothing left to ask for. */
  | { readonly kind: 'nothing-left' }
  | { readonly kind: 'budget' };
