import type http from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The body is larger than the limit. */
export class BodyTooLarge extends Error {}

/**
 * All bytes of a body, decoded. Counting decoded bytes stops a small body that unpacks to a huge one.
 *
 * @param progressed called whenever bytes arrive
 * @throws BodyTooLarge
 */
export async function collectBody(
  response: http.IncomingMessage,
  maxBytes: number,
  progressed: () => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    progressed();
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decoded(response: http.IncomingMessage): Readable {
  const decoder = decoderOf(response.headers['content-encoding']?.trim().toLowerCase());
  if (decoder === null) return response;
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function decoderOf(encoding: string | undefined) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

/** Bytes of a body that are passed to the system at once. */
const writtenAtOnce = 64 * 1024;

/**
 * Sends a body piece by piece and ends the request.
 *
 * @param progressed called whenever the system accepts a piece
 * @param ended called when it accepted the last one
 */
export function sendBody(
  outgoing: http.ClientRequest,
  body: Buffer | null,
  { progressed, ended }: { readonly progressed: () => void; readonly ended: () => void },
): void {
  if (body === null) {
    outgoing.end(ended);
    return;
  }
  const sendFrom = (at: number): void => {
    const piece = body.subarray(at, at + writtenAtOnce);
    if (at + piece.length >= body.length) {
      outgoing.end(piece, ended);
      return;
    }
    outgoing.write(piece, (error) => {
      if (error !== null && error !== undefined) return;
      progressed();
      if (!outgoing.destroyed) sendFrom(at + piece.length);
    });
  };
  sendFrom(0);
}
