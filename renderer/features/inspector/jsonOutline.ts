/**
 * The positions of all nodes in a JSON text. Built from the text, not from parsed values: parsing would round long
 * numbers, drop duplicate properties, and reorder numeric ones. Node 0 is the root; a node comes before its children.
 * Every array has one entry per node.
 */
export interface JsonOutline {
  readonly text: string;
  readonly count: number;
  readonly kinds: Uint8Array;
  /** Start and end (exclusive) of the value in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The same for the name, quotes included; -1 if there is none. */
  readonly nameStarts: Int32Array;
  readonly nameEnds: Int32Array;
  /** -1 for the root. */
  readonly parents: Int32Array;
  /** Index among the siblings, from 0. */
  readonly places: Int32Array;
  /** Number of direct children. */
  readonly sizes: Int32Array;
  /** The first node after all its descendants. */
  readonly nexts: Int32Array;
  readonly levels: Int32Array;
  /** Nodes whose name occurs more than once in their object. */
  readonly repeated: ReadonlySet<number>;
}

export const jsonKinds = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;
export type JsonKind = (typeof jsonKinds)[number];

export type JsonScan =
  | { readonly kind: 'json'; readonly outline: JsonOutline }
  /** `at`: the position of the first invalid character. */
  | { readonly kind: 'not-json'; readonly at: number }
  | { readonly kind: 'too-many-parts'; readonly limit: number };

/** One list can show this many rows; nobody reads more. */
const mostParts = 1_000_000;

/** How much to process before checking the time. */
const charactersAtOnce = 65_536;
const partsAtOnce = 512;

/** Scans a text in steps, for `runInSlices`; accepts exactly what RFC 8259 accepts. */
export function* scanJson(text: string, limit = mostParts): Generator<void, JsonScan, void> {
  const columns = createColumns();
  const repeated = new Set<number>();
  const open: { readonly node: number; readonly names: Map<string, number> | null }[] = [];
  let at = 0;
  let name: { readonly start: number; readonly end: number } | null = null;
  let parts = 0;
  const failure = (): JsonScan => ({ kind: 'not-json', at });

  for (;;) {
    // Before a value, or before a name in an object.
    at = afterSpace(text, at);
    const container = open.at(-1);
    if (container !== undefined && container.names !== null && name === null) {
      if (text.charCodeAt(at) !== quote) return failure();
      const end = yield* endOfString(text, at);
      if (end < 0) {
        at = -end - 1;
        return failure();
      }
      name = { start: at, end };
      at = afterSpace(text, end);
      if (text.charCodeAt(at) !== colon) return failure();
      at = afterSpace(text, at + 1);
    }
    if (columns.count() === limit) return { kind: 'too-many-parts', limit };
    const kind = kindAt(text.charCodeAt(at));
    if (kind === null) return failure();
    const node = columns.add({
      kind,
      start: at,
      name,
      parent: container?.node ?? -1,
      level: open.length,
    });
    if (container !== undefined && container.names !== null && name !== null) {
      const decoded = readString(text.slice(name.start, name.end));
      const first = container.names.get(decoded);
      if (first === undefined) container.names.set(decoded, node);
      else repeated.add(first).add(node);
    }
    name = null;
    parts += 1;
    if (parts % partsAtOnce === 0) yield;

    if (kind === 'object' || kind === 'array') {
      at = afterSpace(text, at + 1);
      const closing = kind === 'object' ? closeBrace : closeBracket;
      if (text.charCodeAt(at) !== closing) {
        open.push({ node, names: kind === 'object' ? new Map() : null });
        continue;
      }
      at += 1;
    } else {
      const end = kind === 'string' ? yield* endOfString(text, at) : endOfScalar(text, at);
      if (end < 0) {
        at = -end - 1;
        return failure();
      }
      at = end;
    }
    columns.close(node, at);

    // After a value.
    for (;;) {
      const around = open.at(-1);
      at = afterSpace(text, at);
      if (around === undefined) {
        if (at < text.length) return failure();
        return { kind: 'json', outline: columns.outline(text, repeated) };
      }
      const next = text.charCodeAt(at);
      if (next === comma) {
        at += 1;
        break;
      }
      if (next !== (around.names === null ? closeBracket : closeBrace)) return failure();
      at += 1;
      open.pop();
      columns.close(around.node, at);
      parts += 1;
      if (parts % partsAtOnce === 0) yield;
    }
  }
}

