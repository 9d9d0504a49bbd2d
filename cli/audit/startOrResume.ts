import path from 'node:path';
import type { AuditInfo } from '#shared/domain/audit.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { auditInputWords } from '#shared/text/auditWords.ts';
import { countOf, listWords } from '#shared/text/phrases.ts';
import { auditInputs, changedInputs, keysHash } from '../../engine/audits/auditInputs.ts';
import type { AuditInputs } from '../../engine/audits/auditInputNames.ts';
import { findingToKeep, type EarlierFinding } from '#shared/audit/earlierFindings.ts';
import type { AuditPlan } from '../../engine/audits/prepareAudit.ts';
import { realEffects } from '../../engine/surroundings.ts';
import type { CommandIo } from '../command.ts';
import type { AuditEngine } from './engine.ts';

/** Records that are read at once. */
const recordsAtOnce = 10_000;

/**
 * Continues the audit that was interrupted, if the record says so, and all of its inputs are still the same. Otherwise, a new
 * audit reads all keys again; it keeps the changes that the other one had found.
 *
 * @param plan the keys of each can be read once
 */
export async function startOrResume(
  engine: AuditEngine,
  plan: () => AuditPlan,
  { complain, note }: Pick<CommandIo, 'complain' | 'note'>,
): Promise<Result<AuditInfo>> {
  const { connectionId: id, audits, core } = engine;
  const list = await audits.list(id);
  if (!list.ok) return list;
  const earlier = new Map<string, EarlierFinding>();
  let now: AuditInputs | null = null;
  const open = await core.stateRecords.openAudit(id);
  for (const info of list.value) {
    if (info.state.kind !== 'interrupted' && info.state.kind !== 'failed') continue;
    now ??= await inputsNow(engine, plan);
    const before = await audits.planFiles(id, info.id);
    const inputs = before.ok ? before.value.memo.inputs : undefined;
    const changed = inputs === undefined ? null : changedInputs(inputs, now);
    const read = countOf(info.progress.done, 'key');
    const isOpen = open?.id === info.id;
    // What the user stopped in the window is theirs to continue.
    if (engine.isOfApp && !isOpen) continue;
    const { done, total } = info.progress;
    if (changed?.length === 0 && isOpen && done < total) {
      if (open.isFirst) engine.continueFirst();
      note(`Continuing the audit that was interrupted after ${read}.`);
      return audits.resume(id, info.id);
    }
    complain(
      `Starting a new audit instead of continuing the one that was interrupted after ${read}: ${whyNew(changed, isOpen)}.`,
    );
    const kept = await keepFindings(engine, info.id, earlier);
    if (!kept.ok) return kept;
    await audits.remove(id, info.id);
  }
  const started = await audits.start({ ...plan(), earlier }, 'app');
  if (!started.ok) return started;
  await core.stateRecords.auditBegan(id, started.value.id, engine.isFirst);
  const { total } = started.value.progress;
  note(total === 0 ? 'The scope contains no key.' : `Auditing ${countOf(total, 'key')}…`);
  return started;
}

async function inputsNow(
  { connectionId: id, core, folder }: AuditEngine,
  plan: () => AuditPlan,
): Promise<AuditInputs> {
  const effects = { folder: path.join(folder, 'sorting'), pause: realEffects.pause };
  const profile = core.connections.profile(id);
  return auditInputs(
    plan(),
    await keysHash(plan().keys, effects),
    { pins: (await core.pins.of(id)).pins, scheme: profile.ok ? profile.value.scheme : null },
    effects,
  );
}

/**
 * An audit that has ended could be made to look interrupted: it would end again, without reading anything.
 *
 * @param changed null if it is not known
 */
function whyNew(changed: ReturnType<typeof changedInputs> | null, isOpen: boolean): string {
  if (changed === null) return 'an earlier version saved it, without its inputs';
  if (!isOpen) return 'the record of what was saved does not say that it was interrupted';
  if (changed.length === 0) return 'it had read all of its keys';
  return listWords(
    changed.map(
      (name) => `${auditInputWords[name].slice(0, 1).toLowerCase()}${auditInputWords[name].slice(1)}`,
    ),
  );
}

/** The known keys have learned these changes, so that a new audit alone would not see them. */
async function keepFindings(
  { connectionId: id, audits }: AuditEngine,
  auditId: string,
  earlier: Map<string, EarlierFinding>,
): Promise<Result<null>> {
  for (let from = 0; ; from += recordsAtOnce) {
    const page = await audits.records(id, auditId, { show: 'all' }, { from, to: from + recordsAtOnce });
    if (!page.ok) return page;
    for (const record of page.value.records) {
      const finding = findingToKeep(record);
      if (finding !== null) earlier.set(record.key, finding);
    }
    if (page.value.records.length < recordsAtOnce) return succeed(null);
  }
}
