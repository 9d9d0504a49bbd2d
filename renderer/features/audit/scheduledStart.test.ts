import { expect, it } from 'vitest';
import { auditOfAll } from '../../api/audits.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createScheduledStart } from './scheduledStart.ts';

it('starts one audit, however often its schedule fails, and another if it is another audit', async () => {
  let fails = true;
  const started: string[] = [];
  const scheduled: string[] = [];
  const startScheduled = createScheduledStart({
    start: async ({ name }) => {
      started.push(name);
      return { id: `audit-${String(started.length)}` };
    },
    schedule: async ({ auditId }) => {
      if (fails) throw new Error('The disk is full.');
      scheduled.push(auditId);
    },
  });
  const audit = { ...auditOfAll('one' as ConnectionId), name: 'first' };
  await expect(startScheduled(audit, 60)).rejects.toThrow('full');
  await expect(startScheduled(audit, 60)).rejects.toThrow('full');
  fails = false;
  await startScheduled(audit, 60);
  expect(started).toEqual(['first']);
  expect(scheduled).toEqual(['audit-1']);
  await startScheduled({ ...audit, name: 'second' }, 0);
  expect(started).toEqual(['first', 'second']);
});
