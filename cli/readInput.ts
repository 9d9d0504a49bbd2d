import { constants } from 'node:buffer';
import type { Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { UnusableInput } from './command.ts';

/** No string of this engine can be longer. */
const largestInput = constants.MAX_STRING_LENGTH;

/**
 * The bytes of a file, or of a pipe such as `<(command)`. Devices are refused: some of them never end.
 *
 * @param most pipes and special files do not state their size, so reading stops after this many bytes
 * @throws UnusableInput
 */
export async function readInput(file: string, most = largestInput): Promise<Uint8Array> {
  try {
    // Before it is opened, which can have an effect on a device.
    refuseUnlessReadable(file, await stat(file));
    const handle = await open(file);
    try {
      const found = await handle.stat();
      refuseUnlessReadable(file, found);
      if (found.size > most) throw tooLarge(file, most);
      return await collect(handle.createReadStream({ autoClose: false }), file, most);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UnusableInput) throw error;
    throw new UnusableInput(fileFault(file, error));
  }
}

/** Refuses what `readInput` would not read, for a file that is read in pieces. @throws UnusableInput */
export async function refuseDevice(file: string): Promise<void> {
  try {
    refuseUnlessReadable(file, await stat(file));
  } catch (error) {
    if (error instanceof UnusableInput) throw error;
    throw new UnusableInput(fileFault(file, error));
  }
}

/** @throws UnusableInput after `most` bytes */
export async function collect(
  source: AsyncIterable<unknown>,
  name: string,
  most = largestInput,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The source is not one of bytes.');
    size += chunk.length;
    if (size > most) throw tooLarge(name, most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuseUnlessReadable(path: string, found: Stats): void {
  const file = visibleLine(path);
  if (found.isFile() || found.isFIFO() || found.isSocket()) return;
  throw new UnusableInput(
    found.isDirectory()
      ? `${file} is a folder. Specify a file.`
      : `${file} is a device, not a file. Specify a file, or use - for standard input.`,
  );
}

function tooLarge(name: string, most: number): UnusableInput {
  return new UnusableInput(`${visibleLine(name)} is too large to read: it has more than ${sizeWords(most)}.`);
}

function fileFault(path: string, error: unknown): string {
  const file = visibleLine(path);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `File not found: ${file}. Check the path, or use - for standard input.`;
    case 'EACCES':
    case 'EPERM':
      return `You do not have permission to read ${file}.`;
    default:
      return `${file} cannot be read${code === '' ? '' : ` (${code})`}.`;
  }
}
