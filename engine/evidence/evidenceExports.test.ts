import { createHash, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceChoice } from '#shared/domain/evidence.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { fail, succeed } from '#shared/domain/result.ts';
import { buildStatement, type EvidenceInput } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import { verifyEvidence, type VerifiedEvidence } from '#shared/evidence/verifyEvidence.ts';
import { reportText } from '#shared/report/reportText.ts';
import { evidenceSummary, findingWords } from '#shared/text/evidenceWords.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { opensslAuthority } from '#shared/timestamp/testing/opensslAuthority.ts';
import { checkTimestamp } from './checkTimestamp.ts';
import { isSignedBy } from '../connections/identity/isSignedBy.ts';
import { readCertificatePem } from '../connections/identity/certificates.ts';
import { startTimestampServer } from './timestamps/testing/timestampServer.ts';
import type { Catalogues } from '../known/catalogues.ts';
import { cataloguesHere } from '../known/testing/catalogueHere.ts';
import { parseBaseAddress } from '../client/baseAddress.ts';
import { createHttpClient } from '../client/httpClient.ts';
import { createTimestampRequests } from './timestamps/requestTimestamps.ts';
import { newPrivateKey, signerOf } from '../connections/identity/ed25519.ts';
import { type Jobs } from '../jobs/jobs.ts';
import { type Readings } from '../reading/readings.ts';
import { createEvidenceExports, type EvidenceExports } from './evidenceExports.ts';
import { createRecentAnswers, type RecentAnswers } from './recentAnswers.ts';
import {
  failOnLog,
  testConnection,
  testGateway,
  testProfile,
  testReadings,
} from '../reading/testing/testReadings.ts';
import { testJobs } from '../jobs/testing/testJobs.ts';

const id = 'one' as ConnectionId;
const keys = ['v1.a.owner', 'v1.a.status', 'v1.a.budget'];
const signer = signerOf(newPrivateKey());
const all: EvidenceChoice = {
  format: 'bundle',
  values: true,
  rawResponses: true,
  timestampFrom: null,
  withScript: false,
};
const http = createHttpClient();
const noOutcomes = { waiting: 0, stored: 0, same: 0, skipped: 0, refused: 0, unknown: 0, held: 0 };

let service: TestService;
let folder: string;
let catalogues: Catalogues;
let answers: RecentAnswers;
let readings: Readings;
let exports: EvidenceExports;
let jobs: Jobs;
let saved: string | null;
let suggested: string;
let isLocked: boolean;
let requests: number;
let isConsented: boolean;
let asked: string[];
let upload: WriteReceipt | null;

