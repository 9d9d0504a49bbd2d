import { cutText } from '#shared/text/cutText.ts';
import type { Json } from '#shared/domain/json.ts';

/** How much is done between two looks at the clock; in UTF-16 units and in parts. */
const writtenAtOnce = 65_536;
const partsAtOnce = 500;

/** `JSON.stringify(json, null, 2)` in steps, for `runInSlices`. */
export function* jsonTextSteps(json: Json): Generator<void, string, void> {
  const written: string[] = [];
  let parts = 0;
  function* write(part: Json, lineStart: string): Generator<void, void, void> {
    parts += 1;
    if (parts % partsAtOnce === 0) yield;
    if (typeof part === 'string') {
      yield* writeString(part);
      return;
    }
    if (part === null || typeof part !== 'object') {
      written.push(JSON.stringify(part));
      return;
    }
    const isList = Array.isArray(part);
    const inner = `${lineStart}  `;
    let before = isList ? '[' : '{';
    for (const [name, value] of Object.entries(part)) {
      written.push(before, inner);
      if (!isList) {
        yield* writeString(name);
        written.push(': ');
      }
      yield* write(value, inner);
      before = ',';
    }
    if (before !== ',') written.push(isList ? '[]' : '{}');
    else written.push(lineStart, isList ? ']' : '}');
  }
  function* writeString(text: string): Generator<void, void, void> {
    written.push('"');
    for (let at = 0; at < text.length;) {
      const piece = cutText(text.slice(at, at + writtenAtOnce + 1), writtenAtOnce);
      written.push(JSON.stringify(piece).slice(1, -1));
      at += piece.length;
      if (at < text.length) yield;
    }
    written.push('"');
  }
  yield* write(json, '\n');
  return written.join('');
}
