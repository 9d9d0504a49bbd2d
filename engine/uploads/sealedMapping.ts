import { rowMapping, type RowMapping } from '#shared/domain/rowMapping.ts';
import type { RecordCipher } from '../storage/recordCipher.ts';

const place = ['mapping'];

export function sealedMapping(cipher: RecordCipher, mapping: RowMapping): string {
  return Buffer.from(cipher.seal(JSON.stringify(mapping), place)).toString('base64');
}

/** `damaged`: it was changed, or sealed with another key. */
export function openedMapping(cipher: RecordCipher, sealed: string): RowMapping | 'damaged' {
  const text = cipher.open(Buffer.from(sealed, 'base64'), place);
  if (text === null) return 'damaged';
  const parsed = rowMapping.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : 'damaged';
}
