import type { AtomsQuery, FieldColumn, KeyFilter, SeenField, ShownValue } from '../domain/catalogueQuery.ts';
import { comparePlain, type SortKeys } from './sortKeys.ts';
import { compareFields, fieldText, readFields, seenFields, type Field } from './valueFields.ts';
import { previewOf, valuePattern } from './valuePattern.ts';
import type { ValueStore } from './valueStore.ts';

/** What the rows of a table show of values, and how they are sorted by it. */
export interface ShownValues {
  /** What a filter finds in values, to mark it; null if it does not search them. */
  readonly patternOf: (filter: KeyFilter) => RegExp | null;
  /** null if nothing is to be shown. */
  readonly of: (number: number, show: AtomsQuery['show'], pattern: RegExp | null) => ShownValue | null;
  readonly sortKeys: (column: 'value' | FieldColumn) => SortKeys;
  readonly seenFields: () => readonly SeenField[];
}

/** Values that are looked at for their fields. */
const mostLookedAt = 1_000;
/** In UTF-16 units together: parsing them holds up everything else in the thread. */
const mostUnitsLookedAt = 4 * 1024 * 1024;
/** Fields whose contents are kept, to sort by them again. */
const mostFieldsKept = 2;

export function createShownValues(values: ValueStore): ShownValues {
  const kept = new Map<FieldColumn, Map<number, Field>>();
  values.onGone((number) => {
    if (number === null) kept.clear();
    else for (const fields of kept.values()) fields.delete(number);
  });
  const fieldsOf = (path: FieldColumn): ((number: number) => Field) => {
    const known = kept.get(path) ?? new Map<number, Field>();
    kept.delete(path);
    kept.set(path, known);
    if (kept.size > mostFieldsKept) kept.delete(kept.keys().next().value ?? path);
    return (number) => {
      if (known.has(number)) return known.get(number);
      const value = values.get(number);
      if (value === undefined) return undefined;
      const [field] = readFields(value, [path]);
      known.set(number, field);
      return field;
    };
  };
  return {
    patternOf: (filter) => {
      const { text, where = 'keys' } = filter;
      return text === '' || where === 'keys' ? null : valuePattern(filter, 'g');
    },
    of: (number, show, pattern) => {
      if (show === undefined) return null;
      const value = values.get(number);
      return {
        preview: value === undefined || !show.preview ? null : previewOf(value, pattern),
        fields:
          value === undefined ? show.fields.map(() => null) : readFields(value, show.fields).map(fieldText),
      };
    },
    sortKeys: (column) => {
      if (column === 'value') {
        return {
          isNull: (number) => values.get(number) === undefined,
          upper: () => 0,
          lower: () => 0,
          compare: (a, b) => comparePlain(values.get(a) ?? '', values.get(b) ?? ''),
        };
      }
      const fieldOf = fieldsOf(column);
      return {
        isNull: (number) => fieldOf(number) === undefined,
        upper: () => 0,
        lower: () => 0,
        compare: (a, b) => compareFields(fieldOf(a), fieldOf(b)),
      };
    },
    seenFields: () => {
      const some: string[] = [];
      let units = 0;
      for (const number of values.numbers()) {
        const value = values.get(number) ?? '';
        units += value.length;
        if (some.length === mostLookedAt || units > mostUnitsLookedAt) break;
        some.push(value);
      }
      return seenFields(some);
    },
  };
}