beforeEach(async () => {
  service = await startTestService({ faults: true });
  folder = await mkdtemp(path.join(tmpdir(), 'evidence-'));
  catalogues = cataloguesHere(folder, () => undefined);
  answers = createRecentAnswers({ answers: 50, bytes: 10_000_000, connections: 2 });
  saved = null;
  isLocked = false;
  requests = 0;
  isConsented = true;
  asked = [];
  upload = null;
  for (const key of keys) await service.post('/atoms', { key, value: `value of ${key}` });
  const connection = testConnection({ profile: testProfile(service.address()) }, () => service.fullKey);
  const connections: typeof connection = {
    ...connection,
    target: (...call) => {
      requests += 1;
      return connection.target(...call);
    },
  };
  readings = testReadings({
    gateway: testGateway(http),
    connections,
    catalogues,
    keepAnswer: answers.keep,
  });
  let count = 0;
  const newId = (): string => `id-${String((count += 1))}`;
  jobs = testJobs({ newId, log: failOnLog });
  exports = createEvidenceExports({
    answers,
    readings,
    connections,
    receipts: {
      read: async () =>
        upload === null
          ? Promise.reject(new Error('There are no receipts here.'))
          : succeed({ ...upload, atoms: [] }),
      rows: async (_id, _upload, { from, to }) =>
        (upload?.atoms ?? []).map((atom, row) => ({ ...atom, row })).slice(from, to),
    },
    catalogues,
    report: async ({ bytes, trustedKeys, format, withValues }) => {
      const reading = verifyEvidence(bytes, { verifySignature: isSignedBy, trustedKeys });
      return reading.ok ? reportText(reading.evidence, format, withValues) : null;
    },
    pins: { of: async () => ({ pins: [], recoveredFrom: null }) },
    installationKey: {
      current: async () =>
        isLocked
          ? fail({ code: 'keychain_unavailable', message: 'locked', requestId: null })
          : succeed(signer),
    },
    jobs,
    memory: {
      selected: async function* selected(_id, selection) {
        if (selection.kind === 'keys') yield selection.keys;
      },
    },
    files: {
      save: async (name, content) => {
        suggested = name;
        saved = Buffer.from(content).toString();
        return succeed({ path: path.join(folder, "Grace's.sigstore.json") });
      },
    },
    askWhereToSave: async () => path.join(folder, 'selection.sigstore.json'),
    seal: async (input: EvidenceInput, _signer, stamp) => {
      const built = buildStatement(input);
      if (!built.ok) return built;
      const text = sealStatement(built.statement, signer);
      if (stamp === null) return { ok: true, bytes: Buffer.from(text) };
      const signature = Buffer.from(/"sig":"([^"]+)"/.exec(text)?.[1] ?? '', 'base64');
      const timestamp = await stamp(signature);
      if (!timestamp.ok) return timestamp;
      return { ok: true, bytes: Buffer.from(sealStatement(built.statement, signer, timestamp.value)) };
    },
    timestamps: createTimestampRequests({
      http,
      consent: {
        allowed: async (text) =>
          isConsented
            ? parseBaseAddress(text)
            : fail({ code: 'invalid_input', field: 'baseUrl', message: 'You refused.', requestId: null }),
      },
      asked: async (text) => {
        asked.push(text);
      },
      randomBytes,
    }),
    script: 'print("script")',
    appVersion: '1.0.0',
    newId,
    now: Date.now,
  });
});

afterEach(async () => {
  await jobs.close();
  await service.stop();
  await catalogues.close();
  await rm(folder, { recursive: true });
});

async function read(key: string, requestId: string): Promise<void> {
  const reading = await readings.read(id, key, { requestId, signal: null });
  if (!reading.ok) throw new Error(reading.error.message);
}

function verified(text: string | null): VerifiedEvidence {
  const reading = verifyEvidence(Buffer.from(text ?? ''), {
    verifySignature: isSignedBy,
    trustedKeys: [{ fingerprint: signer.fingerprint, source: 'own' }],
  });
  if (!reading.ok) throw new Error(JSON.stringify(reading.refusal));
  return reading.evidence;
}

