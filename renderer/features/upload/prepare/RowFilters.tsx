import { CloseButton, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { UploadCounts, UploadRowFilter } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import classes from './RowFilters.module.css';
import { isSameNarrowing, rowFilterGroups, withNarrowing, withText } from './rowFilters.ts';

interface RowFiltersProps {
  readonly counts: UploadCounts;
  readonly filter: UploadRowFilter;
  readonly onFilter: (filter: UploadRowFilter) => void;
}

/** Which rows are listed. */
export function RowFilters({ counts, filter, onFilter }: RowFiltersProps) {
  const { text = '' } = filter;
  return (
    <div className={classes.pane}>
      <TextInput
        aria-label="Search in keys"
        placeholder="Search in keys"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        maxLength={10_000}
        onChange={({ currentTarget: { value } }) => onFilter(withText(filter, value))}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onFilter(withText(filter, ''));
        }}
        rightSection={
          text !== '' && (
            <CloseButton
              size="sm"
              aria-label="Clear the search"
              onClick={() => onFilter(withText(filter, ''))}
            />
          )
        }
        spellCheck={false}
        autoComplete="off"
      />
      <div className={classes.groups}>
        {rowFilterGroups(counts, filter).map(({ title, entries }) => (
          <div key={title ?? 'all'} role="group" aria-label={title ?? 'Rows'}>
            {title !== null && <p className={classes.title}>{title}</p>}
            {entries.map(({ label, words, count, narrowing }) => {
              const isActive = isSameNarrowing(narrowing, filter);
              return (
                <UnstyledButton
                  key={label}
                  className={classes.entry ?? ''}
                  aria-pressed={isActive}
                  title={words}
                  onClick={() => onFilter(withNarrowing(filter, narrowing))}
                >
                  <span className={classes.label}>{label}</span>
                  <span className={classes.count}>{countWords(count)}</span>
                </UnstyledButton>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
