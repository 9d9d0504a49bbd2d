import { ActionIcon, Button, CloseButton, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconCopy, IconDotsVertical, IconShieldCheck, IconTag } from '@tabler/icons-react';
import { countWords } from '#shared/text/sizes.ts';
import type { ActionTarget } from '../atomActions/actionTarget.ts';
import { useAtomActions } from '../atomActions/AtomActions.tsx';
import { AtomMenuItems } from '../atomActions/AtomMenuItems.tsx';
import classes from './Browse.module.css';

interface SelectionBarProps {
  readonly target: Extract<ActionTarget, { kind: 'many' }>;
  readonly onClear: () => void;
}

/** The number of selected atoms, and the actions on them. */
export function SelectionBar({ target, onClear }: SelectionBarProps) {
  const actions = useAtomActions();
  return (
    <div className={classes.selection} role="group" aria-label="Selected atoms">
      <span className={classes.selectionCount} role="status">
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
          <Tooltip label="More actions">
            <ActionIcon aria-label="More actions for selected atoms">
              <IconDotsVertical size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <AtomMenuItems target={target} />
        </Menu.Dropdown>
      </Menu>
      <Tooltip label="Clear selection (Esc)">
        <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
      </Tooltip>
    </div>
  );
}
