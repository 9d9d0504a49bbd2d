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
  return (
    <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
      <Part
        label="Hash function"
        entries={hashFunctions}
        value={draft.hash}
        onPick={(hash) => onChange({ ...draft, hash })}
      />
      <Part
        label="Node hash"
        entries={nodeRules}
        value={draft.node}
        onPick={(node) => onChange({ ...draft, node })}
      />
      <Part
        label="Tree shape"
        entries={treeShapes}
        value={draft.shape}
        onPick={(shape) => onChange({ ...draft, shape })}
      />
      <Part
        label="Sibling order"
        entries={siblingOrders}
        value={draft.order}
        onPick={(order) => onChange({ ...draft, order })}
      />
      <Part
        label="Leaf hash"
        entries={leafDigests}
        value={draft.digest}
        isDisabled={draft.preimage === null}
        onPick={(digest) => onChange({ ...draft, digest })}
      />
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
