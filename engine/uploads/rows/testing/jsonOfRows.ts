import type { SourceRecord } from '#shared/domain/uploadSource.ts';
import type { RecordReading } from '../recordReading.ts';
import type { GivenRow } from './naiveRows.ts';

export const mapping = {
  key: '{key}',
  value: { kind: 'template', template: '{value}' },
  trimKeys: false,
} as const;

/** A source whose content is the JSON of its rows. */
export const reading: RecordReading = {
  readSample: async (source) => ({
    ok: true,
    sample: {
      choice: { format: 'json', encoding: 'utf-8', delimiter: ',', hasHeader: true },
      evidence: { bom: false, appExport: false, formulas: false },
      container: null,
      lists: [],
      columns: ['key', 'value'],
      renamedColumns: [],
      records: [],
      isWhole: source.bytes < 0,
      suggested: mapping,
    },
  }),
  readRecords: async function* (source) {
    const pieces: Uint8Array[] = [];
    for await (const piece of source.open()) pieces.push(piece);
    const given = JSON.parse(Buffer.concat(pieces).toString('utf8')) as readonly GivenRow[];
    for (const [index, row] of given.entries()) {
      yield { records: [recordOf(row, index)], bytesDone: index };
    }
    return null;
  },
};

function recordOf(row: GivenRow, index: number): SourceRecord {
  const place = index * 2 + 1;
  if (row === 'unreadable') return { kind: 'unreadable', place, why: 'broken', text: 'the text' };
  const cell = (text: string | null) => (text === null ? null : { text, isText: true });
  return { kind: 'cells', place, cells: [cell(row.key), cell(row.value)] };
}
