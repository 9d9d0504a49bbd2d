import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEvidenceChoice } from '#shared/domain/auditEvidence.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import { verifyEvidence, type VerifiedEvidence } from '#shared/evidence/verifyEvidence.ts';
import { auditCalls } from './auditTasks.ts';
import { isSignedBy } from '../connections/identity/isSignedBy.ts';
import { newPrivateKey, signerOf } from '../connections/identity/ed25519.ts';
import { createAuditEvidenceExports, type AuditEvidenceExports } from './auditEvidenceExports.ts';
import { createAuditExports, type AuditExports } from './auditExports.ts';
import { testProfile } from '../reading/testing/testReadings.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 80 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
const signer = signerOf(newPrivateKey());
const nobody = { name: '', organization: '' };
const bundleAlone: AuditEvidenceChoice = {
  values: { kind: 'all' },
  rawResponses: true,
  timestampFrom: null,
  withScript: false,
  withReport: false,
  withPdf: false,
  withRecords: false,
  auditor: nobody,
};
let here: AuditsHere;
let folder: string;
let exports: AuditExports;
let evidence: AuditEvidenceExports;
let saved: (readonly [name: string, content: string])[];
let pages: string[];

beforeEach(async () => {
  here = await auditsOver(keys);
  folder = await mkdtemp(path.join(tmpdir(), 'evidence-'));
  saved = [];
  pages = [];
  const common = {
    audits: here.audits,
    connections: { profile: () => succeed(testProfile('http://127.0.0.1:1')) },
    // On this thread.
    threads: auditCalls,
    toPdf: async (html: string) => {
      pages.push(html);
      return succeed(Buffer.from('%PDF'));
    },
    log: () => undefined,
  };
  exports = createAuditExports({
    ...common,
    files: {
      save: async (name, content) => {
        saved.push([name, content.toString()]);
        return succeed({ path: name });
      },
    },
    print: async (html) => {
      pages.push(html);
      return succeed(null);
    },
  });
  evidence = createAuditEvidenceExports({
    ...common,
    answers: here.answers,
    installationKey: { current: async () => succeed(signer) },
    seal: async (input) => {
      const built = buildStatement(input);
      return built.ok ? { ok: true, bytes: Buffer.from(sealStatement(built.statement, signer)) } : built;
    },
    timestamps: {
      allowed: async () => fail({ code: 'timestamp_failed', message: 'refused', requestId: null }),
      request: async () => fail({ code: 'timestamp_failed', message: 'refused', requestId: null }),
    },
    script: 'print("script")',
    askWhereToSave: async (name) => path.join(folder, name),
    askForFolder: async () => folder,
    appVersion: '0.0.0',
    newId: () => 'part',
    now: Date.now,
  });
});
afterEach(async () => {
  await here.stop();
  await rm(folder, { recursive: true });
});

const auditOf = (auditId: string) => ({ connectionId: auditedId, auditId });

