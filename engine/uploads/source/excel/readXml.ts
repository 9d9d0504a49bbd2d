import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { SourceBreak } from '../sourceBreak.ts';

/** An element that starts; names are without the prefix of their namespace. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface XmlHandler {
  readonly open?: (tag: XmlTag) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Longest text, tag, or comment, in UTF-16 units. */
const longestToken = 32 * 1024 * 1024;
/** Deeper elements are not of a workbook. */
const deepest = 256;

/**
 * Reads an XML part of a workbook, and yields after each piece. Strictly: what is not well-formed is a `SourceBreak`.
 * Document types are refused, so no entity can expand. @param part its name, for messages
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
): AsyncGenerator<undefined> {
  const refuse = (why: string): never => {
    throw new SourceBreak({ kind: 'damaged-container', container: 'workbook', why: `${part}: ${why}` });
  };
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  /** Since the last event: the parser holds that much. */
  let held = 0;
  parser.on('error', () => refuse('it is not well-formed XML.'));
  parser.on('doctype', () => refuse('it has a document type, which workbooks do not have.'));
  parser.on('opentag', ({ name, attributes }) => {
    held = 0;
    depth += 1;
    if (depth > deepest) refuse('its elements are nested too deeply.');
    handler.open?.({ name: localName(name), attributes: localAttributes(attributes) });
  });
  parser.on('closetag', ({ name }) => {
    held = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  const takeText = (text: string): void => {
    held = 0;
    handler.text?.(text);
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  let decoder: TextDecoder | null = null;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    const text = decoded(decoder, piece, refuse);
    held += text.length;
    if (held > longestToken) refuse('a text in it is longer than 32 MiB.');
    parser.write(text);
    yield undefined;
  }
  parser.write(decoded(decoder ?? new TextDecoder(), null, refuse));
  parser.close();
  yield undefined;
}

/** The same, to the end. */
export async function readWholeXml(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
  handler: XmlHandler,
): Promise<void> {
  const pieces = readXml(bytes, part, handler);
  while ((await pieces.next()).done !== true);
}

function decoded(decoder: TextDecoder, piece: Uint8Array | null, refuse: (why: string) => never): string {
  try {
    return piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    return refuse('it has bytes that are not text.');
  }
}

/** XML without a byte order mark is UTF-8 here: no program writes workbooks otherwise. */
function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function localAttributes(attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
