import { parseJson } from '../domain/json.ts';
import { longestField, type FieldColumn, type SeenField } from '../domain/catalogueQuery.ts';
import { fieldPath, fieldSteps, type FieldStep } from './fieldPath.ts';
import { comparePlain } from './sortKeys.ts';

/** A field of a value; undefined if the value does not have it. */
export type Field = string | number | boolean | null | undefined;

/** Longer texts are cut: they stand in a cell. */
const longestShown = 300;

/** Reads fields of a value, which it parses once. */
export function readFields(value: string, fields: readonly FieldColumn[]): readonly Field[] {
  const json = mayHaveFields(value) ? parseJson(value) : undefined;
  return fields.map((path) => fieldIn(json, stepsOf(path)));
}

/** Text of a field as a table shows it; null if the value does not have it. */
export function fieldText(field: Field): string | null {
  if (field === undefined) return null;
  return String(field).slice(0, longestShown);
}

/** Numbers come before texts, and texts before `true` and `false`; no field comes last. */
export function compareFields(one: Field, other: Field): number {
  const rank = rankOf(one) - rankOf(other);
  if (rank !== 0) return rank;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return comparePlain(String(one), String(other));
}

function rankOf(field: Field): number {
  if (field === undefined) return 4;
  if (field === null) return 3;
  return ['number', 'string', 'boolean'].indexOf(typeof field);
}

function fieldIn(json: unknown, steps: readonly FieldStep[]): Field {
  let at = json;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) !== (typeof step === 'number'))
      return undefined;
    if (!Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<FieldStep, unknown>>)[step];
  }
  if (at === undefined || at === null) return at;
  switch (typeof at) {
    case 'string':
    case 'number':
    case 'boolean':
      return at;
    default:
      return JSON.stringify(at);
  }
}

/** Deeper fields can be typed. */
const deepest = 4;
const mostSeen = 200;
/** Items of a list beyond the first are usually like it. */
const itemsSeen = 1;

/** The fields of some values, the most common first. */
export function seenFields(values: Iterable<string>): readonly SeenField[] {
  const seen = new Map<FieldColumn, number>();
  const see = (path: FieldColumn, json: unknown, depth: number): void => {
    // No column can show it.
    if (path.length > longestField) return;
    if (typeof json !== 'object' || json === null) {
      if (path !== '$' && (seen.has(path) || seen.size < mostSeen)) seen.set(path, (seen.get(path) ?? 0) + 1);
      return;
    }
    if (depth === deepest) return;
    if (Array.isArray(json)) {
      for (const [at, item] of json.slice(0, itemsSeen).entries()) see(fieldPath(path, at), item, depth + 1);
    } else for (const [name, item] of Object.entries(json)) see(fieldPath(path, name), item, depth + 1);
  };
  for (const value of values) if (mayHaveFields(value)) see('$', parseJson(value), 0);
  return [...seen]
    .map(([path, count]) => ({ path, values: count }))
    .sort((one, other) => other.values - one.values || comparePlain(one.path, other.path));
}

/** Only objects and lists have fields, and parsing the rest would take most of the time. */
function mayHaveFields(value: string): boolean {
  return /^[\t\n\r ]*[{[]/.test(value);
}

const steps = new Map<FieldColumn, readonly FieldStep[]>();

/** A table asks for the same few paths again and again. */
function stepsOf(path: FieldColumn): readonly FieldStep[] {
  const known = steps.get(path);
  if (known !== undefined) return known;
  const parsed = fieldSteps(path) ?? [];
  if (steps.size > 1_000) steps.clear();
  steps.set(path, parsed);
  return parsed;
}
