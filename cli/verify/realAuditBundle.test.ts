import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { succeed } from '#shared/domain/result.ts';
import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import { createAuditExports } from '../../engine/audits/auditExports.ts';
import { auditedId, auditsOver, type AuditsHere } from '../../engine/audits/testing/auditsOver.ts';
import { newPrivateKey, signerOf } from '../../engine/connections/identity/ed25519.ts';
import { auditCalls } from '../../engine/audits/auditTasks.ts';
import { runOurs, startPython, type PythonVerifier } from './testing/bothVerifiers.ts';

const keys = Array.from({ length: 20 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);
const signer = signerOf(newPrivateKey());
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
  const place = (name: string): string => path.join(folder, name);
  const exports = createAuditExports({
    audits: here.audits,
    files: {
      save: async (name, content) => {
        await writeFile(place(name.endsWith('.sigstore.json') ? 'bundle' : 'audit'), content);
        return succeed({ path: name });
      },
    },
    answers: here.answers,
    installationKey: { current: async () => succeed(signer) },
    appVersion: '0.0.0',
    now: Date.now,
    seal: async (input) => {
      const built = buildStatement(input);
      return built.ok ? { ok: true, bytes: Buffer.from(sealStatement(built.statement, signer)) } : built;
    },
    threads: auditCalls,
    log: () => undefined,
  });
  const { info } = await here.audit(keys);
  const about = { connectionId: auditedId, auditId: info.id };
  for (const format of ['bundle', 'audit'] as const)
    expect(await exports.save(about, format)).toMatchObject({ ok: true });

  const args = ['--key', signer.fingerprint];
  for (const [more, code] of [
    [['--audit', place('audit')], 0],
    [[], 3],
  ] as const) {
    const theirs = await python.run(place('bundle'), ...args, ...more);
    expect([(await runOurs(place('bundle'), ...args, ...more)).code, theirs.code]).toEqual([code, code]);
  }
});
