import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import { valueFindings, type ValueFinding } from '#shared/safety/localChecks.ts';
import { beginsLikeJson } from '#shared/text/jsonLike.ts';
import { isJsonDocument } from '../inspector/jsonText.ts';
import { runWhole } from '../../ui/runInSlices.ts';
import { useSliced } from '../../ui/useSliced.ts';
import { utf8SizeSteps } from '../../ui/utf8.ts';
import { readJson, type JsonFault } from '#shared/text/jsonSyntax.ts';

/** The results of checking a value before it is stored. */
export interface ValueChecks {
  readonly value: string;
  /** Its size as UTF-8. */
  readonly bytes: number;
  readonly findings: readonly ValueFinding[];
  /** Whether it is a JSON object or array. */
  readonly isDocument: boolean;
  /** Where it stops being JSON; null if it is JSON or was not validated. */
  readonly fault: JsonFault | null;
}

export interface ValueToCheck {
  readonly value: string;
  /** null if they are not known. */
  readonly sizes: SizeKnowledge | null;
  readonly validates: JsonValidation;
}

/** Whether a text must be JSON: `where-meant` if it begins like an object or array. */
export type JsonValidation = 'always' | 'where-meant' | 'never';

/** Longer texts are checked when typing pauses. In UTF-16 units. */
const checkedAtOnce = 20_000;
const restMs = 200;

/** Checks a text as it is typed; null until the first result. While a check runs, the result may be for an earlier text. */
export function useValueChecks({ value, sizes, validates }: ValueToCheck): ValueChecks | null {
  const [rested] = useDebouncedValue(value, restMs);
  const checked = value.length <= checkedAtOnce ? value : rested;
  const input = useMemo(() => ({ value: checked, sizes, validates }), [checked, sizes, validates]);
  return useSliced(input, checkSteps);
}

/** The same checks at once, right before the text is sent. */
export function checkValue(input: ValueToCheck): ValueChecks {
  return runWhole(checkSteps(input));
}

function* checkSteps({ value, sizes, validates }: ValueToCheck): Generator<void, ValueChecks, void> {
  const bytes = yield* utf8SizeSteps(value);
  const findings = yield* valueFindings(value, bytes, sizes);
  yield;
  const isDocument = isJsonDocument(value);
  const isToBeRead = validates === 'always' || (validates === 'where-meant' && beginsLikeJson(value));
  const reading = isToBeRead && !isDocument ? readJson(value) : null;
  return { value, bytes, findings, isDocument, fault: reading?.ok === false ? reading.fault : null };
}
