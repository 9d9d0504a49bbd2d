import { runWhole } from '../../ui/runInSlices.ts';
import { kindOf, nameOf, scanJson } from '../inspector/jsonOutline.ts';
import { compactJson, isJsonDocument } from '../inspector/jsonText.ts';

/** A property that both sides changed differently. Values as written; null if the property is missing. */
export interface JsonConflict {
  /** Names from the outermost object inwards. */
  readonly path: readonly string[];
  readonly mine: string | null;
  readonly theirs: string | null;
}

export type Side = 'mine' | 'theirs';

export interface MergedJson {
  /** My text with their changes merged in; unresolved conflicts keep my value. */
  readonly text: string;
  /** How many of their changes were merged without a conflict. */
  readonly takenOver: number;
  readonly conflicts: readonly JsonConflict[];
}

/** Deeper nesting is merged by lines. */
const deepest = 200;

/**
 * Merges two changes to one JSON object, property by property. Numbers, strings, and layout stay as written. null if one
 * of the texts is not a JSON object or has duplicate properties: those can only be merged by line.
 *
 * @param settled the side to keep for each resolved conflict, by `conflictName`
 */
export function mergeJson(
  texts: { readonly base: string; readonly theirs: string; readonly mine: string },
  settled: ReadonlyMap<string, Side>,
): MergedJson | null {
  const base = readObject(texts.base);
  const theirs = readObject(texts.theirs);
  const mine = readObject(texts.mine);
  if (base === null || theirs === null || mine === null) return null;
  const conflicts: JsonConflict[] = [];
  let takenOver = 0;

  const merged = (path: readonly string[], b: JsonObject, t: JsonObject, m: JsonObject): JsonObject => {
    const members: JsonMember[] = [];
    const result = (name: string): JsonMember | null => {
      const [before, other, own] = [b, t, m].map(({ byName }) => byName.get(name) ?? null);
      if (before === undefined || other === undefined || own === undefined) return null;
      if (isSame(other, own) || isSame(other, before)) return own;
      if (isSame(own, before)) {
        takenOver += 1;
        return other;
      }
      const at = [...path, name];
      if (before?.value.kind === 'object' && other?.value.kind === 'object' && own?.value.kind === 'object')
        return { ...own, value: merged(at, before.value, other.value, own.value) };
      conflicts.push({
        path: at,
        mine: own === null ? null : textOf(own.value),
        theirs: other === null ? null : textOf(other.value),
      });
      return settled.get(conflictName(at)) === 'theirs' ? other : own;
    };
    for (const member of m.members) {
      const found = result(member.name);
      if (found !== null) members.push({ ...found, lead: member.lead, trail: member.trail });
    }
    const lead = m.members.at(-1)?.lead ?? '';
    for (const { name } of t.members) {
      if (m.byName.has(name)) continue;
      const found = result(name);
      if (found !== null) members.push({ ...found, lead, trail: '' });
    }
    return { ...m, members };
  };
  const whole = merged([], base.object, theirs.object, mine.object);
  return { text: `${mine.before}${textOf(whole)}${mine.after}`, takenOver, conflicts };
}

/** Identifies a conflict. */
export function conflictName(path: readonly string[]): string {
  return JSON.stringify(path);
}

type JsonNode = JsonObject | { readonly kind: 'other'; readonly text: string };

interface JsonObject {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
  readonly byName: ReadonlyMap<string, JsonMember>;
  /** Between the last property and the closing brace. */
  readonly tail: string;
}

interface JsonMember {
  readonly name: string;
  /** Spaces before the name, and between the value and the comma. */
  readonly lead: string;
  readonly trail: string;
  /** The name as written, with everything up to the value. */
  readonly head: string;
  readonly value: JsonNode;
}

function textOf(node: JsonNode): string {
  if (node.kind === 'other') return node.text;
  const members = node.members.map(
    ({ lead, head, value, trail }) => `${lead}${head}${textOf(value)}${trail}`,
  );
  return `{${members.join(',')}${node.tail}}`;
}

/** Whether two properties have the same value, ignoring whitespace. */
function isSame(one: JsonMember | null, other: JsonMember | null): boolean {
  if (one === null || other === null) return one === other;
  const [a, b] = [textOf(one.value), textOf(other.value)];
  return a === b || plain(a) === plain(b);
}

function plain(text: string): string {
  return (isJsonDocument(text) ? compactJson(text) : null) ?? text;
}

interface ReadText {
  readonly before: string;
  readonly object: JsonObject;
  readonly after: string;
}

/** null for anything but an object, and if the objects inside it repeat a property or are nested too deeply. */
function readObject(text: string): ReadText | null {
  const scan = runWhole(scanJson(text));
  if (scan.kind !== 'json' || kindOf(scan.outline, 0) !== 'object') return null;
  const { starts, ends, nameStarts, nexts, levels, repeated } = scan.outline;
  const at = (column: Int32Array, node: number): number => column[node] ?? 0;
  const read = (node: number): JsonObject | null => {
    const members: JsonMember[] = [];
    const byName = new Map<string, JsonMember>();
    const after = at(nexts, node);
    /** Where the text begins that belongs to the next property, or to the end of the object. */
    let from = at(starts, node) + 1;
    let next;
    for (let child = node + 1; child < after; child = next) {
      next = at(nexts, child);
      const [nameStart, start, end] = [at(nameStarts, child), at(starts, child), at(ends, child)];
      const value: JsonNode | null =
        kindOf(scan.outline, child) === 'object'
          ? read(child)
          : { kind: 'other', text: text.slice(start, end) };
      if (value === null || repeated.has(child) || at(levels, child) > deepest) return null;
      const comma = next < after ? text.indexOf(',', end) : end;
      const member: JsonMember = {
        name: nameOf(scan.outline, child) ?? '',
        lead: text.slice(from, nameStart),
        head: text.slice(nameStart, start),
        value,
        trail: text.slice(end, comma),
      };
      members.push(member);
      byName.set(member.name, member);
      from = next < after ? comma + 1 : end;
    }
    return { kind: 'object', members, byName, tail: text.slice(from, at(ends, node) - 1) };
  };
  const object = read(0);
  return object === null
    ? null
    : { before: text.slice(0, at(starts, 0)), object, after: text.slice(at(ends, 0)) };
}
