import { ActionIcon, Button, Modal, NumberInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { expectationChanges } from '../../api/expectations.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyField } from '../../ui/KeyField.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { draftOf, readDraft, withKey, type DraftField, type ExpectationDraft } from './expectationDraft.ts';
import classes from './ExpectationEditor.module.css';

/** What is edited: one that is kept, by its id, or a new one (null). */
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
  // Keys that were typed and not added: who saves means them too.
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
        return (await add([expectation])) === 0 ? 'This is expected already.' : 'Saved under Expectations.';
      await replace(edited.id, expectation);
      return 'Saved.';
    },
    onSuccess: (said) => {
      onClose();
      notifyDone(said);
    },
  });
  const problem = (field: DraftField): string | undefined =>
    wasTried && !reading.ok && reading.field === field ? reading.problem : undefined;
  const change = (changed: Partial<ExpectationDraft>): void => setDraft({ ...draft, ...changed });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWasTried(true);
        if (reading.ok) save.mutate(reading.expectation);
      }}
    >
      <TextInput
        label="Query"
        value={draft.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
        error={problem('query')}
        data-autofocus
      />
      <TextInput
        label="Name"
        description="For the table and reports; without one the query stands for it"
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={problem('name')}
      />
      <div className={classes.numbers}>
        <NumberInput
          label="Look at the first"
          description="hits: both lists below are about these"
          value={draft.within}
          onChange={(within) => change({ within })}
          min={1}
          max={10_000}
          allowDecimal={false}
          error={problem('within')}
        />
        <NumberInput
          label="Ask for"
          description="hits: those further down show where a key went"
          value={draft.limit}
          onChange={(limit) => change({ limit })}
          min={1}
          max={10_000}
          allowDecimal={false}
          error={problem('limit')}
        />
      </div>
      <KeyList
        label="Must be among them"
        empty="No key is expected."
        keys={draft.expect}
        onChange={(expect) => change({ expect })}
        typed={typed.expect}
        onType={(expect) => setTyped({ ...typed, expect })}
        problem={problem('expect')}
      />
      <KeyList
        label="Must not be among them"
        empty="No key is ruled out."
        keys={draft.reject}
        onChange={(reject) => change({ reject })}
        typed={typed.reject}
        onType={(reject) => setTyped({ ...typed, reject })}
        problem={problem('reject')}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save expectation
        </Button>
      </div>
    </form>
  );
}

interface KeyListProps {
  readonly label: string;
  readonly empty: string;
  readonly keys: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly problem: string | undefined;
}

/** Keys, each on a line of its own: any text can be a key, so that none can be split from the next by a character. */
function KeyList({ label, empty, keys, onChange, typed, onType, problem }: KeyListProps) {
  const labelId = useId();
  const add = (): void => {
    onChange(withKey(keys, typed));
    onType('');
  };
  return (
    <fieldset className={classes.keys} aria-labelledby={labelId}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      {keys.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.list}>
          {keys.map((key) => (
            <li key={key}>
              <KeyText atomKey={key} />
              <ActionIcon
                size="sm"
                aria-label={`Take out ${visibleLine(key.slice(0, 200))}`}
                onClick={() => onChange(keys.filter((other) => other !== key))}
              >
                <IconX size={13} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        {/* Enter that took a suggestion is used up by the time it comes here. */}
        <div
          className={classes.addField}
          role="presentation"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.defaultPrevented) return;
            event.preventDefault();
            add();
          }}
        >
          <KeyField
            aria-label={`Key: ${label.toLowerCase()}`}
            placeholder="An exact key"
            value={typed}
            onChange={onType}
            error={problem}
          />
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={typed === ''}
          onClick={add}
          aria-label={`Add key: ${label.toLowerCase()}`}
        >
          Add
        </Button>
      </div>
    </fieldset>
  );
}
