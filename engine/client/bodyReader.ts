import { isUtf8 } from 'node:buffer';
import type { BodyLimits, Outline } from './bodyOutline.ts';
import { readPart, type JsonPart, type Span } from './jsonPart.ts';
import { UnreadableResponse } from './jsonScanner.ts';
import { createSlices, type Slices } from './slices.ts';

/** The body of a successful response. */
export interface ReceivedBody {
  /** Without API keys. */
  readonly bytes: Buffer;
  /** See `HttpResponse`. */
  readonly asReceived?: Buffer;
}

/** Atoms that are read even if fewer were requested: a service may exceed a limit, and that is shown. */
const leastAtoms = 1_000;
const mostPredictions = 10_000;

/** A body that is read part by part. */
export interface BodyReader {
  readonly bytes: Buffer;
  readonly slices: Slices;
}

/** @throws UnreadableResponse if the body is empty or not JSON */
export function openBody(bytes: Buffer): BodyReader {
  if (isBlank(bytes)) throw new UnreadableResponse(null, 'is empty');
  if (!isUtf8(bytes)) throw new UnreadableResponse(null, 'is not valid UTF-8');
  if (/^\s*</.test(bytes.toString('latin1', 0, 100)))
    throw new UnreadableResponse(null, 'is a web page, not JSON');
  return { bytes, slices: createSlices() };
}

export function readSpan({ bytes, slices }: BodyReader, span: Span): Promise<JsonPart> {
  return readPart(bytes, span, slices);
}

export function isBlank(bytes: Buffer): boolean {
  return bytes.length < 100 && bytes.toString('latin1').trim() === '';
}

export function limitsFor(asked: number): BodyLimits {
  return { atoms: Math.max(leastAtoms, 2 * asked), predictions: mostPredictions, asked };
}

/** Parses one part after the other, with pauses. */
export async function readEach<T>(
  reader: BodyReader,
  spans: readonly Span[],
  take: (part: JsonPart, at: number) => T,
): Promise<T[]> {
  const all: T[] = [];
  for (const [at, span] of spans.entries()) {
    all.push(take(await readSpan(reader, span), at));
    if (reader.slices.isOver()) await reader.slices.next();
  }
  return all;
}

/** @throws UnreadableResponse if it appears twice, because it is unclear which one applies */
export function memberOf({ members }: Outline & { readonly kind: 'object' }, name: string): Outline | null {
  const [first, second] = members.filter((member) => member.name === name);
  if (second !== undefined)
    throw new UnreadableResponse(name, 'appears twice, so it is unclear which one applies');
  return first?.value ?? null;
}
