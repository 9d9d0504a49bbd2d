import { SourceBreak } from '../sourceBreak.ts';
import { readXml } from './readXml.ts';

/**
 * The texts that the cells of a workbook refer to by number, read as far as they are needed. Kept as UTF-8 in
 * a few large buffers, because millions of strings would need several times the memory.
 */
export interface SharedStrings {
  /** Makes the texts up to this number available. */
  readonly upTo: (index: number) => Promise<void>;
  /** null if there is no such text. */
  readonly at: (index: number) => string | null;
  readonly close: () => Promise<void>;
}

const blockBytes = 1024 * 1024;
const mostTexts = 10_000_000;
const mostTextBytes = 512 * 1024 * 1024;
/** Excel allows 32,767 characters. */
const longestText = 32 * 1024 * 1024;

/** @param bytes of the part; null if the workbook has none */
export function createSharedStrings(bytes: AsyncIterable<Uint8Array> | null): SharedStrings {
  const blocks: Buffer[] = [];
  /** Where each text ends, and the block that it is in. */
  let ends = new Uint32Array(1024);
  let blockOf = new Uint16Array(1024);
  let count = 0;
  let used = 0;
  let total = 0;

  const add = (text: string): void => {
    const size = Buffer.byteLength(text);
    total += size;
    if (count === mostTexts || total > mostTextBytes)
      throw new SourceBreak({ kind: 'unpacks-too-large', container: 'workbook' });
    let block = blocks.at(-1);
    if (block === undefined || used + size > block.length) {
      block = Buffer.allocUnsafeSlow(Math.max(size, blockBytes));
      blocks.push(block);
      used = 0;
    }
    block.write(text, used);
    used += size;
    if (count === ends.length) {
      ends = grown(ends, new Uint32Array(count * 2));
      blockOf = grown(blockOf, new Uint16Array(count * 2));
    }
    ends[count] = used;
    blockOf[count] = blocks.length - 1;
    count += 1;
  };
  const collector = createTextCollector('si', add);
  const reading = bytes === null ? null : readXml(bytes, 'xl/sharedStrings.xml', collector);
  let isEnded = bytes === null;

  return {
    upTo: async (index) => {
      while (!isEnded && count <= index) isEnded = (await reading?.next())?.done !== false;
    },
    close: async () => {
      await reading?.return(undefined);
    },
    at: (index) => {
      const block = blocks[blockOf[index] ?? 0];
      if (!Number.isInteger(index) || index < 0 || index >= count || block === undefined) return null;
      const isFirst = index === 0 || blockOf[index - 1] !== blockOf[index];
      return withoutEscapes(block.toString('utf8', isFirst ? 0 : ends[index - 1], ends[index]));
    },
  };
}

function grown<T extends Uint32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/**
 * The text of an element, which may be in runs with formats of their own. How it is pronounced is not part of it.
 * @param element that contains the runs
 */
export function createTextCollector(element: string, found: (text: string) => void) {
  let text: string[] | null = null;
  let length = 0;
  let isText = false;
  let isPhonetic = false;
  return {
    open: ({ name }: { readonly name: string }): void => {
      if (name === element) {
        text = [];
        length = 0;
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text: (piece: string): void => {
      if (!isText) return;
      length += piece.length;
      if (length > longestText) throw new SourceBreak({ kind: 'unpacks-too-large', container: 'workbook' });
      text?.push(piece);
    },
    close: (name: string): void => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === element) {
        found(text?.join('') ?? '');
        text = null;
      }
    },
  };
}

/** Workbooks write characters that XML cannot have as `_x000D_`. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
