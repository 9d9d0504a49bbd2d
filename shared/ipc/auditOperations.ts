import { z } from 'zod';
import {
  auditDifferenceFilter,
  auditExportFormats,
  auditOptions,
  auditPair,
  auditRecordFilter,
  auditRef,
  longestAuditName,
  longestScheduleMinutes,
  mostAuditRecords,
  newAuditScope,
  newExpectedChanges,
  type AuditDetails,
  type AuditDifferencePage,
  type AuditInfo,
  type AuditListReading,
  type AuditPair,
  type AuditRecordPage,
  type AuditSchedule,
  type AuditSinceLast,
  type ComparedAudits,
} from '../domain/audit.ts';
import {
  auditEvidenceChoice,
  auditor,
  auditValues,
  type AuditEvidenceOutline,
  type SavedAuditEvidence,
} from '../domain/auditEvidence.ts';
import { rowWindow } from '../domain/catalogueQuery.ts';
import type { SavedFile } from './appTypes.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

const name = z.string().trim().min(1).max(longestAuditName);
const everyMinutes = z.int().min(1).max(longestScheduleMinutes);
const page = rowWindow(mostAuditRecords);
const ofSchedule = z.strictObject({ connectionId, scheduleId: z.string().min(1).max(100) });

/** Audits: reading every key of a scope, and what was found. */
export const auditOperations = {
  /** Newest first; with those that were interrupted. */
  listAudits: operation<readonly AuditInfo[]>()(z.strictObject({ connectionId })),
  /** Refused while another audit of the connection is running. */
  startAudit: operation<AuditInfo>()(
    z.strictObject({
      connectionId,
      name,
      scope: newAuditScope,
      changes: newExpectedChanges,
      options: auditOptions,
    }),
  ),
  /** Reads a file of expected atoms or changes. */
  readAuditList: operation<AuditListReading>()(
    z.strictObject({
      connectionId,
      name: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
      use: z.enum(['expected', 'changes']),
    }),
  ),
  auditDetails: operation<AuditDetails>()(auditRef),
  auditRecords: operation<AuditRecordPage>()(auditRef.extend({ filter: auditRecordFilter, page })),
  /** Pause, resume and cancel do nothing if the audit is in another state. */
  pauseAudit: operation<null>()(auditRef),
  /** Ends a pause or a wait, or continues an audit that was interrupted. */
  resumeAudit: operation<AuditInfo>()(auditRef),
  cancelAudit: operation<null>()(auditRef),
  /** Starts a new audit of the same scope with the same options. */
  repeatAudit: operation<AuditInfo>()(auditRef),
  /** Starts a new audit of the keys that were proven under an older root than the last one. */
  auditMovedKeys: operation<AuditInfo>()(auditRef.extend({ name })),
  renameAudit: operation<AuditInfo>()(auditRef.extend({ name })),
  /** Cancels it if it is running. */
  deleteAudit: operation<null>()(auditRef),
  /** Starts an audit of each connection, of all keys that either of them knows. Refused while another audit of one is running. */
  compareConnections: operation<AuditPair>()(z.strictObject({ connectionId, otherId: connectionId })),
  /** Two audits that have ended: of one connection, or of two. */
  compareAudits: operation<ComparedAudits>()(auditPair),
  /** Compares an audit that has ended with the last complete one of the same keys; null if there is none. */
  auditSinceLast: operation<AuditSinceLast | null>()(auditRef),
  auditDifferences: operation<AuditDifferencePage>()(
    auditPair.extend({ filter: auditDifferenceFilter, page }),
  ),
  /** Asks where to save the differences that match. */
  exportAuditDifferences: operation<SavedFile>()(
    auditPair.extend({ filter: auditDifferenceFilter, format: z.enum(['csv', 'json']) }),
  ),
  /** Asks where to save a file about an audit that has ended. A page and a PDF name the auditor. */
  exportAudit: operation<SavedFile>()(auditRef.extend({ format: z.enum(auditExportFormats), auditor })),
  /** Opens the system's dialog to print the report. */
  printAudit: operation<null>()(auditRef.extend({ auditor })),
  /** What signed evidence would contain. */
  outlineAuditEvidence: operation<AuditEvidenceOutline>()(auditRef.extend({ values: auditValues })),
  /** Signs it, and asks where to save it; null if the user cancels. */
  saveAuditEvidence: operation<SavedAuditEvidence | null>()(auditRef.extend({ choice: auditEvidenceChoice })),
  /** Shows where the evidence was saved last, in the file manager. */
  showAuditEvidence: operation<null>()(auditRef),

  listAuditSchedules: operation<readonly AuditSchedule[]>()(z.strictObject({ connectionId })),
  /** Repeats an audit with the same name, scope and options while the app is open. */
  createAuditSchedule: operation<AuditSchedule>()(auditRef.extend({ everyMinutes })),
  changeAuditSchedule: operation<AuditSchedule>()(
    ofSchedule.extend({
      change: z.strictObject({
        name: name.exactOptional(),
        everyMinutes: everyMinutes.exactOptional(),
        isOn: z.boolean().exactOptional(),
      }),
    }),
  ),
  /** Its audits stay. */
  deleteAuditSchedule: operation<null>()(ofSchedule),
};
