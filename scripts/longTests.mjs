import { npm, npmRun } from './setup/npm.mjs';
import { prepareModules } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { runScript } from './setup/say.mjs';

/**
 * Every run of the tests has a short version of these, and of the window tests with the tag `@long`; see
 * `service/testing/longRun.ts`. Those with `@long-only` run only here.
 */
const files = [
  'service/http/fuzz.test.ts',
  'service/cli/durability.test.ts',
  'engine/audits/audits.test.ts',
  'engine/audits/steadyAudits.test.ts',
  'engine/discovery/discovery.test.ts',
  'engine/uploads/everyFault.test.ts',
  'engine/uploads/otherWriters.test.ts',
  'engine/uploads/resuming.test.ts',
  'engine/uploads/rows/hostedRows.test.ts',
  'engine/uploads/sendingLeft.test.ts',
  'engine/uploads/source/readRecords.test.ts',
  'renderer/features/inspector/jsonOutline.test.ts',
  'shared/merkle/everyScheme.test.ts',
  'shared/merkle/rootFromInclusionProof.test.ts',
  'shared/merkle/verifyPacked.test.ts',
  'cli/verify/statementVectors.test.ts',
  'attacks/files.test.ts',
  'attacks/connections.test.ts',
  'attacks/audits.test.ts',
];

/** Ends what hangs: thousands of cases on a busy machine take longer than the minutes of a usual test. */
const testTimeoutMs = 30 * 60_000;

/** The app ships on an Electron that is newer than the Node of the other tests. These have its Node, and a V8 as new as its own. */
const newerNodes = ['24', 'latest'];

await runScript(async () => {
  await prepareModules();
  const env = { ...process.env, ATOM_EXPLORER_LONG_TESTS: '1' };
  const units = await run(...npmRun('test:unit', [...files, `--testTimeout=${testTimeoutMs}`]), { env });
  const windows = await run(...npmRun('test', ['--only', 'e2e', '--grep', '@long']), { env });
  const current = await run(...npmRun('test:current'));
  const codes = [units, windows, current];
  for (const version of newerNodes) {
    const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run'];
    codes.push(await run(...npm(['exec', '--yes', `--package=node@${version}`, '--', ...vitest])));
  }
  return codes.find((code) => code !== 0) ?? 0;
});
