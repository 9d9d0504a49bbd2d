import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTask } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plantedFaults, type AuditRootFinding } from '#shared/audit/auditFile.ts';
import { checkNames } from '#shared/merkle/verdict.ts';
import { readFormat } from '../storage/fileFormat.ts';
import { auditFiles, findingsFormat, type AuditFiles } from './auditFolder.ts';
import { createOpenAudits } from './openAudits.ts';
import { noFindings, type AuditFindingsSoFar } from './findingsSoFar.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from './testing/auditsOver.ts';

const keys = Array.from({ length: 1_200 }, (_, at) => `v1.${String(at).padStart(4, '0')}`);

const statuses = ['pinned', 'seen', 'new', 'unexplained', 'contradiction'] as const;
const roots: readonly AuditRootFinding[] = statuses.map((status, at) => ({
  rootHash: String(at).repeat(64),
  treeSize: at === 0 ? null : String(at),
  status,
  contradiction: status === 'contradiction' ? 'shrinking' : null,
}));
const selfTests: readonly AuditFindingsSoFar['selfTest'][] = [
  null,
  { faults: [] },
  { faults: plantedFaults.map((fault, at) => ({ fault, caughtBy: checkNames[at] ?? null })) },
  { faults: [{ fault: 'value', caughtBy: null }] },
];

describe('G3: the findings of an audit that is interrupted', () => {
  it.each(
    selfTests.flatMap((selfTest) =>
      [[], roots].flatMap((some) =>
        ([null, 'missing', 'damaged'] as const).map((lost): AuditFindingsSoFar => ({
          roots: some,
          selfTest,
          unasked: some.length,
          reread: 7,
          lost,
        })),
      ),
    ),
  )('are read back as they were written: %j', (findings) => {
    const written: unknown = JSON.parse(JSON.stringify({ version: 1, ...findings }));
    expect(readFormat(findingsFormat, written, 'findings.json')).toEqual(findings);
  });

  describe('after a crash', () => {
    let here: AuditsHere;
    let auditId: string;
    let files: AuditFiles;
    beforeEach(async () => {
      here = await auditsOver(keys);
      await here.audit(keys);
      here.alter((atoms, batch) => ({
        atoms: batch === 1 ? [...atoms, { ...atoms[0], key: 'v1.unasked' }] : atoms,
      }));
      let batch = 0;
      here.interfere({
        readMany: async (...call) => {
          batch += 1;
          if (batch === 3) await new Promise((resolve) => call[2].signal?.addEventListener('abort', resolve));
          return here.gateway.readMany(...call);
        },
      });
      auditId = valueOf(await here.audits.start(here.plan(keys), 'user')).id;
      files = auditFiles(path.dirname(here.recordsFile(auditId)));
      await here.untilDone(auditId, 1_000);
      here.crash();
      here.interfere({});
    });
    afterEach(() => here.stop());

    const finish = async () => {
      await here.audits.resume(auditedId, auditId);
      await here.audits.ended(auditedId, auditId);
      return valueOf(await here.audits.details(auditedId, auditId));
    };
    const opened = async () => {
      const logged: string[] = [];
      const audits = createOpenAudits({
        now: here.now,
        pause: () => nextTask(),
        log: (message) => logged.push(message),
      });
      const { findings } = await audits.open(auditId, files);
      await audits.closeAll();
      return { findings, logged };
    };

    it('are continued: nothing is set aside, and nothing found before is forgotten', async () => {
      const saved = JSON.parse(await readFile(files.findings, 'utf8')) as { readonly unasked: number };
      expect(saved.unasked).toBe(1);
      const { unasked, roots: found, info } = await finish();
      expect(info.state.kind).toBe('finished');
      expect(unasked).toBe(1);
      expect(found).toHaveLength(1);
      const names = await readdir(path.dirname(files.findings));
      expect(names.filter((name) => name.includes('.damaged-'))).toEqual([]);
    });

    it.each(['missing', 'damaged'] as const)('stay lost, and are named, if they are %s', async (lost) => {
      if (lost === 'missing') await rm(files.findings);
      else await writeFile(files.findings, '{"version":1,"roots":');
      const first = await opened();
      expect(first.findings).toEqual({ ...noFindings, lost });
      expect(first.logged).toEqual([expect.stringContaining('its result stays inconclusive')]);
      expect((await opened()).findings.lost).toBe(lost);
    });
  });
});
