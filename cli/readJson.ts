import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import type { Json } from '#shared/domain/json.ts';
import { deepestProof, readJson as readJsonText, type JsonFault } from '#shared/text/jsonSyntax.ts';
import { UnusableInput, type CommandIo } from './command.ts';

/** Reads one JSON value from a file, or from standard input for `-`. @throws UnusableInput */
export async function readJson(source: string, io: Pick<CommandIo, 'readStdin'>): Promise<Json> {
  const { name, text } = await readText(source, io);
  const reading = readJsonText(text, deepestProof);
  // The reader accepts only JSON.
  if (reading.ok) return reading.value as Json;
  throw new UnusableInput(notJsonWords(name, reading.fault));
}

/** Why the text called `name` is not JSON; a full sentence. */
export function notJsonWords(name: string, { line, column, what }: JsonFault): string {
  return `${name} is not valid JSON. Line ${line}, column ${column}: ${what}.`;
}

export interface NamedText {
  /** Starts a sentence. */
  readonly name: string;
  readonly text: string;
}

/** Reads text from a file, or from standard input for `-`. @throws UnusableInput */
export async function readText(
  source: string,
  { readStdin }: Pick<CommandIo, 'readStdin'>,
): Promise<NamedText> {
  const name = source === '-' ? 'Standard input' : source;
  const bytes = source === '-' ? await readStdin() : await readBytes(source);
  const text = decodeUtf8(bytes, name);
  if (text.trim() === '') throw new UnusableInput(`${name} is empty.`);
  return { name, text };
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    // Longer than any string of this engine can be.
    if (size > constants.MAX_STRING_LENGTH)
      throw new UnusableInput(`${file} has ${size} bytes, which is too large to read.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UnusableInput) throw error;
    throw new UnusableInput(fileFault(file, error));
  }
}

function fileFault(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `File not found: ${file}. Check the path, or use - for standard input.`;
    case 'EISDIR':
      return `${file} is a folder. Specify a file.`;
    case 'EACCES':
    case 'EPERM':
      return `You do not have permission to read ${file}.`;
    default:
      return `${file} cannot be read${code === '' ? '' : ` (${code})`}.`;
  }
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableInput(
      `${name} is not valid UTF-8: byte ${validBytes(bytes)} does not start a valid character.`,
    );
  }
}

/** How many bytes from the start are complete UTF-8 characters. */
function validBytes(bytes: Uint8Array): number {
  // A prefix may end inside a character, which has at most four bytes.
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
