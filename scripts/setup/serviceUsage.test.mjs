import { expect, it } from 'vitest';
import { serviceUsage } from './serviceUsage.mjs';

it('shows help and usage errors of the service without a build, and nothing for a command that can run', async () => {
  expect(await serviceUsage(['--help'])).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('npm run service --'),
  });
  expect(await serviceUsage(['--prot', '1'])).toEqual({
    exitCode: 2,
    text: expect.stringMatching(/--prot.*\nSee --help\.\n$/s),
  });
  expect(await serviceUsage(['--port', '0', '--seed', 'demo'])).toBeNull();
});
