import { ActionIcon, Button, CloseButton, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconCopy, IconDotsVertical, IconShieldCheck, IconTag } from '@tabler/icons-react';
import { countWords } from '#shared/text/sizes.ts';
import type { ActionTarget } from '../atomActions/actionTarget.ts';
import { useAtomActions } from '../atomActions/AtomActions.tsx';
import { AtomMenuItems } from '../atomActions/AtomMenuItems.tsx';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  readonly target: Extract<ActionTarget, { kind: 'many' }>;
  readonly onClear: () => void;
}

/** How many atoms are selected, and what can be done with them. */
export function SelectionBar({ target, onClear }: SelectionBarProps) {
  const actions = useAtomActions();
  return (
    <div className={classes.bar} role="group" aria-label="Selected atoms">
      <span className={classes.count} role="status">
        {countWords(target.count)} selected
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconShieldCheck size={15} aria-hidden />}
        onClick={() => actions.read(target)}
      >
        Read and verify
      </Button>
      <Tooltip label="Bookmark">
        <ActionIcon
          className={classes.spare ?? ''}
          aria-label="Bookmark"
          onClick={() => actions.bookmark(target, true)}
        >
          <IconBookmark size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Tags">
        <ActionIcon className={classes.spare ?? ''} aria-label="Tags" onClick={() => actions.tag(target)}>
          <IconTag size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Copy keys">
        <ActionIcon
          className={classes.spare ?? ''}
          aria-label="Copy keys"
          onClick={() => actions.copyKeys(target)}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Tooltip label="More">
            <ActionIcon aria-label="More for the selected atoms">
              <IconDotsVertical size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <AtomMenuItems target={target} />
        </Menu.Dropdown>
      </Menu>
      <Tooltip label="Select none (Escape)">
        <CloseButton size="sm" aria-label="Select none" onClick={onClear} />
      </Tooltip>
    </div>
  );
}
