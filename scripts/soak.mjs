// npm run soak -- [--window] [--minutes N] [--seed N]: works with the app under random faults and kills, or with its window for
// a long time; see docs/soak.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { runtimeEnvironment } from './setup/electronRuntime.mjs';
import { runInKeyringSession } from './setup/keyringSession.mjs';
import { prepareBuild, prepareElectron, prepareModules, withDisplay } from './setup/prepare.mjs';
import { root } from './setup/repository.mjs';
import { runScript } from './setup/say.mjs';

const options = process.argv.slice(2);

await runScript(() => (options.includes('--window') ? soakWindow() : soakEngine()));

async function soakWindow() {
  await prepareModules();
  const runtime = await prepareElectron({ programs: ['dbus-run-session', 'gnome-keyring-daemon'] });
  await prepareBuild();
  return withDisplay((display) =>
    runInKeyringSession(process.execPath, [join(root, 'scripts/soakWindow.mjs'), ...options], {
      ...process.env,
      ...runtimeEnvironment(runtime),
      ...display?.environment,
    }),
  );
}

async function soakEngine() {
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
    [join(root, 'out/soak/soak.mjs'), '--programs', join(root, 'out/main'), ...options],
    { stdio: 'inherit', cwd: process.env['INIT_CWD'] ?? process.cwd() },
  );
  return status ?? 1;
}
