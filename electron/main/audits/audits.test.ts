import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditDetails } from '#shared/domain/audit.ts';
import { auditsOver, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from(
  { length: 1_200 },
  (_, at) => `v1.area${String(at % 7)}.thing.${String(at).padStart(5, '0')}`,
);
let here: AuditsHere;

beforeEach(async () => {
  here = await auditsOver();
  await here.store(keys);
});
afterEach(() => here.stop());

const reasons = ({ verdict }: AuditDetails) => verdict?.reasons.map(({ code }) => code);

describe('an audit of a service that tells the truth', () => {
  it('is green, proves every key under one root, and would have caught each planted fault', async () => {
    const details = await here.audit(keys);
    expect(reasons(details)).toEqual([]);
    expect(details.verdict?.status).toBe('green');
    expect(details.summary.counts.outcomes).toMatchObject({ green: keys.length, red: 0 });
    expect(details.roots).toHaveLength(1);
    expect(details.selfTest?.faults).toEqual([
      { fault: 'value', caughtBy: 'content' },
      { fault: 'sibling', caughtBy: 'path' },
      { fault: 'root', caughtBy: 'path' },
    ]);
    const records = await here.records(details.info.id);
    expect(records.map(({ key }) => key)).toEqual([...keys].sort());
    expect(records[0]).toMatchObject({ changes: ['first-read'], version: 1 });
  });
});
