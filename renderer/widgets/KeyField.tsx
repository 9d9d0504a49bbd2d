import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { FilterMode } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { keysOfRows } from '../api/catalogueRows.ts';
import { queryKey } from '../api/queryKeys.ts';
import { useActiveConnection } from '../state/appStore.ts';
import { KeyText } from '../ui/KeyText.tsx';
import { useOneLinePaste } from '../ui/useOneLinePaste.ts';

interface KeyFieldProps extends Pick<
  AutocompleteProps,
  'flex' | 'miw' | 'className' | 'aria-label' | 'placeholder' | 'leftSection' | 'error'
> {
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

/** A field for a key that suggests known keys. Any other text is allowed too. */
export function KeyField({ value, onChange, error, ...rest }: KeyFieldProps) {
  const paste = useOneLinePaste();
  const suggestions = useKeySuggestions(useActiveConnection().id, value);
  return (
    <Autocomplete
      {...rest}
      value={value}
      onChange={(typed) => {
        paste.clear();
        onChange(typed);
      }}
      {...paste.handlers}
      error={paste.problem ?? error}
      // Does not suggest the key that is already entered.
      data={suggestions.filter((key) => key !== value)}
      filter={({ options }) => options}
      renderOption={({ option }) => <KeyText atomKey={option.value} />}
      maxDropdownHeight={280}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** Nobody reads more than this; typing more of the key finds the others. */
const mostSuggestions = 8;

/**
 * Known keys that a key being typed may become, at most eight: those that begin with it, then those that have it
 * anywhere. None for an empty text, or if the known keys cannot be read; every key can also be typed in full.
 */
function useKeySuggestions(connectionId: ConnectionId, typed: string): readonly string[] {
  const [text] = useDebouncedValue(typed, 120);
  const { data } = useQuery({
    queryKey: queryKey('keySuggestions', connectionId, text),
    queryFn: text === '' ? skipToken : () => suggest(connectionId, text),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return typed === '' || data === undefined ? [] : data;
}

async function suggest(connectionId: ConnectionId, text: string): Promise<readonly string[]> {
  const first = (mode: FilterMode): Promise<readonly string[]> =>
    keysOfRows(
      {
        connectionId,
        filter: { text, mode },
        delimiter: '.',
        path: '',
        sort: { column: 'key', direction: 'ascending' },
      },
      { from: 0, to: mostSuggestions },
    );
  const [beginning, holding] = await Promise.all([first('prefix'), first('contains')]);
  return [...new Set([...beginning, ...holding])].slice(0, mostSuggestions);
}
