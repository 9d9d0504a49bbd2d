import { Box, TextInput } from '@mantine/core';
import { IconArrowRight, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../ui/Buttons.tsx';
import { useOneLinePaste } from '../../ui/useOneLinePaste.ts';

/** A field for one key. It is not trimmed: whitespace is part of a key. */
export function LookUpBox({ onLookUp }: { readonly onLookUp: (key: string) => void }) {
  const [key, setKey] = useState('');
  const paste = useOneLinePaste();
  return (
    <Box
      component="form"
      flex={1}
      maw={560}
      onSubmit={(event) => {
        event.preventDefault();
        if (key !== '') onLookUp(key);
      }}
    >
      <TextInput
        aria-label="Look up exact key"
        placeholder="Look up an exact key, such as v1.user.preference"
        value={key}
        onChange={(event) => {
          paste.clear();
          setKey(event.currentTarget.value);
        }}
        {...paste.handlers}
        error={paste.problem}
        leftSection={<IconKey size={15} aria-hidden />}
        rightSection={
          key !== '' && (
            <IconButton label="Look up" tooltip="Read this key (Enter)" icon={IconArrowRight} type="submit" />
          )
        }
        spellCheck={false}
        autoComplete="off"
      />
    </Box>
  );
}
