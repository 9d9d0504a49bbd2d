import type { Json } from '#shared/domain/json.ts';
import { statementText, type EvidenceStatement } from '#shared/evidence/statement.ts';
import { inVersion1 } from '#shared/evidence/testing/sampleEvidence.ts';

/** A number from 0 up to but not including 1; the same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Place {
  readonly parent: Record<string, Json> | Json[];
  readonly name: string;
  readonly value: Json;
}

/** The text of a statement in which one or two things were changed. */
export function mutated(base: EvidenceStatement, random: () => number): string {
  const statement = random() < 0.2 ? inVersion1(base) : structuredClone(base);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  for (let count = random() < 0.3 ? 2 : 1; count > 0; count -= 1) {
    const places = placesIn(statement as unknown as Json);
    const { parent, name, value } = pick(places);
    const other = pick(places).value;
    const next = pick<() => Json | undefined>([
      () => otherValue(value, random),
      () => otherValue(value, random),
      () => otherValue(value, random),
      () => structuredClone(other),
      () => undefined,
      () => pick<Json>([null, true, 0, 1, -1, 0.5, 2 ** 53, '', 'x', [], {}, '0', [value], { value }]),
    ])();
    if (Array.isArray(parent)) {
      if (next === undefined) parent.splice(Number(name), 1);
      else parent[Number(name)] = next;
    } else if (next === undefined) delete parent[name];
    else parent[name] = next;
  }
  const text = statementText(statement as unknown as Json);
  if (random() < 0.9) return text;
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + pick(['', ' ', '0', '"', ',', '\n', '\\', 'a', '}']) + text.slice(at + 1);
}

function placesIn(json: Json): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [];
  const parent = json as Record<string, Json> | Json[];
  return Object.entries(parent).flatMap(([name, value]) => [{ parent, name, value }, ...placesIn(value)]);
}

function otherValue(value: Json, random: () => number): Json {
  if (typeof value === 'number') return value + Math.floor(random() * 5) - 2;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') {
    const at = Math.floor(random() * (value.length + 1));
    const letters = ['', 'a', '0', 'F', ' ', '\n', 'é', '\u001b', '=', '-'];
    const letter = letters[Math.floor(random() * letters.length)] ?? '';
    return value.slice(0, at) + letter + value.slice(at + (random() < 0.7 ? 1 : 0));
  }
  if (Array.isArray(value)) {
    const items: Json[] = [...(value as readonly Json[])];
    return random() < 0.5 ? items.reverse() : [...items, ...items.slice(0, 1)];
  }
  return value === null ? 0 : { ...value, more: 1 };
}
