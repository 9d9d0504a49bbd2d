import type { SourceCell, SourceRecord } from '../domain/uploadSource.ts';
import { cellOfJson, jsonElements, textOfJson } from './jsonTokens.ts';

export type Cells = readonly (SourceCell | null)[];
/** `unfit`: it cannot be said what the cell is, so the row is blocked. */
export type ReadCell = SourceCell | null | 'unfit';

/**
 * The property at a path of names inside a JSON object; a number leads into a list, from 0. null if there is none. `unfit` if the path leads
 * into something else, such as a text, and if a name occurs twice.
 */
export function cellAt(cell: SourceCell | null, path: readonly string[]): ReadCell {
  if (path.length === 0 || cell === null) return cell;
  if (cell.isText) return 'unfit';
  let token = cell.text;
  for (const name of path) {
    if (token === 'null') return null;
    const found = membersOf(token, name);
    if (found === null) return 'unfit';
    const [only, second] = found;
    if (second !== undefined) return 'unfit';
    if (only === undefined) return null;
    token = only;
  }
  return cellOf(token);
}

/** The columns, each followed by the paths of the properties that the JSON in it has, as far as the records show. */
export function columnsWithPaths(
  columns: readonly string[],
  records: readonly SourceRecord[],
): readonly string[] {
  return columns.flatMap((column, at) => {
    const paths = new Set<string>();
    for (const record of records) {
      const cell = record.kind === 'cells' ? (record.cells[at] ?? null) : null;
      if (cell !== null && !cell.isText) addPaths(cell.text, column, 0, paths);
    }
    return [column, ...paths];
  });
}

/** Deeper properties can be typed. */
const deepestPath = 4;
const mostPaths = 200;

function addPaths(token: string, before: string, depth: number, paths: Set<string>): void {
  if (!token.startsWith('{') || depth === deepestPath) return;
  const tokens = jsonElements(token);
  for (let at = 0; at + 1 < tokens.length && paths.size < mostPaths; at += 2) {
    const name = nameOf(tokens[at] ?? '');
    if (name === null || name === '' || /[.{}]/.test(name)) continue;
    const path = `${before}.${name}`;
    paths.add(path);
    addPaths(tokens[at + 1] ?? '', path, depth + 1, paths);
  }
}

/** The values under a name in an object, or at an index of a list; null if the token is neither. */
function membersOf(token: string, name: string): readonly string[] | null {
  if (token.startsWith('['))
    return /^[0-9]{1,6}$/.test(name) ? jsonElements(token).slice(Number(name)).slice(0, 1) : [];
  if (!token.startsWith('{')) return null;
  const tokens = jsonElements(token);
  return tokens.filter((_, at) => at % 2 === 1 && nameOf(tokens[at - 1] ?? '') === name);
}

/** null where the text of a sample is cut off. */
function nameOf(token: string): string | null {
  try {
    return textOfJson(token);
  } catch {
    return null;
  }
}

function cellOf(token: string): SourceCell | null {
  try {
    return cellOfJson(token);
  } catch {
    return null;
  }
}
