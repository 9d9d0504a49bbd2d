import {
  ActionIcon,
  Box,
  Button,
  Group,
  Modal,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { expectationChanges } from '../../api/expectations.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyField } from '../../ui/KeyField.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { draftOf, readDraft, withKey, type DraftField, type ExpectationDraft } from './expectationDraft.ts';
import classes from './Recall.module.css';

/** A saved expectation by its id, or a new one (null). */
export interface EditedExpectation {
  readonly id: string | null;
  readonly expectation: Expectation;
}

interface ExpectationEditorProps {
  readonly connectionId: ConnectionId;
  /** null: closed. */
  readonly edited: EditedExpectation | null;
  readonly onClose: () => void;
}

export function ExpectationEditor({ connectionId, edited, onClose }: ExpectationEditorProps) {
  return (
    <Modal
      opened={edited !== null}
      onClose={onClose}
      title={edited?.id === null ? 'New expectation' : 'Edit expectation'}
      size={620}
      closeOnClickOutside={false}
    >
      {edited !== null && <Form connectionId={connectionId} edited={edited} onClose={onClose} />}
    </Modal>
  );
}

interface FormProps extends ExpectationEditorProps {
  readonly edited: EditedExpectation;
}

function Form({ connectionId, edited, onClose }: FormProps) {
  const [draft, setDraft] = useState<ExpectationDraft>(() => draftOf(edited.expectation));
  // Keys that were typed but not added are saved too.
  const [typed, setTyped] = useState({ expect: '', reject: '' });
  const [wasTried, setWasTried] = useState(false);
  const reading = readDraft({
    ...draft,
    expect: withKey(draft.expect, typed.expect),
    reject: withKey(draft.reject, typed.reject),
  });
  const save = useMutation({
    mutationFn: async (expectation: Expectation): Promise<string> => {
      const { add, replace } = expectationChanges(connectionId);
      if (edited.id === null)
        return (await add([expectation])) === 0 ? 'This expectation already exists.' : 'Expectation saved.';
      await replace(edited.id, expectation);
      return 'Expectation saved.';
    },
    onSuccess: (said) => {
      onClose();
      notifyDone(said);
    },
  });
  const problem = (field: DraftField): string | undefined =>
    wasTried && !reading.ok && reading.field === field ? reading.problem : undefined;
  const change = (changed: Partial<ExpectationDraft>): void => setDraft({ ...draft, ...changed });
  const countField = (field: 'within' | 'limit') => ({
    value: draft[field],
    onChange: (count: number | string) => change({ [field]: count }),
    min: 1,
    max: 10_000,
    allowDecimal: false,
    error: problem(field),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWasTried(true);
        if (reading.ok) save.mutate(reading.expectation);
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Query"
          value={draft.query}
          onChange={(event) => change({ query: event.currentTarget.value })}
          error={problem('query')}
          data-autofocus
        />
        <TextInput
          label="Name"
          description="Optional. Without a name, the query is shown."
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={problem('name')}
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
        {save.isError && <ErrorNotice error={save.error} />}
        <div className={classes.formEnd}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save expectation
          </Button>
        </div>
      </Stack>
    </form>
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
  const labelId = useId();
  const add = (): void => {
    onChange(withKey(keys, typed));
    onType('');
  };
  return (
    <fieldset className={classes.fieldset} aria-labelledby={labelId}>
      <Text id={labelId} span size="sm" fw={600}>
        {label}
      </Text>
      {keys.length === 0 ? (
        <Dimmed mt="3xs" mb="xs">
          No keys
        </Dimmed>
      ) : (
        <ul className={classes.keyList}>
          {keys.map((key) => (
            <li key={key}>
              <KeyText atomKey={key} />
              <ActionIcon
                size="sm"
                aria-label={`Remove ${visibleLine(key.slice(0, 200))}`}
                onClick={() => onChange(keys.filter((other) => other !== key))}
              >
                <IconX size={13} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
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
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={typed === ''}
          onClick={add}
          aria-label={`Add key: ${label.toLowerCase()}`}
        >
          Add
        </Button>
      </Group>
    </fieldset>
  );
}
