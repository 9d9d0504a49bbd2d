import { randomUUID } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mergeAudits, MergeError, type MergeFault } from '#shared/audit/mergeAudits.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { startSha256 } from '../../workers/startSha256.ts';
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
    try {
      await withAudits(files, (parts) =>
        mergeAudits(parts, randomUUID(), startSha256, async (text) => {
          await handle.appendFile(text);
        }),
      );
    } catch (error) {
      if (error instanceof MergeError) throw new UnusableInput(faultWords(error.fault, files));
      throw error;
    } finally {
      await handle.close();
    }
    return await writeOutputs(merged, outputs, io, { signer, engine: null, isInterrupted: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function faultWords(fault: MergeFault, files: readonly string[]): string {
  if (fault.kind === 'nothing-to-merge') return 'There is nothing to merge.';
  const file = files[fault.part] ?? '';
  switch (fault.kind) {
    case 'not-a-shard':
      return `${file} is a whole audit, not a part of one. Only audits made with --shard can be merged.`;
    case 'another-audit':
      return `${file} and ${files[0] ?? ''} are not parts of one audit: they differ in ${quoteText(fault.field)}. All parts need the same service, keys, and options.`;
    case 'repeated-shard':
      return `${file} is part ${fault.shard}, which was already given.`;
    case 'foreign-key':
      return `${file} contains ${quoteText(fault.key)}, which belongs to another part.`;
  }
}
