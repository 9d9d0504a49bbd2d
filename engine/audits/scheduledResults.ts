import type { AuditVerdict } from '#shared/audit/auditVerdict.ts';
import type { AuditInfo, AuditRef, AuditSinceLast } from '#shared/domain/audit.ts';
import type { Result } from '#shared/domain/result.ts';
import { auditHeadline, type HeadlinedAudit } from '#shared/text/auditHeadline.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { sinceLastHeadline, sinceLastTally } from '#shared/text/sinceLastAuditWords.ts';
import type { AuditEvidenceExports } from './auditEvidenceExports.ts';
import type { AuditSchedules, ScheduleSettings } from './auditSchedules.ts';
import type { SinceLastAudit } from './sinceLastAudit.ts';

/** What the user is told although they may look at something else. */
export interface AuditNotice {
  readonly title: string;
  readonly body: string;
  readonly audit: AuditRef;
}

/** Saves the evidence of a scheduled audit that has ended, and tells the user what they asked to be told. Never rejects. */
export type ScheduledResults = (
  info: AuditInfo,
  verdict: AuditVerdict,
  audit: HeadlinedAudit,
) => Promise<void>;

export function createScheduledResults(effects: {
  readonly schedules: Pick<AuditSchedules, 'settings' | 'noteTrouble'>;
  readonly evidence: Pick<AuditEvidenceExports, 'saveInto'>;
  readonly sinceLast: SinceLastAudit;
  readonly notify: (notice: AuditNotice) => void;
  readonly log: (message: string, error: unknown) => void;
}): ScheduledResults {
  const sign = async (ref: AuditRef, scheduleId: string, info: AuditInfo, settings: ScheduleSettings) => {
    if (settings.evidence === null) return;
    const { folder, values, auditor } = settings.evidence;
    const saved = await effects.evidence.saveInto(folder, ref, {
      values: { kind: values },
      // They contain the values of all atoms that came with a failed one.
      rawResponses: values === 'all',
      timestampFrom: null,
      withScript: true,
      withReport: true,
      withPdf: false,
      withRecords: true,
      auditor,
    });
    if (saved.ok) return;
    const trouble = `The evidence of the last audit was not saved. ${saved.error.message}`;
    effects.log('The evidence of a scheduled audit was not saved.', saved.error.message);
    await effects.schedules.noteTrouble(info.connectionId, scheduleId, trouble);
    effects.notify({
      title: `Evidence not saved: ${visibleLine(info.name)}`,
      body: saved.error.message,
      audit: ref,
    });
  };
  return async (info, verdict, audit) => {
    const { connectionId, id: auditId, scheduleId, name } = info;
    // The user is looking at the others.
    if (scheduleId === null) return;
    const ref = { connectionId, auditId };
    try {
      const settings = await effects.schedules.settings(connectionId, scheduleId);
      const notifies = settings?.notifies ?? 'failures';
      const isChangeWanted = notifies !== 'failures';
      const since = isChangeWanted ? await effects.sinceLast(ref) : null;
      const title = titleOf(verdict, isChangeWanted, notifies === 'all', changesOf(audit, since));
      if (title !== null)
        effects.notify({
          title: `${title}: ${visibleLine(name)}`,
          body: [auditHeadline(verdict, audit), ...sinceWords(since, audit)].join('; '),
          audit: ref,
        });
      if (settings !== null) await sign(ref, scheduleId, info, settings);
    } catch (error) {
      effects.log('What follows from a scheduled audit was not done.', error);
    }
  };
}

type Since = Result<AuditSinceLast | null> | null;

/** null: no notification. */
function titleOf(
  { status }: AuditVerdict,
  isChangeWanted: boolean,
  isAnyWanted: boolean,
  changes: 'none' | 'some' | 'unknown',
): string | null {
  if (status === 'red') return 'Audit failed';
  if (!isChangeWanted) return null;
  if (status === 'amber') return 'Audit not fully checked';
  if (changes === 'some') return 'Audit found changes';
  // What could not be compared may have changed.
  if (changes === 'unknown') return 'Audit verified, but not compared';
  return isAnyWanted ? 'Audit verified' : null;
}

function changesOf({ counts }: HeadlinedAudit, since: Since): 'none' | 'some' | 'unknown' {
  if (counts.changes.expected + counts.changes.other > 0) return 'some';
  if (since === null || (since.ok && since.value === null)) return 'none';
  if (!since.ok || since.value === null) return 'unknown';
  const { differing, notCompared, unpinned, trees } = since.value;
  const isOtherTree = trees.shrank !== null || trees.otherSizes > 0 || trees.otherRoots > 0;
  if (differing > 0 || unpinned > 0 || isOtherTree) return 'some';
  return notCompared > 0 ? 'unknown' : 'none';
}

function sinceWords(since: Since, { counts }: HeadlinedAudit): readonly string[] {
  if (since === null) return [];
  if (!since.ok) return ['the last audit could not be compared'];
  if (since.value === null) return [];
  const { differing, notCompared } = since.value;
  return [
    ...sinceLastHeadline(since.value, counts),
    ...(differing + notCompared > 0 ? [sinceLastTally(since.value)] : []),
  ];
}
