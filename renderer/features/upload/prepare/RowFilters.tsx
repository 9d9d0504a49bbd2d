import { Stack, Text, UnstyledButton, type TextInputProps } from '@mantine/core';
import { memo } from 'react';
import type { UploadCounts, UploadRowFilter } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import classes from './Prepare.module.css';
import { isSameNarrowing, rowFilterGroups, withNarrowing, withText } from './rowFilters.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import kit from '../../../ui/kit.module.css';

interface RowFiltersProps {
  readonly counts: UploadCounts;
  readonly filter: UploadRowFilter;
  readonly onFilter: (filter: UploadRowFilter) => void;
}

/** Filters the list of rows. */
export function RowFilters({ counts, filter, onFilter }: RowFiltersProps) {
  return (
    <Stack gap="sm" h="100%" mih={0} p="sm">
      <RowSearch filter={filter} onFilter={onFilter} />
      <Stack gap="sm" flex={1} mih={0} style={{ overflow: 'auto' }}>
        {rowFilterGroups(counts, filter).map(({ title, entries }) => (
          <div key={title ?? 'all'} role="group" aria-label={title ?? 'Rows'}>
            {title !== null && (
              <Dimmed size="xs" fw={600} px="sm" pb="3xs">
                {title}
              </Dimmed>
            )}
            {entries.map(({ label, words, count, narrowing }) => {
              const isActive = isSameNarrowing(narrowing, filter);
              return (
                <UnstyledButton
                  key={label}
                  className={`${kit.hoverable} ${classes.filter}`}
                  aria-pressed={isActive}
                  title={words}
                  onClick={() => onFilter(withNarrowing(filter, narrowing))}
                >
                  <Text span inherit truncate>
                    {label}
                  </Text>
                  <Text span inherit c="dimmed" fw={400}>
                    {countWords(count)}
                  </Text>
                </UnstyledButton>
              );
            })}
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

type RowSearchProps = Omit<RowFiltersProps, 'counts'> & Omit<TextInputProps, 'value' | 'onChange' | 'label'>;

/** Filters rows by text in their keys. */
export const RowSearch = memo(function RowSearch({ filter, onFilter, ...rest }: RowSearchProps) {
  const search = (text: string): void => onFilter(withText(filter, text));
  return <SearchField label="Search keys" text={filter.text ?? ''} onSearch={search} {...rest} />;
});
