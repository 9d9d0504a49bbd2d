import type * as CsvParse from 'csv-parse';
import { expect, it, vi } from 'vitest';
import { createTableReader } from './tableRecords.ts';

/** Streams as in Node 18: if the end of a stream fails, its callback is not called. */
vi.mock('csv-parse', async (original) => {
  const real = await original<typeof CsvParse>();
  const parse = (options: CsvParse.Options): CsvParse.Parser => {
    const parser = real.parse(options);
    const end = parser.end.bind(parser);
    const endAsInNode18 = (done: () => void) =>
      end((error?: Error | null) => {
        if (error === undefined || error === null) done();
      });
    return Object.assign(parser, { end: endAsInNode18 });
  };
  return { ...real, parse };
});

it('a quote that is never closed ends the record, and the file is read to its end', async () => {
  const reader = createTableReader(',');
  const taken = await reader.take(Buffer.from('key,value\na,"open\nb,x\n'));
  const rest = await reader.end();
  expect([...taken.found, ...rest.found]).toMatchObject([
    { kind: 'cells', place: 1 },
    { kind: 'unreadable', place: 2, why: 'The quote that starts here is never closed.' },
    { kind: 'cells', place: 3, cells: ['b', 'x'] },
  ]);
});
