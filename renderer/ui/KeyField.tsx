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
