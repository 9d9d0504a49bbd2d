import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareEndedAudits } from './compareEndedAudits.ts';
import { auditedId, auditsOver, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 300 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
let here: AuditsHere;

beforeEach(async () => {
  here = await auditsOver();
  await here.store(keys);
});
afterEach(() => here.stop());

const compare = async (before: string, after: string) =>
  compareEndedAudits(here.audits, {
    before: { connectionId: auditedId, auditId: before },
    after: { connectionId: auditedId, auditId: after },
  });

describe('comparing two audits that have ended', () => {
  it('finds a rewritten value and the rewritten leaf, and keeps them from what is the same', async () => {
    const { info: before } = await here.audit(keys);
    await here.fault({ tamper: 'history' });
    const { info: after } = await here.audit(keys);
    const compared = await compare(before.id, after.id);
    if (!compared.ok) throw new Error(compared.error.message);
    const { value } = compared;
    expect(value.before.id).toBe(before.id);
    expect(value.after.id).toBe(after.id);
    const rewritten = value.differences.filter(({ kinds }) => kinds.includes('other-value-same-version'));
    expect(rewritten.map(({ key }) => key)).toEqual([keys[0]]);
    expect(value.kinds['other-value-same-version']).toEqual({ expected: 0, other: 1 });
    expect(value.same + value.differing).toBe(keys.length);
  });

  it('finds nothing where nothing changed', async () => {
    const { info: before } = await here.audit(keys);
    const { info: after } = await here.audit(keys);
    expect(await compare(before.id, after.id)).toMatchObject({
      ok: true,
      value: { same: keys.length, differing: 0, differences: [] },
    });
  });

  it('refuses an audit that is not there', async () => {
    const { info } = await here.audit(keys);
    expect((await compare(info.id, 'another')).ok).toBe(false);
  });
});
