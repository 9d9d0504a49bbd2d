import type { PreviousAtom } from '#shared/domain/store.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';

/** UTF-16 units of a piece, so that no piece is much larger. */
const pieceUnits = 1024 * 1024;

/** Values from before a write as the file of an upload: one JSON object for each atom. */
export function* previousLines(atoms: readonly Pick<PreviousAtom, 'key' | 'value'>[]): Generator<Uint8Array> {
  let text = '';
  for (const { key, value } of atoms) {
    text += `${JSON.stringify({ key, value })}\n`;
    if (text.length < pieceUnits) continue;
    yield Buffer.from(text, 'utf8');
    text = '';
  }
  if (text !== '') yield Buffer.from(text, 'utf8');
}

export const previousMapping: RowMapping = {
  key: '{key}',
  value: { kind: 'template', template: '{value}' },
  trimKeys: false,
};
