import { isUtf8 } from 'node:buffer';
import type { Json } from '#shared/domain/json.ts';
import { deepestProof, readJson as readJsonText, type JsonFault } from '#shared/text/jsonSyntax.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { UnusableInput, type CommandIo } from './command.ts';
import { readInput } from './readInput.ts';

/** Reads one JSON value from a file, or from standard input for `-`. @throws UnusableInput */
export async function readJson(source: string, io: Pick<CommandIo, 'readStdin'>): Promise<Json> {
  const { name, text } = await readText(source, io);
  const reading = readJsonText(text, deepestProof, 'unique');
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
  const name = source === '-' ? 'Standard input' : visibleLine(source);
  const bytes = source === '-' ? await readStdin() : await readInput(source);
  const text = decodeUtf8(bytes, name);
  if (text.trim() === '') throw new UnusableInput(`${name} is empty.`);
  return { name, text };
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
