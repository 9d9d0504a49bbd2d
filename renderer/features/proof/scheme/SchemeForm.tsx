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
import { capitalized } from '#shared/text/phrases.ts';
import { linkEntries, linksOfId, linksId } from '#shared/merkle/schemeText.ts';
import { leafDigestNames, linkNames, nodeRuleNames, siblingOrderNames, treeShapeNames } from './ruleNames.ts';
import type { SchemeDraft } from './schemeDraft.ts';

interface SchemeFormProps {
  readonly draft: SchemeDraft;
  readonly onChange: (draft: SchemeDraft) => void;
}

interface PartLook {
  /** Short names by id, in place of the words of the registry. */
  readonly names?: Readonly<Record<string, string>>;
  readonly isDisabled?: boolean;
}

const unknownPreimage: RegistryEntry<'unknown'> = {
  id: 'unknown',
  words: 'Unknown: contents cannot be checked',
  source: 'Choose this if you only know the rules for the path',
};

/** One field for each part of the hashing rules, with the source of each rule. */
export function SchemeForm({ draft, onChange }: SchemeFormProps) {
  const part = <Id extends string>(
    label: string,
    value: Id,
    entries: readonly RegistryEntry<Id>[],
    changeOf: (id: Id) => Partial<SchemeDraft>,
    { names = {}, isDisabled = false }: PartLook = {},
  ) => (
    <Select
      size="xs"
      label={label}
      description={entries.find(({ id }) => id === value)?.source}
      inputWrapperOrder={['label', 'input', 'description']}
      data={entries.map(({ id, words }) => ({ value: id as string, label: names[id] ?? capitalized(words) }))}
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
      {part('Node hash', draft.node, nodeRules, (node) => ({ node }), { names: nodeRuleNames })}
      {part('Tree shape', draft.shape, treeShapes, (shape) => ({ shape }), { names: treeShapeNames })}
      {part('Sibling order', draft.order, siblingOrders, (order) => ({ order }), {
        names: siblingOrderNames,
      })}
      {part(
        'Trees and links',
        linksId(draft.links),
        linkEntries(draft.links),
        (id) => ({ links: linksOfId(id) }),
        { names: linkNames },
      )}
      {part('Leaf hash', draft.digest, leafDigests, (digest) => ({ digest }), {
        names: leafDigestNames,
        isDisabled: draft.preimage === null,
      })}
      {part('Leaf content', draft.preimage ?? 'unknown', [unknownPreimage, ...preimages], (id) => ({
        preimage: id === 'unknown' ? null : id,
      }))}
    </SimpleGrid>
  );
}
