import type { UploadFormat } from '#shared/domain/uploadSource.ts';

/** How much of the beginning to check. */
const mostLines = 100;

/** The format of the content; if several fit, the one that the file name suggests. */
export function likelyFormat(head: string, isWhole: boolean, name: string): UploadFormat {
  const said = formatOfName(name);
  const text = head.trimStart();
  // No table starts like this: a bracket followed by the start of a JSON value or of a name in quotes, or by
  // its end.
  if (!/^(?:\{\s*["}]|\[\s*["{[\]\dtfn-])/.test(text)) return said ?? 'csv';
  const lines = text.split(/\r?\n/, mostLines).filter((line) => line.trim() !== '');
  // The last one may be cut off.
  const whole = isWhole || lines.length < 2 ? lines : lines.slice(0, -1);
  const [first = ''] = whole;
  if (whole.length === 1) {
    const isLine = isJson(first) || (!isWhole && first.startsWith('{'));
    return said === 'jsonl' && isLine ? 'jsonl' : 'json';
  }
  // A value that is complete on its line is followed by others only in JSON Lines.
  if (isJson(first) || whole.filter(isJson).length > whole.length / 2) return 'jsonl';
  return /^\[[^\]]*\]\s*[,;\t|]/.test(first) && said === 'csv' ? 'csv' : 'json';
}

function formatOfName(name: string): UploadFormat | null {
  if (/\.(csv|tsv|tab)$/i.test(name)) return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl';
  return /\.json$/i.test(name) ? 'json' : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
