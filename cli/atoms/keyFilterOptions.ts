import type { AtomsQuery, KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { filterModes, keyStates } from '#shared/domain/catalogueQuery.ts';
import { UsageError } from '../command.ts';
import type { OptionSpecs } from '../definition/options.ts';

/** Of commands that work on known keys. */
export const keyFilterOptions = {
  prefix: { type: 'string', value: 'KEY', help: 'only keys at and below KEY' },
  filter: { type: 'string', value: 'TEXT', help: 'only keys that match TEXT, ignoring case' },
  match: {
    type: 'string',
    value: 'HOW',
    completes: filterModes,
    help: 'how --filter matches: contains (default), prefix, glob, or segment',
  },
  status: {
    type: 'string',
    multiple: true,
    value: 'STATUS',
    completes: keyStates,
    help: `only keys with this status: ${keyStates.join(', ')}; can be repeated`,
  },
  tag: {
    type: 'string',
    multiple: true,
    value: 'TAG',
    help: 'only keys with this tag; can be repeated for keys with all of these tags',
  },
  bookmarked: { type: 'boolean', help: 'only keys with a bookmark' },
} as const satisfies OptionSpecs;

/** @throws UsageError */
export function keyQuery(
  connectionId: ConnectionId,
  values: {
    readonly prefix?: string | undefined;
    readonly filter?: string | undefined;
    readonly match?: string | undefined;
    readonly status?: readonly string[] | undefined;
    readonly tag?: readonly string[] | undefined;
    readonly bookmarked?: boolean | undefined;
  },
): AtomsQuery {
  const mode = filterModes.find((each) => each === (values.match ?? 'contains'));
  if (mode === undefined) throw new UsageError(`--match must be one of ${filterModes.join(', ')}.`);
  const states = (values.status ?? []).map((text) => {
    const state = keyStates.find((each) => each === text);
    if (state === undefined) throw new UsageError(`--status must be one of ${keyStates.join(', ')}.`);
    return state;
  });
  const tags = values.tag ?? [];
  return {
    connectionId,
    filter: {
      text: values.filter ?? '',
      mode,
      ...(states.length > 0 && { states }),
      ...(tags.length > 0 && { tags }),
      ...(values.bookmarked === true && { bookmarked: true }),
    },
    delimiter: '.',
    path: values.prefix ?? '',
    sort: { column: 'key', direction: 'ascending' },
  };
}

export function selectionOf(query: AtomsQuery): KeySelection {
  return { kind: 'query', query, except: [] };
}