describe('evidence about an atom', () => {
  const about = { kind: 'atom', key: 'v1.a.status', requestId: 'r-red' } as const;

  it('shows what was seen, with the read that it contradicts, although the service tells the truth again', async () => {
    for (const key of keys) await read(key, 'r1');
    await service.post('/admin/faults', { tamper: 'value' });
    await read(about.key, about.requestId);
    await service.post('/admin/faults', {});
    requests = 0;
    expect(await exports.outline(id, about)).toMatchObject({
      value: { isKept: true, reads: 2, responses: 2, otherAtoms: 0 },
    });
    expect(await exports.save(id, about, all)).toMatchObject({
      value: { fingerprint: signer.fingerprint },
    });
    expect(suggested).toMatch(/^.+ evidence v1\.a\.status \d{4}-\d{2}-\d{2} \d{4} failed\.sigstore\.json$/);
    const evidence = verified(saved);
    expect(evidence).toMatchObject({
      status: 'red',
      isIntact: true,
      reads: [{ status: 'green' }, { status: 'red' }],
    });
    const predicate = evidence.statement?.predicate;
    expect(predicate?.rawResponses).toMatchObject([{ requestId: 'r1' }, { requestId: 'r-red' }]);
    expect(requests).toBe(0);
    expect(saved).not.toContain(service.fullKey);
  });

  it('reads the atom again if its response is no longer kept, and says so before', async () => {
    await read(about.key, about.requestId);
    answers.forgetAll();
    expect(await exports.outline(id, about)).toMatchObject({ value: { isKept: false } });
    expect(await exports.save(id, about, { ...all, values: false })).toMatchObject({ ok: true });
    const predicate = verified(saved).statement?.predicate;
    expect(predicate?.reads).toHaveLength(1);
    expect(predicate?.rawResponses).toEqual([]);
    expect(JSON.stringify(predicate)).not.toContain('value of v1.a.status');
  });

  it('has a timestamp of its signature, from an authority that the user allows', async () => {
    await read(about.key, about.requestId);
    await mkdir(path.join(folder, 'tsa'));
    const authority = opensslAuthority(path.join(folder, 'tsa'));
    const server = await startTimestampServer(authority);
    try {
      const choice = { ...all, timestampFrom: server.address };
      isConsented = false;
      expect(await exports.save(id, about, choice)).toMatchObject({
        error: { code: 'timestamp_failed', message: 'You refused.' },
      });
      expect([saved, server.requests()]).toEqual([null, 0]);

      isConsented = true;
      expect(await exports.save(id, about, choice)).toMatchObject({ ok: true });
      expect(asked).toEqual([server.address]);
      const [certificate] = readCertificatePem(authority.rootPem);
      const anchors = certificate === undefined ? [] : [{ name: 'Ours', certificate }];
      const reading = verifyEvidence(Buffer.from(saved ?? ''), {
        verifySignature: isSignedBy,
        trustedKeys: [],
        checkTimestamp: (response, signature) => checkTimestamp(response, signature, anchors),
      });
      expect(reading.ok && reading.evidence.findings.at(-1)).toMatchObject({
        code: 'timestamps',
        status: 'pass',
        timestamps: [{ kind: 'proven', trustedAs: 'Ours' }],
      });

      saved = null;
      server.respondWith({ status: 503 });
      expect(await exports.save(id, about, choice)).toMatchObject({
        error: {
          code: 'timestamp_failed',
          message: expect.stringMatching(/responded with status 503/) as string,
        },
      });
      expect(saved).toBeNull();
    } finally {
      await server.stop();
    }
  });

  it('has the script beside it on request, which replaces no other file', async () => {
    await read(about.key, about.requestId);
    const choice = { ...all, withScript: true };
    await writeFile(path.join(folder, 'verify_evidence.py'), 'of someone else');
    for (let times = 0; times < 2; times += 1)
      expect(await exports.save(id, about, choice)).toMatchObject({ ok: true });
    const names = (await readdir(folder)).filter((name) => /verify/.test(name));
    expect(names).toEqual(['README-verify_evidence.txt', 'verify_evidence-2.py', 'verify_evidence.py']);
    expect(await readFile(path.join(folder, 'verify_evidence.py'), 'utf8')).toBe('of someone else');
    const readme = await readFile(path.join(folder, 'README-verify_evidence.txt'), 'utf8');
    expect(readme).toContain(signer.fingerprint);
    const [command = ''] = /python3 .*(?= --key)/.exec(readme) ?? [];
    expect(execFileSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })).toBe('script\n');
  });

  it('signs and saves nothing while the keychain is locked', async () => {
    await read(about.key, about.requestId);
    isLocked = true;
    expect(await exports.save(id, about, all)).toMatchObject({ error: { code: 'keychain_unavailable' } });
    expect(saved).toBeNull();
  });
});

