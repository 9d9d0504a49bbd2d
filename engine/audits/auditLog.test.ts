import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { recordBlock } from '#shared/audit/recordBlock.ts';
import { header, record } from '#shared/audit/testing/sampleAudit.ts';
import { beginAuditLog } from './auditLog.ts';

it('waits for a page that is being read before it closes, so that no file stays open', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'audit-log-'));
  const log = await beginAuditLog(path.join(folder, 'records.jsonl'), header());
  const keys = Array.from({ length: 40 }, (_, at) => `v1.key.${String(at).padStart(2, '0')}`);
  await log.append(
    recordBlock(
      keys.map((key) => record(key)),
      log.places(),
    ),
  );
  const order: string[] = [];
  const page = log.page({ show: 'all', prefix: 'v1.key.1' }, 0, 40).then((read) => {
    order.push('read');
    return read;
  });
  await log.close();
  order.push('closed');
  expect((await page).records.map(({ key }) => key)).toEqual(keys.slice(10, 20));
  expect(order).toEqual(['read', 'closed']);
  await rm(folder, { recursive: true });
});
