import { Button, Input, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import classes from './ConnectionForm.module.css';
import { keyStateWords } from './keyStateWords.ts';

interface ApiKeyFieldProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly connection: Connection | null;
  /** Whether the input is there: a key is needed or is being replaced. */
  readonly isAsked: boolean;
  /** Being replaced by choice, which can be taken back. */
  readonly isReplacing: boolean;
  /** Whether the form begins here. */
  readonly isFocused: boolean;
  readonly onReplacingChange: (isReplacing: boolean) => void;
  readonly onEdited: () => void;
  readonly error: string | undefined;
}

/** Keys go in and never come out: a stored one is a word and a button, a typed one is dots. */
export function ApiKeyField(props: ApiKeyFieldProps) {
  const { connection, isAsked } = props;
  if (!isAsked && connection !== null) {
    return (
      <div>
        <Input.Label labelElement="div">API key</Input.Label>
        <div className={classes.savedKey}>
          <IconKey size={15} aria-hidden />
          {keyStateWords(connection.keyState)}
          <Button size="compact-xs" variant="default" onClick={() => props.onReplacingChange(true)}>
            Replace key
          </Button>
        </div>
      </div>
    );
  }
  return (
    <TextInput
      ref={props.inputRef}
      type="password"
      label="API key"
      description={hint(connection, props.isReplacing)}
      error={props.error}
      onChange={props.onEdited}
      maxLength={10_000}
      autoComplete="off"
      autoFocus={props.isReplacing}
      data-autofocus={props.isFocused || undefined}
      spellCheck={false}
      required
      {...(props.isReplacing && {
        rightSectionWidth: 84,
        rightSection: (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => props.onReplacingChange(false)}
          >
            Keep old
          </Button>
        ),
      })}
    />
  );
}

function hint(connection: Connection | null, isReplacing: boolean): string {
  if (isReplacing) return 'Takes the place of the stored key, and is never shown again.';
  if (connection !== null && connection.keyState.kind !== 'missing') {
    return 'A key is bound to its address and never sent to another: enter the key for the new one.';
  }
  return 'Goes into your system’s keychain and is never shown again.';
}
