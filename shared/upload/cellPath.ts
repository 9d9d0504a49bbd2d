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
    const found = memberOf(token, name);
    if (found === null || found === 'unfit') return found;
    token = found;
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

function memberOf(token: string, name: string): string | null | 'unfit' {
  if (token.startsWith('['))
    return /^\d{1,6}$/.test(name) ? (jsonElements(token)[Number(name)] ?? null) : null;
  if (!token.startsWith('{')) return 'unfit';
  const tokens = jsonElements(token);
  let found: string | null = null;
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    if (nameOf(tokens[at] ?? '') !== name) continue;
    if (found !== null) return 'unfit';
    found = tokens[at + 1] ?? null;
  }
  return found;
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
