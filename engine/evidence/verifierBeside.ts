import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { succeed, type Result } from '#shared/domain/result.ts';
import { verifierReadme } from '#shared/text/verifierReadme.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';

const mostTries = 100;

/**
 * Writes the verification script, and a text that says how to use it, into the folder of a bundle. A file that is there
 * already and differs is kept: the new one gets a number.
 *
 * @param bundle the path of the bundle
 */
export async function writeVerifierBeside(
  bundle: string,
  script: string,
  signedBy: string,
): Promise<Result<null>> {
  const folder = path.dirname(bundle);
  try {
    const scriptName = await writeBeside(folder, 'verify_evidence', '.py', script);
    const readme = verifierReadme({ bundle: path.basename(bundle), script: scriptName, signedBy });
    await writeBeside(folder, 'README-verify_evidence', '.txt', readme);
    return succeed(null);
  } catch (error) {
    return fileFailed(error, folder);
  }
}

/** @returns the name under which the folder has this content */
async function writeBeside(folder: string, name: string, ending: string, content: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const file = `${name}${count === 1 ? '' : `-${String(count)}`}${ending}`;
    try {
      await writeFile(path.join(folder, file), content, { flag: 'wx' });
      return file;
    } catch (error) {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isThere || count === mostTries) throw error;
      const existing = await readFile(path.join(folder, file), 'utf8').catch(() => null);
      if (existing === content) return file;
    }
  }
}