/** Signs an audit, and verifies the bundle. */
async function signed(auditId: string, change: Partial<AuditEvidenceChoice> = {}): Promise<VerifiedEvidence> {
  const file = valueOf(await evidence.save(auditOf(auditId), { ...bundleAlone, ...change }));
  expect(file?.fingerprint).toBe(signer.fingerprint);
  const bytes = await readFile(path.join(file?.folder ?? '', file?.files[0] ?? ''));
  const reading = verifyEvidence(bytes, {
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

describe('the values in the evidence of an audit', () => {
  const carried = ({ statement }: VerifiedEvidence) =>
    statement?.predicate.reads.flatMap(({ key, value }) => (value === undefined ? [] : [key])).sort();

  it('are those of all keys, of none, of failures, or of chosen keys; what leaves is said before', async () => {
    await here.audit(keys);
    here.alter((atoms) => ({
      atoms: atoms.map((atom) => (atom.key < 'v1.thing.0040' ? { ...atom, value: 'altered' } : atom)),
    }));
    const { info } = await here.audit(keys);
    const failed = (await here.records(info.id, { show: 'failures' })).map(({ key }) => key).sort();
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(keys.length);
    const outline = async (values: AuditEvidenceChoice['values']) =>
      valueOf(await evidence.outline(auditOf(info.id), values));

    expect(await outline({ kind: 'all' })).toMatchObject({
      records: 80,
      failures: failed.length,
      reads: 80,
      values: 80,
      otherAtoms: 0,
    });
    const whole = await signed(info.id);
    expect(carried(whole)).toEqual(keys);
    expect(whole.statement?.predicate.rawResponses.length).toBeGreaterThan(0);

    const none = await outline({ kind: 'none' });
    expect(none).toMatchObject({ values: 0, valueBytes: 0, valueKeys: [], reads: 80 });
    const bare = await signed(info.id, { values: { kind: 'none' }, rawResponses: false });
    expect(carried(bare)).toEqual([]);
    expect({ status: bare.status, isIntact: bare.isIntact }).toEqual({ status: 'red', isIntact: true });

    const ofFailed = await outline({ kind: 'failures' });
    expect(ofFailed).toMatchObject({ values: failed.length, failedReads: failed.length });
    // The responses of failed keys also have the values of others.
    expect(ofFailed.otherAtoms).toBe(80 - failed.length);
    expect(ofFailed.valueKeys).toHaveLength(Math.min(50, failed.length));
    const some = await signed(info.id, { values: { kind: 'failures' }, rawResponses: false });
    expect(carried(some)).toEqual(failed);
    expect({ status: some.status, isIntact: some.isIntact }).toEqual({ status: 'red', isIntact: true });
    expect(some.statement?.predicate.rawResponses).toEqual([]);
    expect(some.statement?.predicate.notShown.map(({ code }) => code)).toContain('values-left-out');

    const chosen = { kind: 'chosen', keys: ['v1.thing.000*', 'v1.thing.0042', 'v1.thing.99'] } as const;
    expect(await outline(chosen)).toMatchObject({ values: 11, unmatched: ['v1.thing.99'] });
    expect(carried(await signed(info.id, { values: chosen, rawResponses: false }))).toEqual([
      ...keys.slice(0, 10),
      'v1.thing.0042',
    ]);
  });

  it('leave the verdict at best undecided where they are left out', async () => {
    const { info } = await here.audit(keys);
    const { status, isIntact, reads } = await signed(info.id, { values: { kind: 'none' } });
    expect({ status, isIntact }).toEqual({ status: 'amber', isIntact: true });
    expect(reads.some((one) => one.status === 'green')).toBe(false);
  });
});

describe('evidence with what belongs to it', () => {
  const all = { withScript: true, withReport: true, withPdf: true, withRecords: true };

  it('is saved into a new folder, all at once, and the audit says where', async () => {
    const { info } = await here.audit(keys, { name: 'Monthly' });
    const auditor = { name: 'Ada <Lovelace>', organization: 'Audit office' };
    const choice = { ...bundleAlone, ...all, auditor };
    const first = valueOf(await evidence.save(auditOf(info.id), choice));
    const time = new Date(info.startedAt).toISOString().slice(0, 16).replace('T', ' ').replace(':', '');
    const name = `${testProfile('').name} Monthly ${time}Z verified`;
    expect(first?.folder).toBe(path.join(folder, name));
    expect(first?.files).toEqual([
      `${name}.sigstore.json`,
      `${name}.html`,
      `${name}.pdf`,
      `${name}.audit.jsonl`,
      'verify_evidence.py',
      'README-verify_evidence.txt',
    ]);
    expect((await readdir(first?.folder ?? '')).sort()).toEqual([...(first?.files ?? [])].sort());
    const readme = await readFile(path.join(first?.folder ?? '', 'README-verify_evidence.txt'), 'utf8');
    expect(readme).toContain(`${name}.sigstore.json`);
    expect(pages[0]).toContain('Ada &lt;Lovelace&gt;, Audit office');
    expect(valueOf(await here.audits.ended(auditedId, info.id)).evidence).toEqual(first);

    // An earlier folder is never written into.
    const second = valueOf(await evidence.save(auditOf(info.id), choice));
    expect(second?.folder).toBe(path.join(folder, `${name} (2)`));
    expect((await readdir(folder)).sort()).toEqual([name, `${name} (2)`]);
  });

  it('leaves nothing behind if a part of it cannot be made, or no timestamp is issued', async () => {
    const { info } = await here.audit(keys);
    const audit = auditOf(info.id);
    const stamped = { ...bundleAlone, ...all, timestampFrom: 'https://tsa.example.com' };
    expect(await evidence.save(audit, stamped)).toMatchObject({ ok: false, error: { message: 'refused' } });
    const gone = path.join(folder, 'gone');
    expect((await evidence.saveInto(gone, audit, { ...bundleAlone, ...all })).ok).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    expect(valueOf(await here.audits.ended(auditedId, info.id)).evidence).toBeNull();
  });
});

describe('a file about an audit', () => {
  it('is the audit itself, or a report; none is saved of an audit that has not ended', async () => {
    const { info } = await here.audit(keys, { name: 'Monthly' });
    const audit = auditOf(info.id);
    for (const format of ['audit', 'html', 'junit', 'pdf'] as const)
      expect((await exports.save(audit, format, { name: 'Ada', organization: '' })).ok).toBe(true);
    const endings = saved.map(([name]) => name.replace(/^.* Monthly \d{4}-\d\d-\d\d \d{4}Z verified/, ''));
    expect(endings).toEqual(['.audit.jsonl', '.html', '.junit.xml', '.pdf']);
    expect(saved[1]?.[1]).toContain('<dt>Prepared by</dt><dd>Ada</dd>');
    expect(saved[3]?.[1]).toBe('%PDF');
    expect(saved[0]?.[1]).toContain('"format":"atom-explorer-audit"');
    expect(saved[2]?.[1]).toContain('<testsuites');
    expect((await exports.print(audit, nobody)).ok).toBe(true);
    expect(pages.at(-1)).not.toContain('Prepared by');
    expect((await exports.save({ ...audit, auditId: 'another' }, 'csv', nobody)).ok).toBe(false);
  });
});
