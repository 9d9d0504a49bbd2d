import { Select } from '@mantine/core';
import {
  hashFunctions,
  leafDigests,
  nodeRules,
  preimages,
  siblingOrders,
  treeShapes,
  type RegistryEntry,
} from '#shared/merkle/registry.ts';
import classes from './Scheme.module.css';
import type { SchemeDraft } from './schemeDraft.ts';

interface SchemeFormProps {
  readonly draft: SchemeDraft;
  readonly onChange: (draft: SchemeDraft) => void;
}

const unknownPreimage = 'unknown';

/** One choice for each part of a scheme, in words, with where each rule comes from. */
export function SchemeForm({ draft, onChange }: SchemeFormProps) {
  return (
    <div className={classes.form}>
      <Part
        label="Hash function"
        entries={hashFunctions}
        value={draft.hash}
        onPick={(hash) => onChange({ ...draft, hash })}
      />
      <Part
        label="A node is the"
        entries={nodeRules}
        value={draft.node}
        onPick={(node) => onChange({ ...draft, node })}
      />
      <Part
        label="In the tree"
        entries={treeShapes}
        value={draft.shape}
        onPick={(shape) => onChange({ ...draft, shape })}
      />
      <Part
        label="In a proof"
        entries={siblingOrders}
        value={draft.order}
        onPick={(order) => onChange({ ...draft, order })}
      />
      <Part
        label="A leaf is the"
        entries={leafDigests}
        value={draft.digest}
        isDisabled={draft.preimage === null}
        onPick={(digest) => onChange({ ...draft, digest })}
      />
      <Part
        label="Content of a leaf"
        entries={[
          {
            id: unknownPreimage,
            words: 'not known: contents can’t be checked',
            source: 'Choose this where only the path is known',
          },
          ...preimages,
        ]}
        value={draft.preimage ?? unknownPreimage}
        onPick={(id) => onChange({ ...draft, preimage: id === unknownPreimage ? null : id })}
      />
    </div>
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
