import { join } from 'node:path';
import { root } from './repository.mjs';

/** @typedef {{ readonly exitCode: 0 | 2, readonly text: string }} UsageAnswer */

/** What the service's command line shows instead of running, read from its source: that takes no build of the app. */
const source = join(root, 'service/cli/usageAnswer.ts');

/**
 * @param {readonly string[]} args
 * @returns {Promise<UsageAnswer | null>} null if the command can run
 */
export async function serviceUsage(args) {
  const { build } = await import('vite');
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: source, write: false, target: 'node20' },
  });
  const [bundle] = [built].flat();
  const chunk = bundle !== undefined && 'output' in bundle ? bundle.output[0] : null;
  if (chunk === null) throw new Error('The command line of the service could not be read.');
  const url = `data:text/javascript;base64,${Buffer.from(chunk.code).toString('base64')}`;
  const { usageAnswer } =
    /** @type {{ readonly usageAnswer: (args: readonly string[]) => UsageAnswer | null }} */ (
      await import(url)
    );
  return usageAnswer(args);
}
