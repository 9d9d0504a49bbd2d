import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { AuditEnd } from '#shared/audit/auditFile.ts';
import type { RootPin } from '#shared/domain/pin.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import { unavailable } from '#shared/grounds/grounds.ts';
import { AuditDamageError, openAudit } from '#shared/audit/readAudit.ts';
import { createAuditWriter } from '#shared/audit/writeAudit.ts';
import { startSha256 } from '../../engine/storage/startSha256.ts';
import { groundsAtEnd } from '../../engine/audits/groundsAtEnd.ts';
import { createRootFindings } from '../../engine/audits/rootFindings.ts';
import { pause } from './auditFiles.ts';
import type { AuditEngine } from './engine.ts';

/**
 * Writes a copy of an audit that stopped, as far as it came, with what is known of it. The audit itself stays as it is, so
 * that it can be continued.
 *
 * @throws the error of the file system
 */
export async function copyStopped(
  { audits, connectionId: id, core, grounds: groundsOf }: AuditEngine,
  auditId: string,
  end: AuditEnd,
  pinned: readonly RootPin[],
  copy: string,
): Promise<Result<null>> {
  const [found, files] = [await audits.details(id, auditId), await audits.planFiles(id, auditId)];
  if (!found.ok) return found;
  if (!files.ok) return files;
  const { header, roots, selfTest, unasked, info } = found.value;
  const profile = core.connections.profile(id);
  const scheme = profile.ok ? profile.value.scheme : null;
  const writer = createAuditWriter(startSha256);
  const handle = await open(copy, 'wx', 0o600);
  try {
    await handle.appendFile(writer.header(header));
    const known = createRootFindings(roots);
    const stream = createReadStream(files.value.files.records);
    try {
      const reader = await openAudit(stream, startSha256);
      for await (const records of reader.batches) {
        for (const { root } of records) if (root !== null) known.addUnseen(root);
        await handle.appendFile(records.map(writer.record).join(''));
        await pause();
      }
    } catch (error) {
      // It has no last line yet.
      if (!(error instanceof AuditDamageError) || error.damage.kind !== 'cut-off') throw error;
    } finally {
      stream.destroy();
    }
    known.holdTo(pinned);
    const acceptedLosses = await core.stateRecords.accepted(id).catch(() => []);
    const grounds = groundsAtEnd(await groundsOf(id), files.value.memo, scheme, { lost: null });
    await handle.appendFile(
      writer.footer({
        finishedAt: new Date().toISOString(),
        end,
        roots: [...known.all()],
        rules:
          scheme === null ? null : { origin: scheme.origin, path: [...scheme.path], leaf: [...scheme.leaf] },
        selfTest,
        unasked,
        readAgain: info.progress.reread,
        grounds: { ...grounds, run: unavailable('incomplete') },
        ...(acceptedLosses.length > 0 && { acceptedLosses }),
      }),
    );
    return succeed(null);
  } finally {
    await handle.close();
  }
}
