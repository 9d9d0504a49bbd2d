import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import { verifyEvidence, type VerifiedEvidence } from '#shared/evidence/verifyEvidence.ts';
import { auditCalls } from './auditTasks.ts';
import { isSignedBy } from '../connections/identity/isSignedBy.ts';
import { newPrivateKey, signerOf } from '../connections/identity/ed25519.ts';
import { createAuditExports, type AuditExports } from './auditExports.ts';
import { succeed } from '#shared/domain/result.ts';
import { auditedId, auditsOver, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 80 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
const signer = signerOf(newPrivateKey());
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
    answers: here.answers,
    installationKey: { current: async () => succeed(signer) },
    appVersion: '0.0.0',
    now: Date.now,
    // On this thread.
    seal: async (input) => {
      const built = buildStatement(input);
      return built.ok ? { ok: true, bytes: Buffer.from(sealStatement(built.statement, signer)) } : built;
    },
    threads: auditCalls,
    log: () => undefined,
  });
});
afterEach(() => here.stop());

/** Signs an audit, and verifies the bundle. */
async function signed(auditId: string): Promise<VerifiedEvidence> {
  const file = await exports.save({ connectionId: auditedId, auditId }, 'bundle');
  expect(file).toMatchObject({ ok: true, value: { fingerprint: signer.fingerprint } });
  const reading = verifyEvidence(Buffer.from(saved.at(-1)?.[1] ?? ''), {
    verifySignature: isSignedBy,
    trustedKeys: [{ fingerprint: signer.fingerprint, source: 'own' }],
  });
  if (!reading.ok) throw new Error(JSON.stringify(reading.refusal));
  return reading.evidence;
}

const read = async (key: string): Promise<void> => {
  await here.readings.read(auditedId, key, { requestId: key, signal: null });
};

describe('signed evidence of an audit', () => {
  it('records the verdict, what was not looked at, and the self-test; with what the audit itself received', async () => {
    await read('v1.outside');
    const { info } = await here.audit(keys);
    await here.fault({ tamper: 'value' });
    await read(keys[0] ?? '');
    const { status, isIntact, statement, reads, findings } = await signed(info.id);
    // A bundle cannot show that nothing was left out, so it is not green.
    expect({ status, isIntact }).toEqual({ status: 'amber', isIntact: true });
    expect(reads.map((one) => one.status)).toEqual(keys.map(() => 'green'));
    expect(statement?.predicate.reads.map(({ key }) => key).sort()).toEqual(keys);
    expect(findings.find(({ code }) => code === 'audit')).toMatchObject({
      status: 'undecided',
      verdict: 'green',
    });
    expect(statement?.predicate.audit?.footer.selfTest?.faults).toHaveLength(3);
    expect(statement?.predicate.notShown.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['audit-as-recorded', 'outside-scope']),
    );
  });

  it.each(['value', 'sibling', 'root', 'history'] as const)(
    'is red, and intact, with the failures as received: %s',
    async (tamper) => {
      await here.audit(keys);
      await here.fault({ tamper });
      const { info } = await here.audit(keys);
      expect(info.verdict).toBe('red');
      const { status, isIntact, statement, findings } = await signed(info.id);
      expect({ status, isIntact, findings: findings.filter((one) => one.status === 'fail') }).toMatchObject({
        status: 'red',
        isIntact: true,
      });
      expect(findings.find(({ code }) => code === 'audit')).toMatchObject({ status: 'fail', verdict: 'red' });
      expect(statement?.predicate.rawResponses.length).toBeGreaterThan(0);
    },
  );

  it('names keys that were not returned, although they are proven', async () => {
    await here.audit(keys);
    const hidden = keys[7] ?? '';
    here.interfere({
      readMany: async (...call) => {
        const answer = await here.gateway.readMany(...call);
        return answer.ok ? { ...answer, value: answer.value.filter(({ key }) => key !== hidden) } : answer;
      },
    });
    const { info } = await here.audit(keys);
    const { status, statement } = await signed(info.id);
    expect(status).toBe('red');
    expect(statement?.predicate.missing.map(({ key }) => key)).toEqual([hidden]);
    expect(statement?.predicate.reads).toHaveLength(keys.length - 1);
  });

  it('records the verdict also when nothing is in memory', async () => {
    const { info } = await here.audit(keys);
    here.answers.forgetAll();
    const { status, isIntact, reads } = await signed(info.id);
    expect({ status, isIntact, reads }).toEqual({ status: 'amber', isIntact: true, reads: [] });
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
