import { createReadStream } from 'node:fs';
import { startSha256 } from './startSha256.ts';

/** A file that is read once, and what it was. */
export interface HashedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Lowercase hex. Called once, after all chunks were read. */
  readonly described: () => { readonly sha256: string; readonly bytes: number };
}

export function hashedFile(file: string): HashedFile {
  const hash = startSha256();
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { chunks: counted(), described: () => ({ sha256: hash.hex(), bytes }) };
}
