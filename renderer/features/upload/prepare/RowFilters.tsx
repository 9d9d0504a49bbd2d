import { Stack, type TextInputProps } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import type { UploadRowFilter } from '#shared/domain/upload.ts';
import type { CountedUpload } from '../../../api/uploads.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { cellWords, ColumnValues } from './ColumnValues.tsx';
import { FilterButton } from './FilterButton.tsx';
import { isSameNarrowing, rowFilterGroups, withCell, withNarrowing, withText } from './rowFilters.ts';

interface RowFiltersProps {
  readonly filter: UploadRowFilter;
  readonly onFilter: (filter: UploadRowFilter) => void;
}

/** Filters the list of rows. */
export function RowFilters({ upload, counts, filter, onFilter }: RowFiltersProps & CountedUpload) {
  return (
    <Stack gap="sm" h="100%" mih={0} p="sm">
      <RowSearch filter={filter} onFilter={onFilter} />
      {filter.cell !== undefined && (
        <SmallButton
          rightSection={<IconX size={14} aria-hidden />}
          justify="space-between"
          title="Remove this filter"
          aria-label={`Remove filter ${cellWords(filter.cell, upload)}`}
          onClick={() => onFilter(withCell(filter, null))}
        >
          {cellWords(filter.cell, upload)}
        </SmallButton>
      )}
      <Stack gap="sm" flex={1} mih={0} style={{ overflow: 'auto' }}>
        {rowFilterGroups(counts, filter).map(({ title, entries }) => (
          <div key={title ?? 'all'} role="group" aria-label={title ?? 'Rows'}>
            {title !== null && (
              <Dimmed size="xs" fw={600} px="sm" pb="3xs">
                {title}
              </Dimmed>
            )}
            {entries.map(({ label, words, count, narrowing }) => (
              <FilterButton
                key={label}
                count={count}
                isActive={isSameNarrowing(narrowing, filter)}
                title={words}
                onClick={() => onFilter(withNarrowing(filter, narrowing))}
              >
                {label}
              </FilterButton>
            ))}
          </div>
        ))}
        <ColumnValues upload={upload} filter={filter} onFilter={onFilter} />
      </Stack>
    </Stack>
  );
}

type RowSearchProps = RowFiltersProps & Omit<TextInputProps, 'value' | 'onChange' | 'label'>;

/** Filters rows by text in their keys. */
export const RowSearch = memo(function RowSearch({ filter, onFilter, ...rest }: RowSearchProps) {
  const search = (text: string): void => onFilter(withText(filter, text));
  return <SearchField label="Search keys" text={filter.text ?? ''} onSearch={search} {...rest} />;
});
