import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { succeed } from '#shared/domain/result.ts';
import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import { createAuditEvidenceExports } from '../../engine/audits/auditEvidenceExports.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from '../../engine/audits/testing/auditsOver.ts';
import { newPrivateKey, signerOf } from '../../engine/connections/identity/ed25519.ts';
import { testProfile } from '../../engine/reading/testing/testReadings.ts';
import { auditCalls } from '../../engine/audits/auditTasks.ts';
import { runOurs, startPython, type PythonVerifier } from './testing/bothVerifiers.ts';

const keys = Array.from({ length: 20 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
const signer = signerOf(newPrivateKey());
const notUsed = () => Promise.reject(new Error('not used'));
let here: AuditsHere;
let folder: string;
let python: PythonVerifier;
beforeEach(async () => {
  here = await auditsOver(keys);
  folder = await mkdtemp(path.join(tmpdir(), 'real-audit-'));
  python = startPython();
});
afterEach(async () => {
  python.stop();
  await here.stop();
  await rm(folder, { recursive: true });
});

it('a bundle and the file of a green audit, as the app saves them, are green together (E6)', async () => {
  const evidence = createAuditEvidenceExports({
    audits: here.audits,
    connections: { profile: () => succeed(testProfile('')) },
    askWhereToSave: async () => null,
    askForFolder: async () => folder,
    answers: here.answers,
    installationKey: { current: async () => succeed(signer) },
    timestamps: { allowed: notUsed, request: notUsed },
    toPdf: notUsed,
    script: '',
    appVersion: '0.0.0',
    newId: () => 'part',
    now: Date.now,
    seal: async (input) => {
      const built = buildStatement(input);
      return built.ok ? { ok: true, bytes: Buffer.from(sealStatement(built.statement, signer)) } : built;
    },
    threads: auditCalls,
    log: () => undefined,
  });
  const { info } = await here.audit(keys);
  const saved = valueOf(
    await evidence.save(
      { connectionId: auditedId, auditId: info.id },
      {
        values: { kind: 'all' },
        rawResponses: true,
        timestampFrom: null,
        withScript: false,
        withReport: false,
        withPdf: false,
        withRecords: true,
        auditor: { name: '', organization: '' },
      },
    ),
  );
  const [bundle = '', records = ''] = (saved?.files ?? []).map((name) =>
    path.join(saved?.folder ?? '', name),
  );

  const args = ['--key', signer.fingerprint];
  for (const [more, code] of [
    [['--audit', records], 0],
    [[], 3],
  ] as const) {
    const theirs = await python.run(bundle, ...args, ...more);
    expect([(await runOurs(bundle, ...args, ...more)).code, theirs.code]).toEqual([code, code]);
  }
});