describe('evidence about a recall', () => {
  it('contains all of its hits, and is refused when they are no longer kept', async () => {
    await readings.recall(id, 'a status', 5, { requestId: 'run', signal: null });
    const about = { kind: 'run', query: 'a status', requestId: 'run' } as const;
    expect(await exports.save(id, about, all)).toMatchObject({ ok: true });
    const predicate = verified(saved).statement?.predicate;
    expect(predicate?.scope).toMatchObject({ kind: 'run', title: 'a status' });
    expect(predicate?.reads.length).toBeGreaterThan(0);
    answers.forgetAll();
    expect(await exports.save(id, about, all)).toMatchObject({ error: { code: 'evidence_refused' } });
  });
});

describe('evidence about an upload', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  /** As the list of writes has it after its rows were read back. */
  async function uploaded(): Promise<WriteReceipt> {
    const startedAt = Date.now();
    const back = await readings.readMany(id, keys, { requestId: 'back', signal: null, askedBy: 'user' });
    if (!back.ok) throw new Error(back.error.message);
    return {
      id: 'upload',
      connectionId: id,
      startedAt,
      endedAt: Date.now() + 1,
      kind: 'upload',
      outcome: 'stored',
      title: 'countries.csv',
      atomCount: keys.length,
      rootBefore: null,
      rootAfter: null,
      readBack: null,
      otherWrites: { before: false, after: false },
      errorCode: null,
      atoms: back.value.atoms.map(({ key, value, version, proof, verdict }) => ({
        key,
        bytes: Buffer.byteLength(value),
        sha256: sha256(value),
        before: 'absent',
        versionBefore: null,
        version,
        hash: null,
        createdAt: null,
        missing: false,
        readBack: { version, holdsValue: true, verdict: verdict.status, proof },
      })),
      counts: { outcomes: { ...noOutcomes, stored: 3 } } as WriteReceipt['counts'],
      runs: [],
      previous: null,
      sentTo: null,
      source: { bytes: 10, sha256: sha256('file'), key: '{key}', valueColumns: ['value'] },
    };
  }
  const about = { kind: 'receipt', id: 'upload' } as const;

  it('has every row with its value, its proof, and the file, and verifies', async () => {
    upload = await uploaded();
    requests = 0;
    expect(await exports.outline(id, about)).toMatchObject({ value: { reads: 3, toRead: 0 } });
    expect(await exports.save(id, about, all)).toMatchObject({ ok: true });
    expect(requests).toBe(0);
    const evidence = verified(saved);
    expect(evidence).toMatchObject({ isIntact: true });
    expect([...evidence.reads, ...evidence.readBacks].map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, () => 'green'),
    );
    // Only the ledger is open: it is signed with another key here.
    expect(evidence.findings.flatMap(({ code, status }) => (status === 'pass' ? [] : [code]))).toEqual([
      'ledger',
    ]);
    expect(evidence.findings).toContainEqual(
      expect.objectContaining({ code: 'receipts', status: 'pass', readBacks: 3, withValue: 3 }),
    );
    expect(evidence.statement?.predicate.receipts).toMatchObject([
      { kind: 'upload', source: { sha256: sha256('file'), key: '{key}' }, atoms: [{}, {}, {}] },
    ]);
  });

  it('reads atoms again whose value is not in memory, and takes no other value for the one that was sent', async () => {
    upload = await uploaded();
    answers.forgetAll();
    requests = 0;
    await service.post('/atoms', { key: 'v1.a.status', value: 'changed since' });
    expect(await exports.outline(id, about)).toMatchObject({ value: { reads: 0, toRead: 3 } });
    expect(await exports.save(id, about, all)).toMatchObject({ ok: true });
    expect(requests).toBe(1);
    const evidence = verified(saved);
    // The later value is in it, and proven; that of the upload is not.
    expect(evidence).toMatchObject({ status: 'amber', isIntact: true });
    expect(evidence.readBacks.map(({ hasValue }) => hasValue)).toEqual([true, false, true]);
  });

  it('says how many rows it does not have, so that green is not read as all rows', async () => {
    const outcomes = { ...noOutcomes, stored: 2, same: 1, unknown: 1, held: 1, skipped: 2, refused: 4 };
    upload = { ...(await uploaded()), counts: { outcomes } as WriteReceipt['counts'] };
    expect(await exports.save(id, about, all)).toMatchObject({ ok: true });
    const evidence = verified(saved);
    const words = '8 rows of the upload, which are not in this bundle: 1 unknown, 4 refused, and 3 not sent';
    expect(evidenceSummary(evidence).summary).toContain(words);
    expect(evidence.statement?.predicate.notShown).toContainEqual({
      code: 'rows-not-included',
      words: `Anything about ${words}.`,
    });
    const receipts = evidence.findings.find(({ code }) => code === 'receipts');
    expect(receipts?.status).toBe('pass');
    if (receipts !== undefined) expect(findingWords(receipts).words).toContain(words);
  });

  it('is refused if the upload went to another address than the connection has now', async () => {
    upload = { ...(await uploaded()), sentTo: 'https://other.example' };
    for (const answered of [await exports.outline(id, about), await exports.save(id, about, all)])
      expect(answered).toMatchObject({
        error: {
          code: 'evidence_refused',
          message: expect.stringContaining('https://other.example') as string,
        },
      });
    expect(saved).toBeNull();
    upload = { ...upload, sentTo: service.address() };
    expect(await exports.save(id, about, all)).toMatchObject({ ok: true });
  });

  it('is refused if no row was read back, or not all that are stored', async () => {
    const whole = await uploaded();
    const outcomes = { ...noOutcomes, stored: 3, same: 1 };
    upload = { ...whole, counts: { outcomes } as WriteReceipt['counts'] };
    expect(await exports.save(id, about, all)).toMatchObject({
      error: { message: expect.stringContaining('Only 3 of 4 rows') as string },
    });
    upload = { ...whole, atoms: [] };
    expect(await exports.save(id, about, all)).toMatchObject({
      error: { code: 'evidence_refused', message: expect.stringContaining('Read it back') as string },
    });
    expect(saved).toBeNull();
  });
});

