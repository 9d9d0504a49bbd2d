import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useKeySuggestions } from '../api/keySuggestions.ts';
import { useActiveConnection } from '../state/appStore.ts';
import { KeyText } from './KeyText.tsx';
import { useOneLinePaste } from './useOneLinePaste.ts';

interface KeyFieldProps extends Pick<
  AutocompleteProps,
  'flex' | 'miw' | 'className' | 'aria-label' | 'placeholder' | 'leftSection' | 'error'
> {
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

/** A key as it is typed, with the known keys that it may become. Any other text is a key just as well. */
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
      // The key that stands there already is no suggestion.
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
