import { Button, Group, Input, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { keyStateWords } from '#shared/text/keyStateWords.ts';

interface ApiKeyFieldProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly connection: Connection | null;
  /** Shows the field: a key is needed or is being replaced. */
  readonly isAsked: boolean;
  /** The user replaces a saved key, and can still keep it. */
  readonly isReplacing: boolean;
  /** The form opens with the focus here. */
  readonly isFocused: boolean;
  readonly onReplacingChange: (isReplacing: boolean) => void;
  readonly onEdited: () => void;
  readonly error: string | undefined;
}

/** A field to enter the API key. A saved key is never shown: in its place are its state and a button. */
export function ApiKeyField(props: ApiKeyFieldProps) {
  const { connection, isAsked } = props;
  if (!isAsked && connection !== null) {
    return (
      <div>
        <Input.Label labelElement="div">API key</Input.Label>
        <Group gap="sm" c="dimmed" fz="sm">
          <IconKey size={15} aria-hidden />
          {keyStateWords(connection.keyState)}
          <Button size="compact-xs" variant="default" onClick={() => props.onReplacingChange(true)}>
            Replace key…
          </Button>
        </Group>
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
        rightSectionWidth: 112,
        rightSection: (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => props.onReplacingChange(false)}
          >
            Keep saved key
          </Button>
        ),
      })}
    />
  );
}

function hint(connection: Connection | null, isReplacing: boolean): string {
  if (isReplacing) return 'It is tested first. If it fails, the saved key stays. It is not shown again.';
  if (connection !== null && connection.keyState.kind !== 'missing') {
    return 'An API key is only ever sent to the address it was entered for. Enter the key for the new address.';
  }
  return 'Saved in your system’s keychain. It is not shown again.';
}
