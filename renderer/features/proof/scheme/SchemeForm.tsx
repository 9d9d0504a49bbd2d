import { Select, SimpleGrid } from '@mantine/core';
import {
  hashFunctions,
  leafDigests,
  nodeRules,
  preimages,
  siblingOrders,
  treeShapes,
  type RegistryEntry,
} from '#shared/merkle/registry.ts';
import type { SchemeDraft } from './schemeDraft.ts';

interface SchemeFormProps {
  readonly draft: SchemeDraft;
  readonly onChange: (draft: SchemeDraft) => void;
}

const unknownPreimage = 'unknown';

/** One field for each part of the hashing rules, with the source of each rule. */
export function SchemeForm({ draft, onChange }: SchemeFormProps) {
  const part = <Field extends Exclude<keyof SchemeDraft, 'preimage'>>(
    label: string,
    field: Field,
    entries: readonly RegistryEntry<SchemeDraft[Field]>[],
    isDisabled = false,
  ) => (
    <Part
      label={label}
      entries={entries}
      value={draft[field]}
      isDisabled={isDisabled}
      onPick={(id) => onChange({ ...draft, [field]: id })}
    />
  );
  return (
    <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
      {part('Hash function', 'hash', hashFunctions)}
      {part('Node hash', 'node', nodeRules)}
      {part('Tree shape', 'shape', treeShapes)}
      {part('Sibling order', 'order', siblingOrders)}
      {part('Leaf hash', 'digest', leafDigests, draft.preimage === null)}
      <Part
        label="Leaf content"
        entries={[
          {
            id: unknownPreimage,
            words: 'unknown: contents cannot be checked',
            source: 'Choose this if you only know the rules for the path',
          },
          ...preimages,
        ]}
        value={draft.preimage ?? unknownPreimage}
        onPick={(id) => onChange({ ...draft, preimage: id === unknownPreimage ? null : id })}
      />
    </SimpleGrid>
  );
}

interface PartProps<Id extends string> {
  readonly label: string;
  readonly entries: readonly RegistryEntry<Id>[];
  readonly value: Id;
  readonly isDisabled?: boolean;
  readonly onPick: (id: Id) => void;
}

function Part<Id extends string>({ label, entries, value, isDisabled = false, onPick }: PartProps<Id>) {
  return (
    <Select
      size="xs"
      label={label}
      description={entries.find(({ id }) => id === value)?.source}
      inputWrapperOrder={['label', 'input', 'description']}
      data={entries.map(({ id, words }) => ({ value: id as string, label: words }))}
      value={value}
      disabled={isDisabled}
      allowDeselect={false}
      searchable={entries.length > 10}
      maxDropdownHeight={260}
      onChange={(picked) => {
        const entry = entries.find(({ id }) => id === picked);
        if (entry !== undefined) onPick(entry.id);
      }}
    />
  );
}
