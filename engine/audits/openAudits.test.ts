import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTask } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { auditFiles } from './auditFolder.ts';
import { createOpenAudits } from './openAudits.ts';
import { auditsOver } from './testing/auditsOver.ts';

const keys = Array.from({ length: 120 }, (_, at) => `v1.thing.${String(at).padStart(4, '0')}`);

it('opens an interrupted audit although another one, which is opened at the same time, is damaged', async () => {
  const here = await auditsOver(keys);
  const records = here.recordsFile((await here.audit(keys)).info.id);
  const folders = ['good', 'damaged'].map((name) => path.join(path.dirname(records), name));
  for (const folder of folders) await mkdir(folder);
  const [good, damaged] = folders.map(auditFiles);
  if (good === undefined || damaged === undefined) throw new Error('There are two.');
  await copyFile(records, good.records);
  const text = await readFile(good.records, 'utf8');
  await writeFile(good.records, text.slice(0, text.trimEnd().lastIndexOf('\n') + 1));
  // Whoever reads it waits until something is written.
  execFileSync('mkfifo', [damaged.records]);

  const audits = createOpenAudits({
    now: Date.now,
    pause: () => nextTask(),
    log: () => undefined,
  });
  const progresses = [audits.progress('damaged', damaged), audits.progress('good', good)];
  await audits.known('good');
  await writeFile(damaged.records, 'no audit\n');
  expect(await Promise.all(progresses)).toMatchObject([
    { progress: null },
    { progress: { done: keys.length } },
  ]);
  await audits.closeAll();
  await here.stop();
});
