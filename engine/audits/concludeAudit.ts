import { z } from 'zod';
import type { AuditEnd, AuditFindings, AuditFooter, AuditHeader } from '#shared/audit/auditFile.ts';
import { groundsOfAudit } from '#shared/audit/auditGrounds.ts';
import { auditVerdict, mayMoveBaseline, type AuditVerdict } from '#shared/audit/auditVerdict.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { longestPinNote, type RootPin } from '#shared/domain/pin.ts';
import type { AcceptedLosses } from '#shared/domain/stateLoss.ts';
import type { GroundsOf } from '#shared/grounds/grounds.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { Pins } from '../roots/pins/pins.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';
import type { AuditMemo } from './auditFolder.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditStore } from './auditStore.ts';
import { createRootFindings } from './rootFindings.ts';
import type { AuditFindingsSoFar } from './findingsSoFar.ts';

/** The last audit that was complete and green. */
const baselineFormat = {
  version: 1,
  schema: z.object({
    auditId: z.string(),
    startedAt: z.number(),
    rootHash: z.string(),
    treeSize: z.string().nullable(),
  }),
};

/** When the last audit that was complete and green started, epoch milliseconds; null if there is none. */
export async function baselineAt(store: AuditStore, now: () => number): Promise<number | null> {
  const file = store.folderOf(baselineFile);
  const { value } = await loadJsonFile({ file, format: baselineFormat, fresh: null, now });
  return value?.startedAt ?? null;
}

const baselineFile = 'baseline.json';

/**
 * Ends an audit, in this order: its file, the list, and only then what others rely on: the baseline, and the pin if the user
 * asked for one. Both move only after a complete green audit.
 */
export async function concludeAudit(
  effects: {
    readonly store: AuditStore;
    readonly pins: Pick<Pins, 'of' | 'add'>;
    /** Epoch milliseconds. */
    readonly now: () => number;
  },
  audit: EndedAudit,
): Promise<{ readonly memo: AuditMemo; readonly verdict: AuditVerdict; readonly footer: AuditFooter }> {
  const { store, pins } = effects;
  const { connectionId, auditId, log } = audit;
  // An app that ended after the last line of the file has only the rest to do.
  if (log.footer() === null) await writeFooter(audit, (await pins.of(connectionId)).pins, effects.now());
  const footer = footerOf(log);
  const verdict = verdictOf(log.header, log);
  const before = store.memos().get(auditId);
  if (before === undefined) throw new Error('This audit was deleted.');
  const result: NonNullable<AuditMemo['result']> = {
    ...log.counts(),
    records: log.size(),
    reread: footer.readAgain,
    end: footer.end.kind === 'complete' ? 'complete' : 'canceled',
    pinned: null,
  };
  const ended: AuditMemo = {
    ...before,
    endedAt: Date.parse(footer.finishedAt),
    verdict: verdict.status,
    result,
  };
  await store.save(auditId, ended);
  const root = auditedRoot(verdict, footer);
  if (root !== null) {
    const startedAt = Date.parse(log.header.startedAt);
    await saveJsonFile(store.folderOf(baselineFile), { version: 1, auditId, startedAt, ...root });
  }
  if (!before.options.pinsRoot) return { memo: ended, verdict, footer };
  const pinned = root !== null && (await pinRoot(pins, connectionId, root, before.name));
  const memo: AuditMemo = { ...ended, result: { ...result, pinned } };
  await store.save(auditId, memo);
  return { memo, verdict, footer };
}

interface EndedAudit {
  readonly connectionId: ConnectionId;
  readonly auditId: string;
  readonly log: AuditLog;
  readonly findings: AuditFindingsSoFar;
  readonly scheme: SchemePin | null;
  readonly grounds: GroundsOf<'audit'>;
  readonly acceptedLosses: readonly AcceptedLosses[];
  readonly end: AuditEnd & { readonly kind: 'complete' | 'canceled' };
}

async function pinRoot(
  pins: Pick<Pins, 'of' | 'add'>,
  id: ConnectionId,
  root: AuditedRoot,
  name: string,
): Promise<boolean> {
  const note = `Audit “${name}”`.slice(0, longestPinNote);
  const pin = await pins.add(id, { ...root, isExact: false, source: { kind: 'response' }, note });
  return pin.ok || (await pins.of(id)).pins.some(({ rootHash }) => rootHash === root.rootHash);
}

async function writeFooter(
  { log, findings: found, scheme, grounds, acceptedLosses, end }: EndedAudit,
  pinned: readonly RootPin[],
  at: number,
): Promise<void> {
  const roots = createRootFindings(found.roots);
  for (const root of log.roots()) roots.addUnseen(root);
  // Also those that were read before a root was pinned.
  roots.holdTo(pinned);
  const findings: AuditFindings = {
    finishedAt: new Date(at).toISOString(),
    end,
    roots: [...roots.all()],
    rules: scheme === null ? null : { origin: scheme.origin, path: [...scheme.path], leaf: [...scheme.leaf] },
    selfTest: found.selfTest,
    unasked: found.unasked,
    readAgain: found.reread,
    grounds,
    ...(acceptedLosses.length > 0 && { acceptedLosses }),
  };
  await log.finish(findings);
}

function footerOf(log: Pick<AuditLog, 'footer'>): AuditFooter {
  const footer = log.footer();
  if (footer === null) throw new Error('This audit has not ended.');
  return footer;
}

/** The verdict of an audit that has ended. */
export function verdictOf(header: AuditHeader, log: Pick<AuditLog, 'footer'>): AuditVerdict {
  const footer = footerOf(log);
  return auditVerdict(header, footer, groundsOfAudit(header, footer));
}

type AuditedRoot = Pick<AuditFooter['roots'][number], 'rootHash' | 'treeSize'>;

/** The one root under which everything was proven; null unless the audit may move the baseline. */
function auditedRoot(verdict: AuditVerdict, { roots }: AuditFooter): AuditedRoot | null {
  const [root, ...others] = roots;
  if (!mayMoveBaseline(verdict) || root === undefined || others.length > 0) return null;
  return { rootHash: root.rootHash, treeSize: root.treeSize };
}
