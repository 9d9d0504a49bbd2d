import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { AtomsQuery, FilterMode } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { keysOfRows } from './catalogueRows.ts';

/** More are not read by anyone: a longer text finds the others. */
const mostSuggestions = 8;

/**
 * Known keys that a key being typed may become, at most eight: those that begin with it, then those that have it
 * anywhere. None for an empty text, and none while the catalogue cannot be asked; every key can be typed whole.
 */
export function useKeySuggestions(connectionId: ConnectionId, typed: string): readonly string[] {
  const [text] = useDebouncedValue(typed, 120);
  const { data } = useQuery({
    queryKey: ['key suggestions', connectionId, text],
    queryFn: text === '' ? skipToken : () => suggest(connectionId, text),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return typed === '' || data === undefined ? [] : data;
}

async function suggest(connectionId: ConnectionId, text: string): Promise<readonly string[]> {
  const first = (mode: FilterMode): Promise<readonly string[]> =>
    keysOfRows(queryOf(connectionId, text, mode), { from: 0, to: mostSuggestions });
  const [beginning, holding] = await Promise.all([first('prefix'), first('contains')]);
  return [...new Set([...beginning, ...holding])].slice(0, mostSuggestions);
}

function queryOf(connectionId: ConnectionId, text: string, mode: FilterMode): AtomsQuery {
  return {
    connectionId,
    filter: { text, mode },
    delimiter: '.',
    path: '',
    sort: { column: 'key', direction: 'ascending' },
  };
}
