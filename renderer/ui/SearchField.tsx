import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  /** What is searched, as its name and placeholder: “Search keys”. */
  readonly label: string;
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/**
 * Narrows a list while the user types; Escape or the button clears it.
 *
 *     <SearchField label="Search keys" text={text} onSearch={setText} />
 */
export function SearchField({ label, text, onSearch, ...rest }: SearchFieldProps) {
  return (
    <TextInput
      data-find
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={text}
      maxLength={10_000}
      onChange={({ currentTarget: { value } }) => onSearch(value)}
      onKeyDown={({ key }) => key === 'Escape' && onSearch('')}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => onSearch('')} />
      }
      spellCheck={false}
      data-not-work
      autoComplete="off"
      {...rest}
    />
  );
}
