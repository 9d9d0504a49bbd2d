import { prepareBuild, prepareModules } from './setup/prepare.mjs';
import { runScript } from './setup/say.mjs';

/**
 * Installs modules and builds. Scripts whose own standard output must contain nothing else run this with its
 * output redirected.
 */
await runScript(async () => {
  await prepareModules();
  await prepareBuild();
  return 0;
});
