import { strictBase64 } from '../signedNote.ts';
import type { TlogProof } from '../tlogProof.ts';

const firstLine = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^64 leaves is no higher. */
const mostSiblings = 64;
const mostUnits = 1_000_000;

/** Reads a proof; null if it is none. The checkpoint is not read: `parseSignedNote` does that. */
export function parseTlogProof(text: string): TlogProof | null {
  const separator = text.indexOf('\n\n');
  if (separator < 0 || text.length > mostUnits) return null;
  const [first, ...lines] = text.slice(0, separator).split('\n');
  const extraText = /^extra (.*)$/.exec(lines[0] ?? '')?.[1];
  if (extraText !== undefined) lines.shift();
  const extra = extraText === undefined ? null : strictBase64(extraText);
  const index = /^index (0|[1-9]\d{0,18})$/.exec(lines.shift() ?? '')?.[1];
  const isExtra = extraText === undefined || (extra !== null && extra.length > 0);
  if (first !== firstLine || !isExtra || index === undefined || lines.length > mostSiblings) return null;
  const proof = lines.flatMap((line) => {
    const bytes = strictBase64(line);
    return bytes?.length === 32 ? [bytes] : [];
  });
  if (proof.length !== lines.length) return null;
  return { extra, index: BigInt(index), proof, checkpoint: text.slice(separator + 2) };
}
