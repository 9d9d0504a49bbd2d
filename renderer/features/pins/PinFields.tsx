import { Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { longestPinNote } from '#shared/domain/pin.ts';
import { pinSourceNames } from '#shared/text/pinWords.ts';
import { CheckpointFields } from './CheckpointFields.tsx';
import { pinProblems, type PinDraft } from './pinDraft.ts';
import { Segments } from '../../ui/Choices.tsx';

interface PinFieldsProps {
  readonly draft: PinDraft;
  readonly onChange: (changed: Partial<PinDraft>) => void;
  /** The root comes from the screen and is not typed. */
  readonly isRootGiven?: boolean;
  /** Nothing was read from the service yet, so no response can be the source. */
  readonly isNew?: boolean;
}

const sources = ['response', 'ledger', 'person', 'snapshot', 'print'] as const;

/** The fields of a root to pin: the root itself or a checkpoint, where it comes from, and what it means. */
export function PinFields({ draft, onChange, isRootGiven = false, isNew = false }: PinFieldsProps) {
  const { kind, root, treeSize, source, isExact, note } = draft;
  const problems = pinProblems(draft);
  return (
    <Stack gap="md">
      {!isRootGiven && (
        <Segments
          label="What to pin"
          style={{ alignSelf: 'flex-start' }}
          names={{ root: 'Root', checkpoint: 'Checkpoint' }}
          value={kind}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
      )}
      {kind === 'checkpoint' ? (
        <CheckpointFields draft={draft} onChange={onChange} />
      ) : (
        <>
          <Textarea
            label="Root"
            autosize
            minRows={1}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
            placeholder="Hex or base64"
            spellCheck={false}
            readOnly={isRootGiven}
            value={root}
            error={problems.root}
            maxLength={1_000}
            onChange={(event) => onChange({ root: event.currentTarget.value.replaceAll(/[\r\n]/g, '') })}
          />
          <Group gap="md" align="flex-start" grow>
            <TextInput
              label="Tree size"
              placeholder="Optional"
              inputMode="numeric"
              value={treeSize}
              error={problems.treeSize}
              maxLength={200}
              onChange={(event) => onChange({ treeSize: event.currentTarget.value })}
            />
            <Select
              label="Source"
              data={sources
                .filter((value) => !isNew || (value !== 'response' && value !== 'ledger'))
                .map((value) => ({ value, label: pinSourceNames[value] }))}
              value={source}
              allowDeselect={false}
              onChange={(chosen) => {
                const known = sources.find((each) => each === chosen);
                if (known !== undefined) onChange({ source: known });
              }}
            />
          </Group>
          {(source === 'response' || source === 'ledger') && (
            <Text size="xs" c="dimmed">
              Only the service vouches for such a root. The pin shows whether the service sticks to this root,
              not whether the root was right.
            </Text>
          )}
        </>
      )}
      <Textarea
        label="Note"
        placeholder={
          kind === 'checkpoint'
            ? 'Optional: otherwise, the note in the checkpoint is kept'
            : 'Optional: who compared it, when, where the printout is'
        }
        autosize
        minRows={1}
        maxRows={4}
        maxLength={longestPinNote}
        value={note}
        data-autofocus={isRootGiven || undefined}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      <ExactChoice isExact={isExact} onChange={(chosen) => onChange({ isExact: chosen })} />
    </Stack>
  );
}

interface ExactChoiceProps {
  readonly isExact: boolean;
  readonly onChange: (isExact: boolean) => void;
}

export function ExactChoice({ isExact, onChange }: ExactChoiceProps) {
  return (
    <Checkbox
      label="Expect exactly this root"
      description="Every response with another root fails, even after your own stores. Use this for a memory that must not change."
      checked={isExact}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
