import { z } from 'zod';
import type { AppError } from './appError.ts';
import type { AuditProgress } from './audit.ts';
import type { Coverage } from './catalogue.ts';
import type { ConnectionId, RootSighting } from './connection.ts';
import type { EvidenceFormat } from './evidence.ts';
import type { KeyConflict, ProvenPlace } from './keyMemory.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import type { ReadChangeKind } from './readChange.ts';
import type { UploadProgress } from './upload.ts';

/** How a piece of long work stands. */
export type JobState =
  | { readonly kind: 'running' }
  /** By the user, or by an error that a retry may fix, which is then in `error`. */
  | { readonly kind: 'paused'; readonly error: AppError | null }
  /** Continues by itself. `until`: epoch milliseconds. `error`: the response of the service. */
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
  /** Epoch milliseconds; null until it ends. */
  readonly endedAt: number | null;
}

/** Long work on the memory of a connection. It continues whatever the window shows; `listJobs` finds it again. */
export type Job =
  | (JobBase & { readonly kind: 'read'; readonly progress: ReadProgress })
  | (JobBase & { readonly kind: 'export'; readonly progress: ExportProgress })
  | (JobBase & { readonly kind: 'import'; readonly progress: ImportProgress })
  | (JobBase & { readonly kind: 'discovery'; readonly progress: DiscoveryProgress })
  | (JobBase & { readonly kind: 'upload'; readonly progress: UploadProgress })
  /** Its ID is that of the audit. */
  | (JobBase & { readonly kind: 'audit'; readonly progress: AuditProgress });

export type JobKind = Job['kind'];
export type JobOf<K extends JobKind> = Extract<Job, { readonly kind: K }>;

/** Reads and verifies a selection of keys. */
export interface ReadProgress {
  /** null until the selection has been counted. */
  readonly total: number | null;
  /** Keys with a response, either an atom or as missing. */
  readonly done: number;
  readonly verdicts: Readonly<Record<VerdictStatus, number>>;
  readonly missing: number;
  /** Keys that the service refused, such as ones that it considers malformed. */
  readonly refused: number;
  /** Keys that no request can carry: empty, or with half of a surrogate pair. */
  readonly unsendable: number;
  /** Keys that were returned without being requested. */
  readonly unasked: number;
  /** The roots in the responses, in order of appearance, at most `mostRoots`. */
  readonly roots: readonly RootSighting[];
  /** All of them. */
  readonly rootCount: number;
  /** Keys that differ from the catalogue. A key counts once for each kind of difference. */
  readonly changes: Readonly<Record<ReadChangeKind, number>>;
  /** Findings in order of appearance, at most `mostFindings`. */
  readonly findings: readonly ReadFinding[];
  /** The number of all findings, including those that do not fit in `findings`. */
  readonly findingCount: number;
}

export const mostFindings = 200;

/** Roots of one run that are listed. */
export const mostRoots = 50;

/** A key whose reading was not green, or differs from before. */
export interface ReadFinding {
  readonly key: string;
  /** `unsendable`: no request can carry the key. */
  readonly outcome: VerdictStatus | 'missing' | 'refused' | 'unsendable' | 'unasked';
  /** What contradicts earlier readings; null if nothing does. */
  readonly conflict: KeyConflict['kind'] | null;
  /** Of what is missing: when and under which root it was last proven; null if it never was. */
  readonly lastProven: ProvenPlace | null;
  readonly version: number | null;
  /** As in the catalogue before; null if it had none. */
  readonly before: { readonly verdict: VerdictStatus | null; readonly version: number | null };
}

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportContents = ['proofs', 'known', 'changes'] as const;
/**
 * `proofs`: reads the atoms, with values and proofs. `known`: writes only what is already known. `changes`: the same, of keys
 * that changed since the time in the filter of the selection.
 */
export type ExportContent = (typeof exportContents)[number];

/** Writes a selection of atoms to a file. */
export interface ExportProgress {
  readonly format: ExportFormat | EvidenceFormat;
  readonly content: ExportContent | 'evidence';
  /** Of evidence: the fingerprint of the installation key that signs it. */
  readonly fingerprint?: string;
  /** Where it is written to. */
  readonly path: string;
  /** The target of a link that the file replaced. The target is unchanged. */
  readonly replacedLink?: string;
  readonly total: number | null;
  readonly done: number;
  /**
   * Keys without an atom in the file: not there, refused, or (CSV) not text. JSON lists them as such, CSV leaves
   * them out: a line without its value would be taken for an empty one.
   */
  readonly notRead: number;
}

