import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditTask, type StoredComparison } from '../../../workers/auditTasks.ts';
import { createAuditExports, type AuditExports } from './auditExports.ts';
import { succeed } from '#shared/domain/result.ts';
import { auditedId, auditsOver, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 300 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
let here: AuditsHere;
let exports: AuditExports;
let saved: (readonly [name: string, content: string])[];

beforeEach(async () => {
  here = await auditsOver(keys);
  saved = [];
  exports = createAuditExports({
    audits: here.audits,
    files: {
      save: async (name, content) => {
        saved.push([name, content.toString()]);
        return succeed({ path: name });
      },
    },
    // On this thread.
    threads: {
      report: async (file, format) => (await auditTask({ kind: 'report', file, format })) as string,
      compare: async (task) => (await auditTask(task)) as StoredComparison,
    },
    log: () => undefined,
  });
});
afterEach(() => here.stop());

const compare = async (before: string, after: string) =>
  exports.compare({ connectionId: auditedId, auditId: before }, { connectionId: auditedId, auditId: after });

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

describe('a file about an audit', () => {
  it('is the audit itself, or a report; none is saved of an audit that has not ended', async () => {
    const { info } = await here.audit(keys, { name: 'Monthly' });
    const audit = { connectionId: auditedId, auditId: info.id };
    for (const format of ['audit', 'html', 'junit'] as const)
      expect((await exports.save(audit, format)).ok).toBe(true);
    const day = new Date(info.startedAt).toISOString().slice(0, 10);
    expect(saved.map(([name]) => name)).toEqual([
      `Monthly ${day}.audit.jsonl`,
      `Monthly ${day}.html`,
      `Monthly ${day}.junit.xml`,
    ]);
    expect(saved[0]?.[1]).toContain('"format":"atom-explorer-audit"');
    expect(saved[2]?.[1]).toContain('<testsuites');
    expect((await exports.save({ ...audit, auditId: 'another' }, 'csv')).ok).toBe(false);
  });
});
