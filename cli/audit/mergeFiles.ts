import { randomUUID } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lacksLists } from '#shared/audit/auditGrounds.ts';
import { mergeAudits, MergeError, type MergeFault } from '#shared/audit/mergeAudits.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { startSha256 } from '../../engine/storage/startSha256.ts';
import { UnusableInput, type CommandIo } from '../command.ts';
import { checkCompared, withAudits } from './auditFiles.ts';
import type { AuditOutputs } from './auditOptions.ts';
import { filesReadFor, prepareOutputs } from './outputFiles.ts';
import { signerFor, writeOutputs } from './auditOutputs.ts';

/** Merges the parts of an audit. @returns the exit code @throws UnusableInput */
export async function mergeFiles(
  files: readonly string[],
  outputs: AuditOutputs,
  io: CommandIo,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  await prepareOutputs(outputs, [
    ...files.map((file) => ({ option: 'a part', file })),
    ...filesReadFor(outputs),
  ]);
  await checkCompared(outputs);
  const signer = await signerFor(outputs, env);
  const folder = await mkdtemp(path.join(tmpdir(), 'atom-explorer-merge-'));
  try {
    const merged = path.join(folder, 'merged.audit.jsonl');
    const handle = await open(merged, 'wx', 0o600);
    let uncovered: readonly string[] = [];
    let unlisted: readonly string[] = [];
    try {
      await withAudits(files, async (parts) => {
        await mergeAudits(parts, randomUUID(), startSha256, async (text) => {
          await handle.appendFile(text);
        });
        unlisted = files.filter((_, at) => {
          const part = parts[at];
          return part !== undefined && lacksLists(part.header);
        });
        uncovered = files.filter((_, at) => parts[at]?.isCovered() === false);
      });
    } catch (error) {
      if (error instanceof MergeError) throw new UnusableInput(faultWords(error.fault, files));
      throw error;
    } finally {
      await handle.close();
    }
    for (const file of uncovered)
      io.complain(
        `${visibleLine(file)} was saved by an earlier version: no digest covers its first and last line. Audit this part again.`,
      );
    for (const file of unlisted)
      io.complain(
        `${visibleLine(file)} does not say which lists it was compared with. An earlier version saved it. They may differ from those of the other parts. Audit this part again.`,
      );
    return await writeOutputs(merged, outputs, io, {
      signer,
      engine: null,
      isInterrupted: false,
      isUncovered: uncovered.length > 0,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function faultWords(fault: MergeFault, files: readonly string[]): string {
  if (fault.kind === 'nothing-to-merge') return 'There is nothing to merge.';
  if (fault.kind === 'keys-changed')
    return 'The keys of all parts together are not those of the list that was audited, so a key was replaced. Audit the parts again.';
  const file = visibleLine(files[fault.part] ?? '');
  switch (fault.kind) {
    case 'not-a-shard':
      return `${file} is a whole audit, not a part of one. Only audits made with --shard can be merged.`;
    case 'another-audit':
      return `${file} and ${visibleLine(files[fault.reference] ?? '')} are not parts of one audit: they differ in ${quoteText(fault.field)}. All parts need the same service, keys, and options.`;
    case 'repeated-shard':
      return `${file} is part ${fault.shard}, which was already given.`;
    case 'foreign-key':
      return `${file} contains ${quoteText(fault.key)}, which belongs to another part.`;
    case 'other-count':
      return `${file} has ${countOf(fault.records, 'record')}, but its part has ${countOf(fault.keys, 'key')}.`;
  }
}
