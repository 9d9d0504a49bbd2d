import { Textarea, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { longestKeyName } from '#shared/domain/installationKey.ts';
import { openFile } from '../../api/files.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyFailure } from '../../ui/notify.ts';

interface AddPemDialogProps {
  readonly title: string;
  /** Whose it is. */
  readonly nameDescription: string;
  /** What the PEM contains: a noun. */
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  /** Of files that contain one, without the dot. */
  readonly extensions: readonly string[];
  /** UTF-16 units. */
  readonly maxLength: number;
  readonly onAdd: (added: { readonly name: string; readonly pem: string }) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a name and something in PEM format, pasted or from a file. */
export function AddPemDialog(props: AddPemDialogProps) {
  const { title, nameDescription, label, description, placeholder, extensions, maxLength } = props;
  const [name, setName] = useState('');
  const [pem, setPem] = useState('');
  const choose = async (): Promise<void> => {
    const file = await openFile({ title: `Open ${label.toLowerCase()}`, extensions: [...extensions] });
    if (file === null) return;
    setPem(new TextDecoder().decode(file.bytes.subarray(0, maxLength + 1)));
    if (name === '') setName(file.name.replace(/\.[^.]*$/, '').slice(0, longestKeyName));
  };
  return (
    <FormDialog
      title={title}
      action="Add"
      isDisabled={name.trim() === '' || pem.trim() === ''}
      onSubmit={() => props.onAdd({ name: name.trim(), pem })}
      onClose={props.onClose}
      aside={
        <SmallButton icon={IconFileImport} onClick={() => void choose().catch(notifyFailure)}>
          Open file…
        </SmallButton>
      }
    >
      <TextInput
        label="Name"
        description={nameDescription}
        value={name}
        maxLength={longestKeyName}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label={label}
        description={description}
        placeholder={placeholder}
        value={pem}
        maxLength={maxLength}
        onChange={(event) => setPem(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={6}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        spellCheck={false}
      />
    </FormDialog>
  );
}
