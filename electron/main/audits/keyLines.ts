import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Items of a file with one JSON text in each line, in blocks, without the first `skip` lines. The app itself wrote the file. */
export async function* readLines(
  file: string,
  { skip = 0, atOnce = 2_000 }: { readonly skip?: number; readonly atOnce?: number } = {},
): AsyncGenerator<readonly unknown[], void> {
  const stream = createReadStream(file, 'utf8');
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  let block: unknown[] = [];
  let at = 0;
  try {
    for await (const line of lines) {
      at += 1;
      if (at <= skip) continue;
      block.push(JSON.parse(line));
      if (block.length < atOnce) continue;
      yield block;
      block = [];
    }
    if (block.length > 0) yield block;
  } finally {
    lines.close();
    stream.destroy();
  }
}
