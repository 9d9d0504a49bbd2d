import { expectedAtom, type AuditLists, type ExpectedAtom } from '#shared/audit/auditLists.ts';
import { readLines } from './keyLines.ts';
import type { AuditFiles } from './auditFolder.ts';

/** Keys read from the file at once. */
const keysAtOnce = 8_000;

interface KeyBlock {
  readonly keys: readonly string[];
  /** What an expected list says of them; null if there is none. */
  readonly expectations: ReadonlyMap<string, ExpectedAtom> | null;
}

/** The keys of an audit in their order, without the first `skip`; only those in `rows`, if given. */
export async function* keysOf(
  {
    files,
    hasExpected,
  }: { readonly files: Pick<AuditFiles, 'keys' | 'expected'>; readonly hasExpected: boolean },
  skip: number,
  rows: Uint32Array | null = null,
): AsyncGenerator<KeyBlock, void> {
  const options = { skip, atOnce: keysAtOnce };
  const said = hasExpected ? readLines(files.expected, options) : null;
  let row = skip;
  let next = 0;
  try {
    for await (const block of readLines(files.keys, options)) {
      const all = block.map(String);
      const lines = said === null ? null : ((await said.next()).value ?? []);
      const keys = all.filter((_, at) => {
        if (rows === null) return true;
        if (rows[next] !== row + at) return false;
        next += 1;
        return true;
      });
      row += all.length;
      if (keys.length === 0) continue;
      const expectations =
        lines === null ? null : new Map(all.map((key, at) => [key, expectedAtom(lines[at])]));
      yield { keys, expectations };
    }
  } finally {
    await said?.return();
  }
}

/** What the lists say of these keys. */
export function listsOf(keys: readonly string[], { expected, changes, earlier }: AuditLists): AuditLists {
  const ofKeys = keys.flatMap((key) => {
    const said = expected?.get(key);
    return said === undefined ? [] : [[key, said] as const];
  });
  return {
    expected: expected === null ? null : new Map(ofKeys),
    changes: changes.size === 0 ? changes : new Set(keys.filter((key) => changes.has(key))),
    earlier:
      earlier.size === 0
        ? earlier
        : new Map(
            keys.flatMap((key) => {
              const found = earlier.get(key);
              return found === undefined ? [] : [[key, found] as const];
            }),
          ),
  };
}
