// npm run soak -- [--minutes N] [--seed N]: works with the app under random faults and kills; see docs/soak.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { prepareBuild, prepareModules } from './setup/prepare.mjs';
import { root } from './setup/repository.mjs';
import { runScript } from './setup/say.mjs';

await runScript(async () => {
  await prepareModules();
  await prepareBuild();
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['classic-level', 'electron'] },
    build: {
      ssr: true,
      outDir: 'out/soak',
      target: 'node18',
      sourcemap: true,
      rollupOptions: {
        input: { soak: 'bench/soak.ts', soakApp: 'bench/soakApp.ts' },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'out/soak/soak.mjs'), '--programs', join(root, 'out/main'), ...process.argv.slice(2)],
    { stdio: 'inherit', cwd: process.env['INIT_CWD'] ?? process.cwd() },
  );
  return status ?? 1;
});
