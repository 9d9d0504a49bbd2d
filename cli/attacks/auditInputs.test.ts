import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';
import { startAuditUnderAttack, type AuditUnderAttack } from './auditUnderAttack.ts';

let programs: string;
let attacked: AuditUnderAttack;

beforeAll(async () => {
  programs = await builtPrograms();
});

/** More than one request. */
const keys = Array.from({ length: 510 }, (_, at) => `v1.thing.n${String(at).padStart(4, '0')}`);
const valueOf = (key: string): string => `value of ${key}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

beforeEach(async () => {
  attacked = await startAuditUnderAttack(programs);
  const atoms = keys.map((key) => ({ key, value: valueOf(key) }));
  await attacked.service.post('/batch-atoms', { atoms });
  await writeFile(attacked.file('keys.txt'), keys.join('\n'));
});
afterEach(() => attacked.stop());

const state = (): readonly string[] => ['--state', attacked.file('state'), '--json'];
const listed = (): readonly string[] => ['--keys', attacked.file('keys.txt'), ...state()];
const writeExpected = (hashOf: (key: string) => string) =>
  writeFile(
    attacked.file('expected.csv'),
    ['key,version,sha256', ...keys.map((key) => `${key},1,${hashOf(key)}`)].join('\n'),
  );

describe('A2: the inputs of an audit that was stopped and continued', () => {
  it('compares all keys with an expected list that changed in between', async () => {
    const args = ['--expected', attacked.file('expected.csv'), ...state()];
    await writeExpected((key) => sha256(valueOf(key)));
    expect((await attacked.audit(args, 2)).code).toBe(3);
    await writeExpected(() => sha256('something else'));
    const { code, told, report } = await attacked.audit(args);
    expect(code).toBe(1);
    expect(report()).toMatchObject({ reasons: [{ code: 'unmet' }], failureCount: keys.length });
    expect(told).toContain('Starting a new audit');
    expect(told).toContain('the expected list has changed');
  });

  it('holds all keys to the list of expected changes as it is now', async () => {
    await attacked.audit(listed());
    await attacked.service.post('/atoms', { key: keys[0], value: 'new' });
    const args = [...listed(), '--expected-changes', attacked.file('changes.txt')];
    await writeFile(attacked.file('changes.txt'), String(keys[0]));
    expect((await attacked.audit(args, 2)).code).toBe(3);
    await writeFile(attacked.file('changes.txt'), String(keys[1]));
    const { code, told, report } = await attacked.audit(args);
    expect(told).toContain('the list of expected changes has changed');
    // The known keys have learned the change, and the audit that was stopped is gone.
    expect(code).toBe(1);
    expect(report().reasons.map((reason) => reason.code)).toEqual(['unexpected-changes']);
  });

  it('holds keys that were read before to a new --pin too', async () => {
    expect((await attacked.audit(listed(), 2)).code).toBe(3);
    const { code, told, report } = await attacked.audit([...listed(), '--pin', 'ab'.repeat(32)]);
    expect(code).toBe(1);
    expect(report().counts.outcomes['red']).toBe(keys.length);
    expect(told).toContain('the pinned roots have changed');
  });

  it('checks all keys under the rules of --scheme', async () => {
    expect((await attacked.audit(listed(), 2)).code).toBe(3);
    const other = 'hash=sha-256,node=concat,shape=rfc6962,order=leaf-to-root,digest=plain,preimage=value';
    const { code, told } = await attacked.audit([...listed(), '--scheme', other]);
    expect(code).toBe(1);
    expect(told).toContain('the hashing rules have changed');
  });

  it('continues with the same inputs', async () => {
    await writeExpected((key) => sha256(valueOf(key)));
    const args = ['--expected', attacked.file('expected.csv'), ...state()];
    expect((await attacked.audit([...args, '--pin', await rootNow()], 2)).code).toBe(3);
    const { code, told, shown } = await attacked.audit([...args, '--pin', await rootNow()]);
    expect(told).toContain('Continuing the audit');
    expect(code).toBe(0);
    // What was read before the interruption makes it no second audit.
    const first = 'First audit of this service in this state folder';
    expect(shown).toContain(first);
    expect((await attacked.audit([...args, '--pin', await rootNow()])).shown).not.toContain(first);
  });
});

async function rootNow(): Promise<string> {
  const out = attacked.file('root.audit.jsonl');
  await attacked.audit(['--keys', attacked.file('keys.txt'), '--out', out, '--json']);
  const [, rootHash = ''] = /"rootHash":"([0-9a-f]{64})"/.exec(await readFile(out, 'utf8')) ?? [];
  return rootHash;
}
