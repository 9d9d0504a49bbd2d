import { expect, it } from 'vitest';
import { serviceUsage } from './serviceUsage.mjs';

it('shows help and usage errors of the service without a build, and nothing for a command that can run', async () => {
  const help = await serviceUsage(['--help']);
  expect(help?.exitCode).toBe(0);
  expect(help?.text).toContain('npm run service --');
  const wrong = await serviceUsage(['--prot', '1']);
  expect(wrong?.exitCode).toBe(2);
  expect(wrong?.text).toMatch(/--prot.*\nSee --help\.\n$/s);
  expect(await serviceUsage(['--port', '0', '--seed', 'demo'])).toBeNull();
});
