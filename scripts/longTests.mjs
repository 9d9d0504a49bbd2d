import { npmRun } from './setup/npm.mjs';
import { prepareModules } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { runScript } from './setup/say.mjs';

/** Every run of the tests has a short version of these; see `service/testing/longRun.ts`. */
const files = ['service/http/fuzz.test.ts', 'service/cli/durability.test.ts'];

await runScript(async () => {
  await prepareModules();
  return run(...npmRun('test:unit', files), { env: { ...process.env, ATOM_EXPLORER_LONG_TESTS: '1' } });
});
