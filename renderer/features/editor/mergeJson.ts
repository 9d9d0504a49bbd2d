import { compactJson, isJsonDocument } from '../inspector/jsonText.ts';

/** A member that both sides changed differently. Values as written; null if the member is missing. */
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
 * Merges two changes to one JSON object, member by member. Numbers, strings, and layout stay as written. null if one of
 * the texts is not a JSON object or repeats a name: those can only be merged by line.
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
  /** Between the last member and the closing brace. */
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

/** Whether two members have the same value, ignoring whitespace. */
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

function readObject(text: string): ReadText | null {
  if (!isJsonDocument(text)) return null;
  let at = 0;
  const skip = (): string => {
    const from = at;
    while (/[\t\n\r ]/.test(text.charAt(at))) at += 1;
    return text.slice(from, at);
  };
  const skipString = (): void => {
    for (at += 1; text.charAt(at) !== '"'; at += 1) if (text.charAt(at) === '\\') at += 1;
    at += 1;
  };
  const skipList = (): void => {
    let open = 0;
    do {
      const next = text.charAt(at);
      if (next === '"') skipString();
      else {
        if (next === '[') open += 1;
        if (next === ']') open -= 1;
        at += 1;
      }
    } while (open > 0);
  };
  /** null if a name is repeated or the nesting is too deep. */
  const readValue = (depth: number): JsonNode | null => {
    if (depth > deepest) return null;
    if (text.charAt(at) === '{') return readMembers(depth);
    const from = at;
    if (text.charAt(at) === '"') skipString();
    else if (text.charAt(at) === '[') skipList();
    else while (at < text.length && !/[\t\n\r ,\]}]/.test(text.charAt(at))) at += 1;
    return { kind: 'other', text: text.slice(from, at) };
  };
  const readMembers = (depth: number): JsonObject | null => {
    const members: JsonMember[] = [];
    const byName = new Map<string, JsonMember>();
    at += 1;
    let lead = skip();
    if (text.charAt(at) === '}') {
      at += 1;
      return { kind: 'object', members, byName, tail: lead };
    }
    for (;;) {
      const from = at;
      skipString();
      const name = JSON.parse(text.slice(from, at)) as string;
      skip();
      at += 1;
      skip();
      const head = text.slice(from, at);
      const value = readValue(depth + 1);
      if (value === null || byName.has(name)) return null;
      const space = skip();
      const isLast = text.charAt(at) === '}';
      const member = { name, lead, trail: isLast ? '' : space, head, value };
      members.push(member);
      byName.set(name, member);
      at += 1;
      if (isLast) return { kind: 'object', members, byName, tail: space };
      lead = skip();
    }
  };
  const before = skip();
  if (text.charAt(at) !== '{') return null;
  const object = readMembers(0);
  return object === null ? null : { before, object, after: text.slice(at) };
}
