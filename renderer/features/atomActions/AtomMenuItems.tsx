import { Menu } from '@mantine/core';
import {
  IconAppWindow,
  IconBookmark,
  IconBookmarkOff,
  IconCertificate,
  IconCopy,
  IconCopyPlus,
  IconDotsVertical,
  IconEraser,
  IconFileExport,
  IconLock,
  IconPencil,
  IconReplace,
  IconShieldCheck,
  IconShieldSearch,
  IconTag,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { countOf, readOnlyWords } from '#shared/text/phrases.ts';
import { ShortcutHint } from '../../commands/ShortcutHint.tsx';
import { useActiveConnection } from '../../state/appStore.ts';
import { openNewAudit } from '../../state/auditView.ts';
import { openAtomTab, useAtomTabs } from '../../state/tabStore.ts';
import { exportEvidenceOf } from '../../state/evidenceExportStore.ts';
import { IconButton, IconMenuItem } from '../../ui/Buttons.tsx';
import { auditOf, selectionOf, type ActionTarget } from './actionTarget.ts';
import { useAtomActions } from './AtomActions.tsx';
import { atomCopies, atomCopyNames, canCopy } from './atomCopies.ts';

/** The items of a menu for one atom, or for many. */
export function AtomMenuItems({ target }: { readonly target: ActionTarget }) {
  const actions = useAtomActions();
  const { id, baseUrl, readOnly } = useActiveConnection();
  const isOne = target.kind === 'atom';
  // Keys act on the atom that is shown, which another row may have.
  const shown = useAtomTabs(id, (view) => view.shown);
  const isShown = isOne && target.entry.key === shown;
  const isBookmarked = isOne && target.entry.bookmarked;
  return (
    <>
      {!isOne && (
        <Menu.Label>
          {countOf(target.count, 'atom')} {target.which}
        </Menu.Label>
      )}
      {isOne && (
        <IconMenuItem icon={IconAppWindow} onClick={() => openAtomTab(id, target.entry.key)}>
          Open in tab
        </IconMenuItem>
      )}
      <IconMenuItem icon={IconShieldCheck} onClick={() => actions.read(target)}>
        {isOne ? 'Read and verify' : `Read and verify ${countOf(target.count, 'atom')}`}
      </IconMenuItem>
      {!isOne && (
        <IconMenuItem icon={IconShieldSearch} onClick={() => openNewAudit(id, auditOf(target))}>
          Audit…
        </IconMenuItem>
      )}
      {isOne && (
        <>
          <IconMenuItem
            icon={IconPencil}
            rightSection={isShown && <ShortcutHint id="editAtom" />}
            disabled={readOnly}
            onClick={() => actions.edit(target.entry.key)}
          >
            Edit…
          </IconMenuItem>
          <IconMenuItem
            icon={IconCopyPlus}
            disabled={readOnly}
            onClick={() => actions.duplicate(target.entry.key)}
          >
            Copy to new key…
          </IconMenuItem>
        </>
      )}
      <Menu.Divider />
      {!isBookmarked && (
        <IconMenuItem
          icon={IconBookmark}
          rightSection={isShown && <ShortcutHint id="bookmarkAtom" />}
          onClick={() => actions.bookmark(target, true)}
        >
          Bookmark
        </IconMenuItem>
      )}
      {(isBookmarked || !isOne) && (
        <IconMenuItem icon={IconBookmarkOff} onClick={() => actions.bookmark(target, false)}>
          {isOne ? 'Remove bookmark' : 'Remove bookmarks'}
        </IconMenuItem>
      )}
      <IconMenuItem icon={IconTag} onClick={() => actions.tag(target)}>
        Tags…
      </IconMenuItem>
      {!isOne && (
        // On a read-only connection it can still be reached, to explain why it does nothing.
        <IconMenuItem
          icon={readOnly ? IconLock : IconReplace}
          aria-disabled={readOnly}
          closeMenuOnClick={!readOnly}
          {...(readOnly && {
            'data-disabled': true,
            title: readOnlyWords,
          })}
          onClick={() => {
            if (!readOnly) actions.replace(target);
          }}
        >
          {readOnly ? 'Find and replace (read-only)' : 'Find and replace…'}
        </IconMenuItem>
      )}
      <Menu.Divider />
      {isOne ? (
        atomCopyNames.map((what) => (
          <IconMenuItem
            key={what}
            icon={what === 'curl' ? IconTerminal2 : IconCopy}
            rightSection={isShown && what === 'key' && <ShortcutHint id="copyKey" />}
            disabled={!canCopy(what, { key: target.entry.key, baseUrl })}
            onClick={() => actions.copyAtom(target.entry.key, what)}
          >
            {atomCopies[what].label}
          </IconMenuItem>
        ))
      ) : (
        <IconMenuItem icon={IconCopy} onClick={() => actions.copyKeys(target)}>
          Copy keys
        </IconMenuItem>
      )}
      <Menu.Divider />
      <IconMenuItem icon={IconFileExport} onClick={() => actions.save(target)}>
        Export…
      </IconMenuItem>
      <IconMenuItem
        icon={IconCertificate}
        onClick={() => exportEvidenceOf(id, selectionOf(target), isOne ? 1 : target.count)}
      >
        Export evidence…
      </IconMenuItem>
      <Menu.Divider />
      <IconMenuItem icon={IconEraser} c="var(--verdict-red-fg)" onClick={() => actions.forget(target)}>
        Forget…
      </IconMenuItem>
      <IconMenuItem icon={IconTrash} onClick={() => actions.remove(target)}>
        Delete…
      </IconMenuItem>
    </>
  );
}

interface AtomsMenuProps {
  readonly target: ActionTarget;
  /** Accessible name of the button. */
  readonly label: string;
}

/** A button with the menu of actions. */
export const AtomsMenu = memo(function AtomsMenu({ target, label }: AtomsMenuProps) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconButton label={label} tooltip="More actions" icon={IconDotsVertical} />
      </Menu.Target>
      <Menu.Dropdown>
        <AtomMenuItems target={target} />
      </Menu.Dropdown>
    </Menu>
  );
});
