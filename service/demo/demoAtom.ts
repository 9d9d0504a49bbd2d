import type { Json } from '#shared/domain/json.ts';

/** One atom of the demo memory: its values from the oldest version to the newest, at least one. */
export interface DemoAtom {
  readonly key: string;
  readonly values: readonly string[];
}

export function atom(key: string, ...values: readonly [string, ...string[]]): DemoAtom {
  return { key, values };
}

/** JSON on one line. */
export function compact(value: Json): string {
  return JSON.stringify(value);
}

/** Indented JSON. */
export function pretty(value: Json): string {
  return JSON.stringify(value, null, 2);
}

/** The lines of a text. */
export function lines(...text: readonly string[]): string {
  return text.join('\n');
}
