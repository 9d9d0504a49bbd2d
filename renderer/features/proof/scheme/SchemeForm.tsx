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
import { linkEntries, linksOfId, linksId } from '#shared/merkle/schemeText.ts';
import type { SchemeDraft } from './schemeDraft.ts';

interface SchemeFormProps {
  readonly draft: SchemeDraft;
  readonly onChange: (draft: SchemeDraft) => void;
}

const unknownPreimage: RegistryEntry<'unknown'> = {
  id: 'unknown',
  words: 'unknown: contents cannot be checked',
  source: 'Choose this if you only know the rules for the path',
};

/** One field for each part of the hashing rules, with the source of each rule. */
export function SchemeForm({ draft, onChange }: SchemeFormProps) {
  const part = <Id extends string>(
    label: string,
    value: Id,
    entries: readonly RegistryEntry<Id>[],
    changeOf: (id: Id) => Partial<SchemeDraft>,
    isDisabled = false,
  ) => (
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
        if (entry !== undefined) onChange({ ...draft, ...changeOf(entry.id) });
      }}
    />
  );
  return (
    <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
      {part('Hash function', draft.hash, hashFunctions, (hash) => ({ hash }))}
      {part('Node hash', draft.node, nodeRules, (node) => ({ node }))}
      {part('Tree shape', draft.shape, treeShapes, (shape) => ({ shape }))}
      {part('Sibling order', draft.order, siblingOrders, (order) => ({ order }))}
      {part('Trees', linksId(draft.links), linkEntries(draft.links), (id) => ({ links: linksOfId(id) }))}
      {part('Leaf hash', draft.digest, leafDigests, (digest) => ({ digest }), draft.preimage === null)}
      {part('Leaf content', draft.preimage ?? 'unknown', [unknownPreimage, ...preimages], (id) => ({
        preimage: id === 'unknown' ? null : id,
      }))}
    </SimpleGrid>
  );
}
