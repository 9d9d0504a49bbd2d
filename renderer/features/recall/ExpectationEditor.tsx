import { Box, Fieldset, Group, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Expectation } from '#shared/domain/expectation.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { addExpectations, replaceExpectation } from '../../api/recall.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { KeyField } from '../../widgets/KeyField.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import kit from '../../ui/kit.module.css';
import { notifyDone } from '../../ui/notify.ts';
import { draftOf, readDraft, withKey, type DraftField, type ExpectationDraft } from './expectationDraft.ts';

/** A saved expectation by its id, or a new one (null). */
export interface EditedExpectation {
  readonly id: string | null;
  readonly expectation: Expectation;
}

interface ExpectationEditorProps {
  readonly edited: EditedExpectation;
  readonly onClose: () => void;
}

export function ExpectationEditor({ edited: { id, expectation }, onClose }: ExpectationEditorProps) {
  const { id: connectionId } = useActiveConnection();
  const [draft, setDraft] = useState<ExpectationDraft>(() => draftOf(expectation));
  // Keys that were typed but not added are saved too.
  const [typed, setTyped] = useState({ expect: '', reject: '' });
  const [wasChanged, setWasChanged] = useState(false);
  const reading = readDraft({
    ...draft,
    expect: withKey(draft.expect, typed.expect),
    reject: withKey(draft.reject, typed.reject),
  });
  const save = async (): Promise<void> => {
    if (!reading.ok) return;
    const { expectation: changed } = reading;
    if (id !== null) await replaceExpectation({ connectionId, id, expectation: changed });
    const isKnown =
      id === null && (await addExpectations({ connectionId, expectations: [changed] })).added === 0;
    notifyDone(isKnown ? 'This expectation already exists.' : 'Expectation saved.');
  };
  const problem = (field: DraftField): string | undefined =>
    wasChanged && !reading.ok && reading.field === field ? reading.problem : undefined;
  const change = (changed: Partial<ExpectationDraft>): void => {
    setDraft({ ...draft, ...changed });
    setWasChanged(true);
  };
  const textField = (field: 'query' | 'name') => ({
    value: draft[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [field]: event.currentTarget.value }),
    error: problem(field),
  });
  const countField = (field: 'within' | 'limit') => ({
    value: draft[field],
    onChange: (count: number | string) => change({ [field]: count }),
    min: 1,
    max: 10_000,
    allowDecimal: false,
    error: problem(field),
  });
  return (
    <FormDialog
      title={id === null ? 'New expectation' : 'Edit expectation'}
      action="Save expectation"
      size={620}
      isDisabled={!reading.ok}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Query" {...textField('query')} data-autofocus />
      <TextInput
        label="Name"
        description="Optional. Without a name, the query is shown."
        {...textField('name')}
      />
      <SimpleGrid cols={2} spacing="md">
        <NumberInput
          label="Hits to check"
          description="Both lists below apply to this many top hits"
          {...countField('within')}
        />
        <NumberInput
          label="Hits to request"
          description="Request more to see where missed keys rank"
          {...countField('limit')}
        />
      </SimpleGrid>
      {(['expect', 'reject'] as const).map((list) => (
        <KeyList
          key={list}
          label={list === 'expect' ? 'Must be found' : 'Must not be found'}
          keys={draft[list]}
          onChange={(keys) => change({ [list]: keys })}
          typed={typed[list]}
          onType={(key) => setTyped({ ...typed, [list]: key })}
          problem={problem(list)}
        />
      ))}
    </FormDialog>
  );
}

interface KeyListProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly problem: string | undefined;
}

/** Keys on separate lines: a key may contain any character, so no separator would be safe. */
function KeyList({ label, keys, onChange, typed, onType, problem }: KeyListProps) {
  const add = (): void => {
    onChange(withKey(keys, typed));
    onType('');
  };
  return (
    <Fieldset variant="unstyled" p={0} legend={<b>{label}</b>}>
      {keys.length === 0 ? (
        <Dimmed mb="xs">No keys</Dimmed>
      ) : (
        <Box component="ul" className={kit.lined} mah={168} mb="xs" style={{ overflow: 'auto' }}>
          {keys.map((key) => (
            // With room for a pressed button, which moves: it must not make the list scroll.
            <Group key={key} component="li" gap="sm" px="xs" py="3xs" wrap="nowrap" justify="space-between">
              <KeyText atomKey={key} />
              <IconButton
                label={`Remove ${visibleLine(key.slice(0, 200))}`}
                tooltip="Remove"
                icon={IconX}
                size="sm"
                onClick={() => onChange(keys.filter((other) => other !== key))}
              />
            </Group>
          ))}
        </Box>
      )}
      <Group gap="sm" align="flex-start" wrap="nowrap">
        {/* An Enter that chose a suggestion is already default-prevented here. */}
        <Box
          flex={1}
          miw={0}
          role="presentation"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.defaultPrevented) return;
            event.preventDefault();
            add();
          }}
        >
          <KeyField
            aria-label={`Key: ${label.toLowerCase()}`}
            placeholder="Exact key"
            value={typed}
            onChange={onType}
            error={problem}
          />
        </Box>
        <SmallButton
          icon={IconPlus}
          size="sm"
          disabled={typed === ''}
          onClick={add}
          aria-label={`Add key: ${label.toLowerCase()}`}
        >
          Add
        </SmallButton>
      </Group>
    </Fieldset>
  );
}
