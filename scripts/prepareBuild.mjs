import { prepareBuild, prepareModules } from './setup/prepare.mjs';
import { runScript } from './setup/say.mjs';

/** Modules and build, for scripts whose own output must hold nothing else: they run this with its output elsewhere. */
await runScript(async () => {
  await prepareModules();
  await prepareBuild();
  return 0;
});
