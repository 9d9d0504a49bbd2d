import { join } from 'node:path';
import { prepareBuild, prepareModules } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { root } from './setup/repository.mjs';
import { runScript } from './setup/say.mjs';

await runScript(async () => {
  await prepareModules();
  await prepareBuild();
  return run(process.execPath, [join(root, 'out/main/service-cli.js'), ...process.argv.slice(2)], {
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
  });
});
