import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconArrowRight, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useOneLinePaste } from '../../ui/useOneLinePaste.ts';
import classes from './BrowseScreen.module.css';

/** Takes one key, exactly as it is: spaces are part of it. */
export function LookUpBox({ onLookUp }: { readonly onLookUp: (key: string) => void }) {
  const [key, setKey] = useState('');
  const paste = useOneLinePaste();
  return (
    <form
      className={classes.lookUp}
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
            <Tooltip label="Read this key (Enter)">
              <ActionIcon type="submit" aria-label="Look up">
                <IconArrowRight size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )
        }
        spellCheck={false}
        autoComplete="off"
      />
    </form>
  );
}