/** Imports the keys of a file into the catalogue. */
export interface ImportProgress {
  /** The file name without its folders. */
  readonly fileName: string;
  /** Distinct keys of the file. */
  readonly total: number;
  readonly done: number;
  /** Keys that are new in the catalogue. */
  readonly newKeys: number;
  readonly verdicts: Readonly<Record<VerdictStatus, number>>;
  /** Keys that the service did not return, at most `mostFindings` of them. */
  readonly missing: readonly string[];
  readonly missingCount: number;
  /** How many of those were proven before on this connection. */
  readonly missingProven: number;
  /** Keys that were returned without being requested. */
  readonly unasked: number;
  /** Keys that the service refused. */
  readonly refused: number;
  /** `verify`: the service was asked, and those that it has are known now. `learn`: all of them are, unread. */
  readonly how: 'verify' | 'learn';
}

export const discoverySettings = z.strictObject({
  /** Seed words from the user. */
  seeds: z.array(z.string().min(1).max(1_000)).max(1_000).readonly(),
  /** Most requests. */
  budget: z.int().min(1).max(1_000_000),
  /** The limit for each recall; null: as many hits as the service returns. */
  limit: z.int().min(1).max(10_000).nullable(),
  /** Milliseconds between two requests. */
  pauseMs: z.int().min(0).max(600_000),
  /** Whether to look up keys that fit the pattern of known ones. */
  guesses: z.boolean(),
});
/** What a discovery was told to do. */
export type DiscoverySettings = z.infer<typeof discoverySettings>;

export const requestKinds = ['recall', 'predicted', 'guess', 'listed'] as const;
/**
 * A recall; a batch of known but unread keys, such as predicted ones; a batch of keys that would fit a pattern; a page of
 * the service's own list, or a batch of keys from it.
 */
export type DiscoveryRequestKind = (typeof requestKinds)[number];

/** Grows the catalogue. */
export interface DiscoveryProgress {
  readonly settings: DiscoverySettings;
  /** Requests sent in all sessions of this discovery, including retries and refused ones. */
  readonly requests: number;
  /** Questions and keys that the service would not answer, and that were left aside to continue with the others. */
  readonly setAside: number;
  readonly newKeys: number;
  readonly newKeysBy: Readonly<Record<DiscoveryRequestKind, number>>;
  /** The limit in use, once it is known. */
  readonly limit: number | null;
  /** New keys over the requests so far: each number is the sum of `requestsEach` requests, the last of up to as many. */
  readonly yields: { readonly requestsEach: number; readonly newKeys: readonly number[] };
  readonly coverage: Coverage | null;
  /** Words that were found and not recalled yet. */
  readonly wordsLeft: number;
  /** What was asked last. */
  readonly latest: { readonly kind: DiscoveryRequestKind; readonly words: string } | null;
  /** Why it stopped by itself; null if it has not. */
  readonly end: DiscoveryEnd | null;
}

export type DiscoveryEnd =
  /**
   * The service lists its atoms, and all of them were requested. `keys`: listed and not deleted; `notRead`: of those, not
   * returned. `leaves`: positions of them in verified proofs; `gaps`: positions in between without one; `unshown`: of those, not
   * shown to be empty by a proof; `stillThere`: keys that it calls deleted, whose leaf a proof shows; `openEnds`: trees of which no proof shows that nothing follows the last of those positions.
   */
  | {
      readonly kind: 'listed';
      readonly keys: number;
      readonly deleted: number;
      readonly notRead: number;
      readonly leaves: number;
      readonly gaps: number;
      readonly unshown: number;
      readonly stillThere: readonly string[];
      readonly openEnds: number;
    }
  /** Every leaf of the tree has a known atom. */
  | { readonly kind: 'complete' }
  /** Every leaf but as many as earlier versions of the known keys may hold. */
  | { readonly kind: 'explained'; readonly leaves: string }
  | { readonly kind: 'nothing-new'; readonly requests: number }
  /** There was nothing left to try. */
  | { readonly kind: 'nothing-left' }
  | { readonly kind: 'budget' };
