import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import type { Json } from '#shared/domain/json.ts';
import { UnusableInput, type CommandIo } from './command.ts';

/** Reads one JSON value from a file, or from standard input for `-`. @throws UnusableInput */
export async function readJson(source: string, { readStdin }: Pick<CommandIo, 'readStdin'>): Promise<Json> {
  const name = source === '-' ? 'Standard input' : source;
  const bytes = source === '-' ? await readStdin() : await readBytes(source);
  return parseJson(decodeUtf8(bytes, name), name);
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    // Longer than any string of this engine can be.
    if (size > constants.MAX_STRING_LENGTH)
      throw new UnusableInput(`${file} has ${size} bytes, more than can be read at once.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UnusableInput) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableInput(`${file} cannot be read: ${reason}.`);
  }
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableInput(
      `${name} is not UTF-8: what begins at byte ${validBytes(bytes)} is no character.`,
    );
  }
}

/** How many bytes from the start are whole characters in UTF-8. */
function validBytes(bytes: Uint8Array): number {
  // A prefix may end inside a character, which has four bytes at most.
  const validUpTo = (end: number): number =>
    [0, 1, 2, 3].map((cut) => Math.max(0, end - cut)).find((each) => isUtf8(bytes.subarray(0, each))) ?? -1;
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (validUpTo(middle) >= 0) low = middle;
    else high = middle - 1;
  }
  return validUpTo(low);
}

function parseJson(text: string, name: string): Json {
  if (text.trim() === '') throw new UnusableInput(`${name} is empty.`);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableInput(`${name} is not JSON: ${reason}.`);
  }
}
