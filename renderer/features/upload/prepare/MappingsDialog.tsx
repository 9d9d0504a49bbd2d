import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { NamedMapping } from '#shared/upload/mappingFile.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { templateProblemWords } from '#shared/text/uploadWords.ts';
import { changeProblemWords } from '#shared/text/columnWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { applyMapping } from '#shared/upload/applyMapping.ts';
import { forgetNamed, mostNamed, nameMapping, useMappingMemory } from '../../../state/mappingMemory.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton, SmallButton } from '../../../ui/Buttons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import kit from '../../../ui/kit.module.css';
import { notifyUndo } from '../../../ui/notifyUndo.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import { mappingOfFile, textOfMapping, unusedName } from './mappingFile.ts';

interface MappingsDialogProps {
  /** As it is now. */
  readonly mapping: RowMapping;
  /** The current mapping can be applied. */
  readonly isValid: boolean;
  /** Of the file. */
  readonly columns: readonly string[];
  readonly onApply: (mapping: RowMapping) => void;
  readonly onClose: () => void;
}

/** Mappings that were saved under a name: apply, export, or delete one, save the present one, or import one from a file. */
export function MappingsDialog({ mapping, isValid, columns, onApply, onClose }: MappingsDialogProps) {
  const named = useMappingMemory((memory) => memory.named);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const resetFile = useRef<() => void>(null);
  const trimmed = name.trim();
  const isKnown = named.some((one) => one.name === trimmed);
  const keep = (added: NamedMapping): void => {
    setProblem(
      nameMapping(added) ? null : `There are already ${mostNamed} saved mappings. Delete one first.`,
    );
  };
  const importFile = async (file: File | null): Promise<void> => {
    if (file === null) return;
    // The same file can be chosen again after it was changed.
    resetFile.current?.();
    const read = await mappingOfFile(file);
    // A mapping of somebody else does not replace one of the user.
    if (read.ok) keep({ ...read.mapping, name: unusedName(read.mapping, named) });
    else setProblem(read.reason);
  };
  return (
    <Dialog onClose={onClose} title="Saved mappings" size={640}>
      <Stack gap="md" fz="sm">
        {named.length === 0 ? (
          <Dimmed>
            No mappings are saved yet. Save the current one under a name to use it for other files.
          </Dimmed>
        ) : (
          <Stack component="ul" gap={0} className={kit.lined} mah={280} style={{ overflow: 'auto' }}>
            {named.map((one) => (
              <SavedMapping
                key={one.name}
                saved={one}
                misfit={misfitOf(one.mapping, columns)}
                onApply={() => {
                  onApply(one.mapping);
                  onClose();
                }}
              />
            ))}
          </Stack>
        )}
        {problem !== null && (
          <Callout tone="warning" compact role="alert">
            {problem}
          </Callout>
        )}
        <Group
          component="form"
          gap="sm"
          align="flex-end"
          wrap="nowrap"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (trimmed === '' || !isValid) return;
            keep({ name: trimmed, mapping });
            setName('');
          }}
        >
          <TextInput
            flex={1}
            label="Save the current mapping as"
            description={
              isKnown
                ? `Replaces ${quoteText(trimmed)}.`
                : 'Text in the mapping is stored unencrypted. Keys and values of the file are not stored.'
            }
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" disabled={trimmed === '' || !isValid}>
            {isKnown ? 'Replace' : 'Save'}
          </Button>
        </Group>
        <Group>
          <FileButton accept=".json" resetRef={resetFile} onChange={(file) => void importFile(file)}>
            {(props) => (
              <SmallButton icon={IconUpload} {...props}>
                Import…
              </SmallButton>
            )}
          </FileButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface SavedMappingProps {
  readonly saved: NamedMapping;
  /** Why it does not fit the file; null if it does. */
  readonly misfit: string | null;
  readonly onApply: () => void;
}

function SavedMapping({ saved: { name, mapping }, misfit, onApply }: SavedMappingProps) {
  return (
    <Group component="li" gap="sm" px="sm" py="2xs" wrap="nowrap">
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600} truncate>
          {visibleLine(name)}
        </Text>
        <Dimmed>{misfit ?? `Key: ${visibleLine(mapping.key)}`}</Dimmed>
      </Stack>
      <SmallButton
        aria-label={`Use ${visibleLine(name)}`}
        blocked={misfit === null ? null : 'It does not fit this file'}
        onClick={onApply}
      >
        Use
      </SmallButton>
      <IconButton
        icon={IconDownload}
        label={`Export ${visibleLine(name)}`}
        tooltip="Export…"
        onClick={() => void saveFile(`${name}.mapping.json`, textOfMapping({ name, mapping }))}
      />
      <IconButton
        icon={IconTrash}
        label={`Delete ${visibleLine(name)}`}
        tooltip="Delete"
        onClick={() => {
          forgetNamed(name);
          notifyUndo(`Mapping ${quoteText(name)} deleted.`, async () => nameMapping({ name, mapping }));
        }}
      />
    </Group>
  );
}

function misfitOf(mapping: RowMapping, columns: readonly string[]): string | null {
  const applied = applyMapping(mapping, columns);
  if (applied.ok) return null;
  if (applied.changes !== null) return `Does not fit: ${changeProblemWords(applied.changes)}`;
  const problem = applied.key ?? applied.value;
  return problem === null ? 'Does not fit this file.' : `Does not fit: ${templateProblemWords(problem)}`;
}
