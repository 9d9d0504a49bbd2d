import { z } from 'zod';
import type { AppError } from './appError.ts';
import type { AcceptedLosses } from './stateLoss.ts';
import { keyDelimiter, keySelection } from './catalogueQuery.ts';
import type { ConnectionId } from './connection.ts';
import type { SavedAuditEvidence } from './auditEvidence.ts';
import { auditOutcomes, type AuditRecord } from '../audit/auditRecord.ts';
import { auditDifferenceKinds, type AuditComparison, type AuditDifference } from '../audit/compareAudits.ts';
import type { AuditSummary } from '../audit/auditSummary.ts';
import type {
  AuditFooter,
  AuditHeader,
  AuditRootFinding,
  AuditScope,
  AuditSelfTest,
} from '../audit/auditFile.ts';
import type { ComparedSides } from '../text/auditComparisonWords.ts';
import type { AuditVerdict } from '../audit/auditVerdict.ts';
import type { AuditReportFormat } from '../report/auditReportText.ts';
import { connectionId, keyText } from '../ipc/fields.ts';
import type { GroundsOf } from '../grounds/grounds.ts';
import { checkNames, type VerdictStatus } from '../merkle/verdict.ts';

const id = z.string().min(1).max(100);

export const auditRef = z.strictObject({ connectionId, auditId: id });
/** Names an audit. */
export type AuditRef = z.infer<typeof auditRef>;

export const newAuditScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['all', 'bookmarks']) }),
  /** The key at `path` and all known keys below it. */
  z.strictObject({ kind: z.literal('branch'), path: keyText, delimiter: keyDelimiter }),
  z.strictObject({ kind: z.literal('selection'), selection: keySelection }),
  /** The keys of another audit, which may be of another connection. */
  z.strictObject({ kind: z.literal('audit'), audit: auditRef }),
  /** The keys of a file that `readKeyFile` has read. */
  z.strictObject({ kind: z.literal('file'), importId: id }),
  /** A list that `readAuditList` has read: keys with versions and hashes that the service must return. */
  z.strictObject({ kind: z.literal('expected'), listId: id }),
]);
/** Which keys to audit, when an audit is started. Of files, the ID of what was read. */
export type NewAuditScope = z.infer<typeof newAuditScope>;

export const newExpectedChanges = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['none', 'own-writes']) }),
  z.strictObject({ kind: z.literal('list'), listId: id }),
]);
/** Which changes since the last audit are expected: none, those on a list, or those stored over this connection. */
export type NewExpectedChanges = z.infer<typeof newExpectedChanges>;

export type ExpectedChangesKind = NewExpectedChanges['kind'];

export const auditOptions = z.strictObject({
  /** Pins the root, if the audit is complete and green. */
  pinsRoot: z.boolean(),
  /** Reads keys under older roots again, until one root covers all, at most a few times. */
  rereadsMoved: z.boolean(),
  /** One part of several, from 1; null: all keys. */
  shard: z
    .strictObject({ index: z.int().min(1), count: z.int().min(1).max(10_000) })
    .refine(({ index, count }) => index <= count, 'a part after the last')
    .nullable(),
});
export type AuditOptions = z.infer<typeof auditOptions>;

export interface NewAudit {
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly scope: NewAuditScope;
  readonly changes: NewExpectedChanges;
  readonly options: AuditOptions;
}

export const longestAuditName = 200;

/** How an audit stands. */
export type AuditState =
  | { readonly kind: 'running' }
  /** Continues by itself. `until`: epoch milliseconds. */
  | { readonly kind: 'waiting'; readonly until: number; readonly error: AppError }
  /** By the user, or by an error that a retry may fix. */
  | { readonly kind: 'paused'; readonly error: AppError | null }
  /** The app was closed, or crashed. It can be resumed. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'finished' | 'canceled' }
  | { readonly kind: 'failed'; readonly error: AppError };

/** One audit in the list of its connection. */
export interface AuditInfo {
  /** Also the ID of its job while it runs. */
  readonly id: string;
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly scope: AuditScope;
  readonly changes: ExpectedChangesKind;
  readonly options: AuditOptions;
  /** Of the schedule that started it; null if the user did. */
  readonly scheduleId: string | null;
  readonly state: AuditState;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly progress: AuditProgress;
  /** Of the audit as a whole, when it has ended; null before. */
  readonly verdict: VerdictStatus | null;
  /** Whether the root was pinned at the end; null if that was not asked for. */
  readonly isPinned: boolean | null;
  /** Where its evidence was saved last; null if it never was. */
  readonly evidence: SavedAuditEvidence | null;
}

/** What changes several times a second while an audit runs. */
export interface AuditProgress {
  /** Keys. */
  readonly total: number;
  /** Keys with a record. */
  readonly done: number;
  /** Atoms read again because their root had moved on. */
  readonly reread: number;
  readonly failures: number;
  readonly verified: number;
  /** Keys for each second, lately; null while it is not known. */
  readonly perSecond: number | null;
  /** Milliseconds; null while it is not known. */
  readonly left: number | null;
}

