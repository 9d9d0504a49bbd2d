import { join } from 'node:path';
import { isBuildCurrent } from './setup/build.mjs';
import { prepareBuild, prepareModules } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { root } from './setup/repository.mjs';
import { runScript } from './setup/say.mjs';
import { serviceUsage } from './setup/serviceUsage.mjs';

await runScript(async () => {
  await prepareModules();
  const args = process.argv.slice(2);
  if (!isBuildCurrent(root)) {
    // Nobody who asks for help wants to wait for a build.
    const usage = await serviceUsage(args);
    if (usage !== null) {
      (usage.exitCode === 0 ? process.stdout : process.stderr).write(usage.text);
      return usage.exitCode;
    }
    await prepareBuild();
  }
  return run(process.execPath, [join(root, 'out/main/service-cli.js'), ...args], {
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
  });
});
