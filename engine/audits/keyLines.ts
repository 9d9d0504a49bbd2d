import { createReadStream } from 'node:fs';

/**
 * Items of a file with one JSON text in each line, in blocks, without the first `skip` lines. The app itself wrote the
 * file. Only a line feed ends a line: keys may contain other line separators.
 */
export async function* readLines(
  file: string,
  { skip = 0, atOnce = 2_000 }: { readonly skip?: number; readonly atOnce?: number } = {},
): AsyncGenerator<readonly unknown[], void> {
  let block: unknown[] = [];
  let rest = '';
  let at = 0;
  // Leaving the loop closes the file.
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      at += 1;
      if (at <= skip) continue;
      block.push(JSON.parse(line));
      if (block.length < atOnce) continue;
      yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}
