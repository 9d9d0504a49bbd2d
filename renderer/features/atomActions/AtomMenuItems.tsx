import { Menu, type MenuItemProps } from '@mantine/core';
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
  type Icon,
} from '@tabler/icons-react';
import type { AriaAttributes } from 'react';
import { countOf } from '#shared/text/phrases.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import type { ActionTarget } from './actionTarget.ts';
import { useAtomActions } from './AtomActions.tsx';
import { atomCopies, atomCopyNames, canCopy } from './atomCopies.ts';

/** The items of a menu for one atom, or for many. */
export function AtomMenuItems({ target }: { readonly target: ActionTarget }) {
  const actions = useAtomActions();
  const { id, baseUrl, readOnly } = useActiveConnection();
  const isOne = target.kind === 'atom';
  const isBookmarked = isOne && target.entry.bookmarked;
  return (
    <>
      {!isOne && (
        <Menu.Label>
          {countOf(target.count, 'atom')} {target.which}
        </Menu.Label>
      )}
      {isOne && (
        <Item icon={IconAppWindow} onClick={() => openAtomTab(id, target.entry.key)}>
          Open in tab
        </Item>
      )}
      <Item icon={IconShieldCheck} onClick={() => actions.read(target)}>
        {isOne ? 'Read and verify' : `Read and verify ${countOf(target.count, 'atom')}`}
      </Item>
      {isOne && (
        <>
          <Item icon={IconPencil} disabled={readOnly} onClick={() => actions.edit(target.entry.key)}>
            Edit…
          </Item>
          <Item icon={IconCopyPlus} disabled={readOnly} onClick={() => actions.duplicate(target.entry.key)}>
            Duplicate as new key…
          </Item>
        </>
      )}
      <Menu.Divider />
      {!isBookmarked && (
        <Item icon={IconBookmark} onClick={() => actions.bookmark(target, true)}>
          Bookmark
        </Item>
      )}
      {(isBookmarked || !isOne) && (
        <Item icon={IconBookmarkOff} onClick={() => actions.bookmark(target, false)}>
          {isOne ? 'Remove bookmark' : 'Remove bookmarks'}
        </Item>
      )}
      <Item icon={IconTag} onClick={() => actions.tag(target)}>
        Tags…
      </Item>
      {!isOne && (
        // On a read-only connection it can still be reached, to explain why it does nothing.
        <Item
          icon={readOnly ? IconLock : IconReplace}
          aria-disabled={readOnly}
          closeMenuOnClick={!readOnly}
          {...(readOnly && {
            'data-disabled': true,
            title: 'This connection is read-only. You can change that in its settings.',
          })}
          onClick={() => {
            if (!readOnly) actions.replace(target);
          }}
        >
          {readOnly ? 'Find and replace (read-only)' : 'Find and replace…'}
        </Item>
      )}
      <Menu.Divider />
      {isOne ? (
        atomCopyNames.map((what) => (
          <Item
            key={what}
            icon={what === 'curl' ? IconTerminal2 : IconCopy}
            disabled={!canCopy(what, { key: target.entry.key, baseUrl })}
            onClick={() => actions.copyAtom(target.entry.key, what)}
          >
            {atomCopies[what].label}
          </Item>
        ))
      ) : (
        <Item icon={IconCopy} onClick={() => actions.copyKeys(target)}>
          Copy keys
        </Item>
      )}
      <Menu.Divider />
      <Item icon={IconFileExport} onClick={() => actions.save(target)}>
        Export…
      </Item>
      <Menu.Divider />
      <Item icon={IconEraser} c="var(--verdict-red-fg)" onClick={() => actions.forget(target)}>
        Forget…
      </Item>
    </>
  );
}

interface ItemProps extends Omit<MenuItemProps, 'leftSection'>, AriaAttributes {
  readonly icon: Icon;
  readonly title?: string;
  readonly onClick: () => void;
}

function Item({ icon: Glyph, ...rest }: ItemProps) {
  return <Menu.Item leftSection={<Glyph size={15} aria-hidden />} {...rest} />;
}
