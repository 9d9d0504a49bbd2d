import { Button, Group, Modal, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { maxTagLength, maxTags, normalTag, type AnnotationChange } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useKnownTags } from '../../api/catalogueSummary.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { targetWords, type ActionTarget } from './actionTarget.ts';

interface TagModalProps {
  readonly connectionId: ConnectionId;
  readonly target: ActionTarget;
  readonly onChange: (change: AnnotationChange) => Promise<void>;
  readonly onClose: () => void;
}

/** Changes the tags of one atom, or adds tags to many and takes tags off them. */
export function TagModal({ connectionId, target, onChange, onClose }: TagModalProps) {
  const inUse = useKnownTags(connectionId);
  const before = target.kind === 'atom' ? target.entry.tags : [];
  const [listed, setListed] = useState<string[]>([...before]);
  // What is typed counts, whether or not it was ended with Enter.
  const [typed, setTyped] = useState('');
  const added = tidy([...listed, typed]);
  const [removed, setRemoved] = useState<string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const change: AnnotationChange =
    target.kind === 'atom'
      ? {
          addTags: added.filter((tag) => !before.includes(tag)),
          removeTags: before.filter((tag) => !added.includes(tag)),
        }
      : { addTags: added, removeTags: removed };
  const isNothing = change.addTags?.length === 0 && change.removeTags?.length === 0;
  const save = (): void => {
    setSaving(true);
    onChange(change).then(onClose, (caught: unknown) => {
      setFailure(caught);
      setSaving(false);
    });
  };
  return (
    <Modal opened onClose={onClose} title={`Tags of ${targetWords(target)}`}>
      <TagsInput
        label={target.kind === 'atom' ? 'Tags' : 'Add tags'}
        description={`Enter or a comma ends a tag. At most ${maxTags} for an atom.`}
        data={inUse}
        value={listed}
        onChange={(tags) => setListed(tidy(tags))}
        searchValue={typed}
        onSearchChange={setTyped}
        maxTags={maxTags}
        data-autofocus
        clearable
      />
      {target.kind === 'many' && (
        <TagsInput
          mt="sm"
          label="Take tags off"
          data={inUse}
          value={removed}
          onChange={(tags) => setRemoved(tidy(tags))}
          clearable
        />
      )}
      {failure !== null && <ErrorNotice error={failure} onRetry={save} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isSaving} disabled={isNothing} onClick={save}>
          Save tags
        </Button>
      </Group>
    </Modal>
  );
}

function tidy(tags: readonly string[]): string[] {
  const tidied = tags.map((tag) => normalTag(tag).slice(0, maxTagLength));
  return [...new Set(tidied)].filter((tag) => tag !== '');
}
