import { ActionIcon, CloseButton, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconCopy, IconDotsVertical, IconShieldCheck, IconTag } from '@tabler/icons-react';
import { countWords } from '#shared/text/sizes.ts';
import type { ActionTarget } from '../atomActions/actionTarget.ts';
import { useAtomActions } from '../atomActions/AtomActions.tsx';
import { AtomMenuItems } from '../atomActions/AtomMenuItems.tsx';
import classes from './Browse.module.css';
import { IconButton, SmallButton } from '../../ui/Buttons.tsx';

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
      <SmallButton icon={IconShieldCheck} onClick={() => actions.read(target)}>
        Read and verify
      </SmallButton>
      <IconButton
        label="Bookmark"
        icon={IconBookmark}
        className={classes.spare ?? ''}
        onClick={() => actions.bookmark(target, true)}
      />
      <IconButton
        label="Tags"
        icon={IconTag}
        className={classes.spare ?? ''}
        onClick={() => actions.tag(target)}
      />
      <IconButton
        label="Copy keys"
        icon={IconCopy}
        className={classes.spare ?? ''}
        onClick={() => actions.copyKeys(target)}
      />
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