/** The value of a JSON string literal, given with its quotes. */
export function readString(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

export function kindOf(outline: JsonOutline, node: number): JsonKind {
  return jsonKinds[outline.kinds[node] ?? 0] ?? 'null';
}

/** Whether the root is an object or array; a single number or string counts as plain text. */
export function isDocument(outline: JsonOutline): boolean {
  const kind = kindOf(outline, 0);
  return kind === 'object' || kind === 'array';
}

/** The decoded name of a node; null if it has none. */
export function nameOf({ text, nameStarts, nameEnds }: JsonOutline, node: number): string | null {
  const start = nameStarts[node] ?? -1;
  return start < 0 ? null : readString(text.slice(start, nameEnds[node]));
}

/** The path of a node, for people to read and copy: `$.name[0]["odd name"]`. */
export function pathOf(outline: JsonOutline, node: number): string {
  const steps: string[] = [];
  for (let at = node; at > 0; at = outline.parents[at] ?? 0) {
    const name = nameOf(outline, at);
    if (name === null) steps.push(`[${String(outline.places[at])}]`);
    else steps.push(/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);
  }
  return `$${steps.reverse().join('')}`;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

function afterSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

function kindAt(unit: number): JsonKind | null {
  switch (unit) {
    case 0x7b:
      return 'object';
    case 0x5b:
      return 'array';
    case quote:
      return 'string';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return unit === 0x2d || (unit >= 0x30 && unit <= 0x39) ? 'number' : null;
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

/** The position after a number or word; if it is invalid, `-position - 1` of the error. */
function endOfScalar(text: string, start: number): number {
  const pattern = /[-\d]/.test(text.charAt(start)) ? number : word;
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -start - 1;
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The position after the closing quote; if the string is invalid, `-position - 1` of the error. */
function* endOfString(text: string, start: number): Generator<void, number, void> {
  let at = start + 1;
  let pauseAt = at + charactersAtOnce;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === backslash) {
      escape.lastIndex = at;
      if (!escape.test(text)) return -at - 1;
      at = escape.lastIndex;
    } else if (unit >= 0x20) at += 1;
    // A control character, or NaN at the end of the text.
    else return -at - 1;
    if (at >= pauseAt) {
      yield;
      pauseAt = at + charactersAtOnce;
    }
  }
}

interface NewNode {
  readonly kind: JsonKind;
  readonly start: number;
  readonly name: { readonly start: number; readonly end: number } | null;
  readonly parent: number;
  readonly level: number;
}

const numberColumns = [
  'starts',
  'ends',
  'nameStarts',
  'nameEnds',
  'parents',
  'places',
  'sizes',
  'nexts',
  'levels',
] as const;
type NumberColumns = Record<(typeof numberColumns)[number], Int32Array>;

/** Columns that double in size when full. */
function createColumns() {
  let capacity = 256;
  let count = 0;
  let kinds = new Uint8Array(capacity);
  let columns = Object.fromEntries(
    numberColumns.map((column) => [column, new Int32Array(capacity)]),
  ) as NumberColumns;
  const grow = (): void => {
    capacity *= 2;
    const larger = new Uint8Array(capacity);
    larger.set(kinds);
    kinds = larger;
    columns = Object.fromEntries(
      numberColumns.map((column) => {
        const numbers = new Int32Array(capacity);
        numbers.set(columns[column]);
        return [column, numbers];
      }),
    ) as NumberColumns;
  };
  return {
    count: () => count,
    add: ({ kind, start, name, parent, level }: NewNode): number => {
      if (count === capacity) grow();
      const node = count;
      count += 1;
      kinds[node] = jsonKinds.indexOf(kind);
      columns.starts[node] = start;
      columns.nameStarts[node] = name?.start ?? -1;
      columns.nameEnds[node] = name?.end ?? -1;
      columns.parents[node] = parent;
      columns.levels[node] = level;
      if (parent >= 0) {
        const place = columns.sizes[parent] ?? 0;
        columns.places[node] = place;
        columns.sizes[parent] = place + 1;
      }
      return node;
    },
    close: (node: number, end: number): void => {
      columns.ends[node] = end;
      columns.nexts[node] = count;
    },
    outline: (text: string, repeated: ReadonlySet<number>): JsonOutline => ({
      text,
      count,
      kinds,
      ...columns,
      repeated,
    }),
  };
}
