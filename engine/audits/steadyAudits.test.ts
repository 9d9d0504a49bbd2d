import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { isLongRun } from '../../service/testing/longRun.ts';
import { auditsOver, type AuditsHere, type RawAtom } from './testing/auditsOver.ts';

let here: AuditsHere;
afterEach(() => here.stop());

const manyKeys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `v3.${String(at).padStart(6, '0')}`);

/** The same for the same keys, so that asking again does not help. In [0, 1). */
function share(of: string): number {
  return createHash('sha256').update(of).digest().readUInt32BE() / 2 ** 32;
}

/** No value: the response cannot be read. */
const malformed = ({ key, version, proof }: RawAtom) => ({ key, value: 7, version, proof });

describe('A8: an audit of a service with faults', () => {
  it('reads all keys, finds what is forged, and needs at most three times the requests', async () => {
    const keys = manyKeys(isLongRun ? 100_000 : 6_000);
    here = await auditsOver(keys);
    expect((await here.audit(keys)).verdict?.status).toBe('green');
    const clean = here.requests();
    // A failing key takes 40 requests, as many as twice the clean ones of a short run.
    const failing = isLongRun ? keys[1_234] : undefined;
    const [broken = '', forged = '', firstFailing = ''] = [keys[2_678], keys[4_765], keys[3_000]];
    // The same keys fail again, but their halves do not.
    here.failOn((asked) =>
      isLongRun
        ? asked.includes(failing ?? '') || share(asked.join()) < 0.01
        : asked[0] === firstFailing && asked.length > 400,
    );
    here.alter((atoms) => ({
      atoms: atoms.map((atom) => {
        if (atom.key === broken) return malformed(atom);
        return atom.key === forged ? { ...atom, value: 'forged' } : atom;
      }),
    }));
    const audit = await here.audit(keys);
    const { records, outcomes } = audit.summary.counts;
    expect(records).toBe(keys.length);
    expect(audit.verdict?.status).toBe('red');
    expect(audit.verdict?.reasons[0]).toEqual({ code: 'failed', keys: 1, conflicts: 1 });
    expect(outcomes.amber).toBeGreaterThanOrEqual(1);
    expect(outcomes.green).toBe(keys.length - 1 - outcomes.amber);
    const findings = await here.records(audit.info.id, { show: 'findings' });
    const codes = new Map(findings.map(({ key, check }) => [key, check?.code]));
    if (failing !== undefined) expect(codes.get(failing)).toBe('service-failed');
    expect(codes.get(broken)).toBe('response-unreadable');
    expect(here.requests() - clean).toBeLessThanOrEqual(3 * clean);
  }, 1_800_000);

  it.each([
    ['at the beginning', 0],
    ['in the middle', 700],
  ])('sets twenty bad keys in a row aside and goes on, %s', async (_where, from) => {
    const keys = manyKeys(1_000);
    here = await auditsOver(keys);
    const bad = new Set(keys.slice(from, from + 20));
    here.alter((atoms) => ({ atoms: atoms.map((atom) => (bad.has(atom.key) ? malformed(atom) : atom)) }));
    const unreadable = await here.audit(keys);
    expect(unreadable.summary.counts.outcomes).toMatchObject({ green: 980, amber: 20 });
    here.alter((atoms) => ({ atoms }));
    here.failOn((asked) => asked.some((key) => bad.has(key)));
    const failed = await here.audit(keys);
    expect(failed.summary.counts.outcomes).toMatchObject({ green: 980, amber: 20 });
  });
});
