import { Chip, Group } from '@mantine/core';
import { countWords } from '#shared/text/sizes.ts';

interface FilterChipsProps<Value extends string> {
  /** Accessible name of the group. Default: “Show”. */
  readonly label?: string;
  /** Of the rows without a filter. */
  readonly count: number;
  /** Those without a row are left out. */
  readonly choices: readonly { readonly value: Value; readonly name: string; readonly count: number }[];
  readonly value: Value | 'all';
  readonly onChange: (value: Value | 'all') => void;
}

/**
 * The number of rows of each kind. Selecting a kind filters the rows.
 *
 *     <FilterChips count={5} choices={[{ value: 'added', name: 'Added', count: 2 }]} value={kind} onChange={setKind} />
 */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label = 'Show', count, choices, value, onChange } = props;
  return (
    <Chip.Group value={value} onChange={(chosen) => onChange(chosen)}>
      <Group gap="xs" flex={1} role="radiogroup" aria-label={label}>
        <Chip size="xs" value="all">
          All {countWords(count)}
        </Chip>
        {choices
          .filter((choice) => choice.count > 0)
          .map((choice) => (
            <Chip key={choice.value} size="xs" value={choice.value}>
              {choice.name} {countWords(choice.count)}
            </Chip>
          ))}
      </Group>
    </Chip.Group>
  );
}
