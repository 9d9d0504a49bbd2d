import { z } from 'zod';
import { auditOutcomes } from '../audit/auditRecord.ts';
import { auditDifferenceKinds } from '../audit/compareAudits.ts';
import {
  auditExportFormats,
  longestAuditName,
  longestScheduleMinutes,
  mostAuditRecords,
  type AuditDetails,
  type AuditDifferencePage,
  type AuditInfo,
  type AuditListReading,
  type AuditPair,
  type AuditRecordPage,
  type AuditSchedule,
  type ComparedAudits,
} from '../domain/audit.ts';
import type { SavedEvidence } from '../domain/evidence.ts';
import { checkNames } from '../merkle/verdict.ts';
import type { SavedFile } from './appTypes.ts';
import { keySelection, rowWindow } from './catalogueInput.ts';
import { connectionId } from './connectionIdInput.ts';
import { operation } from './operation.ts';

const id = z.string().min(1).max(100);
const name = z.string().trim().min(1).max(longestAuditName);
const text = z.string().max(1_000_000);
const audit = z.strictObject({ connectionId, auditId: id });

const scope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['all', 'bookmarks']) }),
  z.strictObject({ kind: z.literal('branch'), path: text, delimiter: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal('selection'), selection: keySelection }),
  z.strictObject({ kind: z.literal('audit'), audit }),
  z.strictObject({ kind: z.literal('file'), importId: id }),
  z.strictObject({ kind: z.literal('expected'), listId: id }),
]);
const changes = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['none', 'own-writes']) }),
  z.strictObject({ kind: z.literal('list'), listId: id }),
]);
const options = z.strictObject({
  pinsRoot: z.boolean(),
  rereadsMoved: z.boolean(),
  shard: z
    .strictObject({ index: z.int().min(1), count: z.int().min(1).max(10_000) })
    .refine(({ index, count }) => index <= count, 'a part after the last')
    .nullable(),
});
const filter = z.strictObject({
  show: z.enum(['all', 'findings', 'failures']),
  outcomes: z.array(z.enum(auditOutcomes)).min(1).max(auditOutcomes.length).readonly().exactOptional(),
  check: z.enum(checkNames).exactOptional(),
  root: z.int().min(0).exactOptional(),
  prefix: text.exactOptional(),
  changed: z.enum(['expected', 'unexpected']).exactOptional(),
});
const everyMinutes = z.int().min(1).max(longestScheduleMinutes);
const pair = z.strictObject({ before: audit, after: audit });
const differenceFilter = z.strictObject({
  kind: z.enum(auditDifferenceKinds).exactOptional(),
  expectation: z.enum(['expected', 'unexpected']).exactOptional(),
});
const page = rowWindow(mostAuditRecords);

/** Audits: reading every key of a scope, and what was found. */
export const auditOperations = {
  /** Newest first; with those that were interrupted. */
  listAudits: operation<readonly AuditInfo[]>()(z.strictObject({ connectionId })),
  /** Refused while another audit of the connection is running. */
  startAudit: operation<AuditInfo>()(z.strictObject({ connectionId, name, scope, changes, options })),
  /** Reads a file of expected atoms or changes. */
  readAuditList: operation<AuditListReading>()(
    z.strictObject({ connectionId, name: z.string().min(1).max(1_000), bytes: z.instanceof(Uint8Array) }),
  ),
  auditDetails: operation<AuditDetails>()(audit),
  auditRecords: operation<AuditRecordPage>()(audit.extend({ filter, page })),
  /** Pause, resume and cancel do nothing if the audit is in another state. */
  pauseAudit: operation<null>()(audit),
  /** Ends a pause or a wait, or continues an audit that was interrupted. */
  resumeAudit: operation<AuditInfo>()(audit),
  cancelAudit: operation<null>()(audit),
  /** Starts a new audit of the same scope with the same options. */
  repeatAudit: operation<AuditInfo>()(audit),
  /** Starts a new audit of the keys that were proven under an older root than the last one. */
  auditMovedKeys: operation<AuditInfo>()(audit.extend({ name })),
  renameAudit: operation<AuditInfo>()(audit.extend({ name })),
  /** Cancels it if it is running. */
  deleteAudit: operation<null>()(audit),
  /** Starts an audit of each connection, of all keys that either of them knows. Refused while another audit of one is running. */
  compareConnections: operation<AuditPair>()(z.strictObject({ connectionId, otherId: connectionId })),
  /** Two audits that have ended: of one connection, or of two. */
  compareAudits: operation<ComparedAudits>()(pair),
  auditDifferences: operation<AuditDifferencePage>()(pair.extend({ filter: differenceFilter, page })),
  /** Asks where to save the differences that match. */
  exportAuditDifferences: operation<SavedFile>()(
    pair.extend({ filter: differenceFilter, format: z.enum(['csv', 'json']) }),
  ),
  /** Asks where to save a file about an audit that has ended. A bundle is signed. */
  exportAudit: operation<SavedEvidence>()(audit.extend({ format: z.enum(auditExportFormats) })),

  listAuditSchedules: operation<readonly AuditSchedule[]>()(z.strictObject({ connectionId })),
  /** Repeats an audit with the same name, scope and options while the app is open. */
  createAuditSchedule: operation<AuditSchedule>()(audit.extend({ everyMinutes })),
  changeAuditSchedule: operation<AuditSchedule>()(
    z.strictObject({
      connectionId,
      scheduleId: id,
      change: z.strictObject({
        name: name.exactOptional(),
        everyMinutes: everyMinutes.exactOptional(),
        isOn: z.boolean().exactOptional(),
      }),
    }),
  ),
  /** Its audits stay. */
  deleteAuditSchedule: operation<null>()(z.strictObject({ connectionId, scheduleId: id })),
};
