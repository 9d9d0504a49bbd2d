import { Menu } from '@mantine/core';
import {
  IconAppWindow,
  IconBookmark,
  IconBookmarkOff,
  IconCopy,
  IconCopyPlus,
  IconEraser,
  IconFileExport,
  IconLock,
  IconPencil,
  IconReplace,
  IconShieldCheck,
  IconTag,
  IconTerminal2,
} from '@tabler/icons-react';
import { countOf } from '#shared/text/phrases.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import type { ActionTarget } from './actionTarget.ts';
import { useAtomActions } from './AtomActions.tsx';
import { atomCopies, atomCopyNames, canCopy } from './atomCopies.ts';

const iconSize = 15;

/** The items of a menu for one atom, or for many. */
export function AtomMenuItems({ target }: { readonly target: ActionTarget }) {
  const actions = useAtomActions();
  const { id, baseUrl, readOnly } = useActiveConnection();
  const isBookmarked = target.kind === 'atom' && target.entry.bookmarked;
  return (
    <>
      {target.kind === 'many' && (
        <Menu.Label>
          {countOf(target.count, 'atom')} {target.which}
        </Menu.Label>
      )}
      {target.kind === 'atom' && (
        <Menu.Item
          leftSection={<IconAppWindow size={iconSize} />}
          onClick={() => openAtomTab(id, target.entry.key)}
        >
          Open in a tab
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconShieldCheck size={iconSize} />} onClick={() => actions.read(target)}>
        {target.kind === 'atom' ? 'Read and verify' : `Read and verify ${countOf(target.count, 'atom')}`}
      </Menu.Item>
      {target.kind === 'atom' && (
        <Menu.Item
          leftSection={<IconPencil size={iconSize} />}
          disabled={readOnly}
          onClick={() => actions.edit(target.entry.key)}
        >
          Edit…
        </Menu.Item>
      )}
      {target.kind === 'atom' && (
        <Menu.Item
          leftSection={<IconCopyPlus size={iconSize} />}
          disabled={readOnly}
          onClick={() => actions.duplicate(target.entry.key)}
        >
          Duplicate as new key…
        </Menu.Item>
      )}
      <Menu.Divider />
      {!isBookmarked && (
        <Menu.Item
          leftSection={<IconBookmark size={iconSize} />}
          onClick={() => actions.bookmark(target, true)}
        >
          Bookmark
        </Menu.Item>
      )}
      {(isBookmarked || target.kind === 'many') && (
        <Menu.Item
          leftSection={<IconBookmarkOff size={iconSize} />}
          onClick={() => actions.bookmark(target, false)}
        >
          {target.kind === 'atom' ? 'Remove the bookmark' : 'Remove bookmarks'}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTag size={iconSize} />} onClick={() => actions.tag(target)}>
        Tags…
      </Menu.Item>
      {target.kind === 'many' && (
        // On a connection locked read-only it stays visible, and in reach, to say why it does nothing.
        <Menu.Item
          leftSection={readOnly ? <IconLock size={iconSize} /> : <IconReplace size={iconSize} />}
          aria-disabled={readOnly}
          closeMenuOnClick={!readOnly}
          {...(readOnly && { 'data-disabled': true, title: 'This connection is locked read-only.' })}
          onClick={() => {
            if (!readOnly) actions.replace(target);
          }}
        >
          {readOnly ? 'Find and replace: locked read-only' : 'Find and replace…'}
        </Menu.Item>
      )}
      <Menu.Divider />
      {target.kind === 'atom' ? (
        atomCopyNames.map((what) => (
          <Menu.Item
            key={what}
            leftSection={what === 'curl' ? <IconTerminal2 size={iconSize} /> : <IconCopy size={iconSize} />}
            disabled={!canCopy(what, { key: target.entry.key, baseUrl })}
            onClick={() => actions.copyAtom(target.entry.key, what)}
          >
            {atomCopies[what].label}
          </Menu.Item>
        ))
      ) : (
        <Menu.Item leftSection={<IconCopy size={iconSize} />} onClick={() => actions.copyKeys(target)}>
          Copy keys
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconFileExport size={iconSize} />} onClick={() => actions.save(target)}>
        Export…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        c="var(--verdict-red-fg)"
        leftSection={<IconEraser size={iconSize} />}
        onClick={() => actions.forget(target)}
      >
        Forget…
      </Menu.Item>
    </>
  );
}
