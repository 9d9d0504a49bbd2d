import { open } from 'node:fs/promises';
import { footerSchema, type AuditFooter } from '#shared/audit/auditFile.ts';
import { auditLimits } from '#shared/audit/limits.ts';
import { parseJson } from '#shared/domain/json.ts';

const lineFeed = 0x0a;

/**
 * The footer of the file of an audit, without the records before it. null if the last line is no footer; what else may be wrong with
 * the file shows when it is read.
 *
 * @throws the error of the file system
 */
export async function footerIn(file: string): Promise<AuditFooter | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let length = 65_536; ; length *= 8) {
      const tail = Buffer.alloc(Math.min(size, length));
      await handle.read(tail, 0, tail.length, size - tail.length);
      const start = tail.subarray(0, -1).lastIndexOf(lineFeed) + 1;
      if (start === 0 && tail.length < Math.min(size, auditLimits.line)) continue;
      const found = footerSchema.safeParse(parseJson(tail.subarray(start).toString('utf8')));
      return found.success ? found.data.footer : null;
    }
  } finally {
    await handle.close();
  }
}
