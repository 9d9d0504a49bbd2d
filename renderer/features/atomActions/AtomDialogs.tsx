import { Radio, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { maxTagLength, maxTags, normalTag, type AnnotationChange } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { exportContents, type ExportContent, type ExportFormat } from '#shared/domain/job.ts';
import { useKnownTags } from '../../api/catalogueSummary.ts';
import { Segments } from '../../ui/Choices.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { targetWords, type ActionTarget } from './actionTarget.ts';

interface DialogProps {
  readonly target: ActionTarget;
  readonly onClose: () => void;
}

interface ForgetDialogProps extends DialogProps {
  readonly onForget: () => Promise<void>;
}

/** Asks before keys are forgotten. */
export function ForgetDialog({ target, onForget, onClose }: ForgetDialogProps) {
  const what = targetWords(target);
  return (
    <ConfirmDialog title={`Forget ${what}?`} action={`Forget ${what}`} onConfirm={onForget} onClose={onClose}>
      <p>
        This removes {target.kind === 'atom' ? 'the key' : 'these keys'} from the known keys of this
        connection, along with bookmarks, notes, tags, and saved versions. You can’t undo this.
      </p>
      <p>The memory itself does not change. A key becomes known again when a recall or a lookup finds it.</p>
    </ConfirmDialog>
  );
}

interface ExportDialogProps extends DialogProps {
  readonly onExport: (content: ExportContent, format: ExportFormat) => void;
}

/** Asks what to export: one choice sends requests for every atom, the others have no proofs. */
export function ExportDialog({ target, onExport, onClose }: ExportDialogProps) {
  const [content, setContent] = useState<ExportContent>('proofs');
  const [format, setFormat] = useState<ExportFormat>('json');
  return (
    <FormDialog
      title={`Export ${targetWords(target)}`}
      action="Save as…"
      onSubmit={() => onExport(content, format)}
      onClose={onClose}
      isActionFocused
    >
      <Radio.Group
        label="Contents"
        value={content}
        onChange={(value) => setContent(exportContents.find((one) => one === value) ?? 'proofs')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="proofs"
            label="Values, proofs, and verdicts"
            description="Reads and verifies the atoms now. Anyone can check the file with “atom-explorer verify”, and Upload accepts it."
          />
          <Radio
            value="known"
            label="Known keys"
            description="Keys, versions, last verdicts, tags, and notes, but no values or proofs. Sends no requests."
          />
          {target.kind === 'many' && target.columns !== undefined && (
            <Radio
              value="table"
              label="The columns of the table"
              description="With the values that are in memory, as far as columns show them, and no proofs. Sends no requests."
            />
          )}
        </Stack>
      </Radio.Group>
      <Segments
        label="Format"
        size="sm"
        names={{ json: 'JSON', csv: 'CSV' }}
        value={format}
        onChange={setFormat}
      />
    </FormDialog>
  );
}

interface TagDialogProps extends DialogProps {
  readonly connectionId: ConnectionId;
  readonly onChange: (change: AnnotationChange) => Promise<void>;
}

/** Edits the tags of one atom; adds tags to many atoms, or removes tags from them. */
export function TagDialog({ connectionId, target, onChange, onClose }: TagDialogProps) {
  const inUse = useKnownTags(connectionId);
  const before = target.kind === 'atom' ? target.entry.tags : [];
  const [listed, setListed] = useState<string[]>([...before]);
  // Text that was not ended with Enter counts as a tag too.
  const [typed, setTyped] = useState('');
  const added = tidy([...listed, typed]);
  const [removed, setRemoved] = useState<string[]>([]);
  const change: AnnotationChange =
    target.kind === 'atom'
      ? {
          addTags: added.filter((tag) => !before.includes(tag)),
          removeTags: before.filter((tag) => !added.includes(tag)),
        }
      : { addTags: added, removeTags: removed };
  const isNothing = change.addTags?.length === 0 && change.removeTags?.length === 0;
  return (
    <FormDialog
      title={`Tags of ${targetWords(target)}`}
      action="Save tags"
      onSubmit={() => onChange(change)}
      onClose={onClose}
      isDisabled={isNothing}
      holdsWork={!isNothing}
    >
      <TagsInput
        label={target.kind === 'atom' ? 'Tags' : 'Add tags'}
        description={`Press Enter or comma after each tag. Up to ${maxTags} tags per atom.`}
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
          label="Remove tags"
          data={inUse}
          value={removed}
          onChange={(tags) => setRemoved(tidy(tags))}
          clearable
        />
      )}
    </FormDialog>
  );
}

function tidy(tags: readonly string[]): string[] {
  const tidied = tags.map((tag) => normalTag(tag).slice(0, maxTagLength));
  return [...new Set(tidied)].filter((tag) => tag !== '');
}