export interface AuditDetails {
  readonly info: AuditInfo;
  readonly header: AuditHeader;
  readonly summary: AuditSummary;
  /** So far, with the worst status that a response had. */
  readonly roots: readonly AuditRootFinding[];
  readonly selfTest: AuditSelfTest | null;
  /** When the audit has ended; null before, or if no proof provided any. */
  readonly rules: AuditFooter['rules'];
  /** Atoms that were returned without being requested. */
  readonly unasked: number;
  /** Keys that were proven under an older root than the last one, and can be read again. 0 until the audit has ended. */
  readonly moved: number;
  /** What the verdict rests on; null until the audit has ended, and for audits of earlier versions. */
  readonly grounds: GroundsOf<'audit'> | null;
  /** What the user had accepted as lost, newest first. Empty until the audit has ended. */
  readonly acceptedLosses: readonly AcceptedLosses[];
  /** When the audit has ended; null before. */
  readonly verdict: AuditVerdict | null;
  /** Increases with every change of the records. */
  readonly revision: number;
}

export const auditRecordFilter = z.strictObject({
  /** `findings`: what has to be looked at, including what is not on a list of expected changes. `changed`: as expected or not. */
  show: z.enum(['all', 'findings', 'failures', 'changed']),
  outcomes: z.array(z.enum(auditOutcomes)).min(1).max(auditOutcomes.length).readonly().exactOptional(),
  check: z.enum(checkNames).exactOptional(),
  /** The position of a root in the summary. */
  root: z.int().min(0).exactOptional(),
  prefix: keyText.exactOptional(),
  /** Keys that changed, as expected or not. */
  changed: z.enum(['expected', 'unexpected']).exactOptional(),
});
/** Selects records of an audit. Every condition that is given must hold. */
export type AuditRecordFilter = z.infer<typeof auditRecordFilter>;

/** Records that match a filter, in the order of their keys. With `show: 'all'`, failures do not come first. */
export interface AuditRecordPage {
  readonly revision: number;
  /** All records that match. */
  readonly total: number;
  readonly records: readonly AuditRecord[];
}

/** Records of a page at most. */
export const mostAuditRecords = 500;

/** What was read of a list file: expected atoms, or expected changes. */
export type AuditListReading =
  | {
      readonly kind: 'list';
      readonly id: string;
      readonly fileName: string;
      readonly keys: number;
      /** Keys of the list that name a version, and a hash of the value. */
      readonly versions: number;
      readonly hashes: number;
    }
  | { readonly kind: 'refused'; readonly line: number | null; readonly message: string };

/** Repeats an audit while the app is open. */
export interface AuditSchedule {
  readonly id: string;
  readonly connectionId: ConnectionId;
  /** Of its audits. */
  readonly name: string;
  readonly scope: AuditScope;
  readonly changes: ExpectedChangesKind;
  readonly options: AuditOptions;
  readonly everyMinutes: number;
  readonly isOn: boolean;
  /** Epoch milliseconds. While the app is closed nothing is audited; if one was missed, it starts soon after the start. */
  readonly nextAt: number;
  /** The ID of the last audit that it started; null if there is none. */
  readonly lastAuditId: string | null;
}

/** A year. */
export const longestScheduleMinutes = 525_600;
export const mostSchedules = 50;

export const auditPair = z.strictObject({ before: auditRef, after: auditRef });
/** Two audits that are compared: of one connection, the earlier one first, or of two. */
export type AuditPair = z.infer<typeof auditPair>;

/** How two audits differ. */
export interface ComparedAudits extends Omit<AuditComparison, 'before' | 'after'> {
  readonly before: AuditInfo;
  readonly after: AuditInfo;
  readonly sides: ComparedSides;
}

/** How an audit differs from the last complete one of the same keys. */
export interface AuditSinceLast extends Pick<
  AuditComparison,
  'same' | 'differing' | 'notCompared' | 'grave' | 'kinds' | 'trees'
> {
  readonly last: AuditInfo;
  /** Roots that were pinned when the last one started, and were not when this one did. */
  readonly unpinned: number;
}

export const auditDifferenceFilter = z.strictObject({
  kind: z.enum(auditDifferenceKinds).exactOptional(),
  expectation: z.enum(['expected', 'unexpected']).exactOptional(),
});
/** Selects differences between two audits. Every condition that is given must hold. */
export type AuditDifferenceFilter = z.infer<typeof auditDifferenceFilter>;

/** Differences that match a filter, in the order of their keys. */
export interface AuditDifferencePage {
  /** Always the same: audits that have ended do not change. */
  readonly revision: number;
  /** All differences that match. */
  readonly total: number;
  readonly differences: readonly AuditDifference[];
}

/** Differences in one file at most. */
export const mostSavedDifferences = 100_000;

/** Files about an audit other than its evidence: the audit itself, and reports. */
export const auditExportFormats = [
  'audit',
  'html',
  'pdf',
  'csv',
  'json',
  'junit',
] as const satisfies readonly ('audit' | 'pdf' | AuditReportFormat)[];
export type AuditExportFormat = (typeof auditExportFormats)[number];
