import { Group, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenedFile } from '#shared/ipc/appTypes.ts';
import { openFile } from '../../api/files.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';

interface ListFileFieldProps {
  readonly title: string;
  /** What the file may contain. */
  readonly hint: string;
  readonly maxBytes: number;
  /** What was read of the file; null if nothing was. */
  readonly shown: string | null;
  /** Reads the file. Resolves to why it cannot be used; null if it can. */
  readonly read: (file: {
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }) => Promise<string | null>;
}

/** A file that the user chooses or drops, and what was read of it. */
export function ListFileField({ title, hint, maxBytes, shown, read }: ListFileFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const reading = useMutation({
    mutationFn: async (pick: () => Promise<OpenedFile | null>) => {
      setRefusal(null);
      const file = await pick();
      if (file !== null) setRefusal(await read({ name: file.name, bytes: new Uint8Array(file.bytes) }));
    },
  });
  return (
    <FileDrop
      maxBytes={maxBytes}
      onFile={(file) =>
        reading.mutate(async () => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))
      }
      onRefuse={setRefusal}
    >
      <Group gap="sm">
        <SmallButton
          icon={IconFileImport}
          loading={reading.isPending}
          onClick={() =>
            reading.mutate(() => openFile({ title, extensions: ['txt', 'csv', 'tsv', 'tab', 'json'] }))
          }
        >
          Choose file…
        </SmallButton>
        <Text
          size="sm"
          {...(shown === null && { c: 'dimmed' })}
          flex={1}
          miw={200}
          style={{ overflowWrap: 'anywhere' }}
        >
          {shown ?? hint}
        </Text>
      </Group>
      {refusal !== null && (
        <Callout tone="danger" compact mt="xs">
          {refusal}
        </Callout>
      )}
      {reading.isError && <ErrorNotice error={reading.error} />}
    </FileDrop>
  );
}
