import { toBase64 } from '../merkle/base64.ts';

/** That an entry is in a log, for someone offline: https://c2sp.org/tlog-proof. */
export interface TlogProof {
  /** Anything that helps to read the proof; not covered by it. */
  readonly extra: Uint8Array | null;
  /** Of the entry, from 0. */
  readonly index: bigint;
  /** 32 bytes each, leaf first. */
  readonly proof: readonly Uint8Array[];
  /** A signed checkpoint, as it was signed. */
  readonly checkpoint: string;
}

const firstLine = 'c2sp.org/tlog-proof@v1';

export function tlogProofText({ extra, index, proof, checkpoint }: TlogProof): string {
  const lines = [
    firstLine,
    ...(extra === null ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index.toString()}`,
    ...proof.map(toBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}