describe('evidence about a selection', () => {
  it('uses what is kept and reads the rest', async () => {
    await read('v1.a.owner', 'r1');
    requests = 0;
    const selection = { kind: 'keys', keys: [...keys, 'v1.not.there'] } as const;
    const started = await exports.saveSelection(id, selection, all);
    if (!started.ok || started.value === null) throw new Error('The job did not start.');
    const jobId = started.value.id;
    await expect.poll(() => jobs.find(jobId)?.state.kind).toBe('done');
    const job = jobs.find(jobId);
    expect(job?.progress).toMatchObject({ total: 4, done: 4, notRead: 1, fingerprint: signer.fingerprint });
    expect(requests).toBe(1);
    const evidence = verified(await readFile(path.join(folder, 'selection.sigstore.json'), 'utf8'));
    expect(evidence).toMatchObject({ isIntact: true });
    expect(evidence.statement?.predicate).toMatchObject({
      scope: { kind: 'selection', requested: 4 },
      missing: [{ key: 'v1.not.there' }],
    });
    expect(evidence.statement?.predicate.reads.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  });

  it('leaves the file that was there if the job is canceled', async () => {
    const file = path.join(folder, 'selection.sigstore.json');
    await writeFile(file, 'before');
    const started = await exports.saveSelection(id, { kind: 'keys', keys }, all);
    if (!started.ok || started.value === null) throw new Error('The job did not start.');
    const jobId = started.value.id;
    jobs.cancel(jobId);
    await expect.poll(() => jobs.find(jobId)?.state.kind).toBe('cancelled');
    expect(await readFile(file, 'utf8')).toBe('before');
  });
});
