import { Menu } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useTipWithKey } from '../../commands/useShortcut.ts';
import {
  changeAtomTabs,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  keepAtom,
  previewAtom,
  type AtomTab,
  type AtomTabs,
} from '../../state/tabStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './Browse.module.css';
import kit from '../../ui/kit.module.css';

interface AtomTabStripProps {
  readonly connectionId: ConnectionId;
  readonly view: AtomTabs;
  /** The panel of the shown atom. */
  readonly children: ReactNode;
}

/** Of longer keys, screen readers get the end. */
const longestName = 300;

/** Tabs of the open atoms. The title of a preview is in italics: the next atom replaces it. */
export function AtomTabStrip({ connectionId, view, children }: AtomTabStripProps) {
  const { tabs, shown } = view;
  const stripId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  if (shown === null) return children;

  const change = (step: (tabs: AtomTabs) => AtomTabs): void => changeAtomTabs(connectionId, step);
  const index = tabs.findIndex(({ key }) => key === shown);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const to = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (next !== undefined && !event.altKey && !event.ctrlKey) {
      event.preventDefault();
      change((before) => previewAtom(before, next.key));
      // Only the shown tab can be reached with Tab.
      listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to ?? 0]?.focus();
    } else if (event.key === 'Delete') {
      event.preventDefault();
      change((before) => closeTab(before, shown));
    } else if (event.key === 'Enter') {
      change((before) => keepAtom(before, shown));
    }
  };

  return (
    <div className={kit.screen}>
      <div className={classes.tabStrip}>
        <div
          ref={listRef}
          className={classes.tabList}
          role="tablist"
          aria-label="Open atoms"
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => (
            <Tab
              key={tab.key}
              tab={tab}
              id={`${stripId}-tab-${tab.key === shown ? 'shown' : ''}`}
              panelId={`${stripId}-panel`}
              isShown={tab.key === shown}
              onShow={() => change((before) => previewAtom(before, tab.key))}
              onKeep={() => change((before) => keepAtom(before, tab.key))}
              onClose={() => change((before) => closeTab(before, tab.key))}
            />
          ))}
        </div>
        <TabsMenu tabs={tabs} shown={shown} change={change} />
      </div>
      <div
        className={kit.body}
        id={`${stripId}-panel`}
        role="tabpanel"
        aria-label={visibleLine(shown.slice(-longestName))}
      >
        {children}
      </div>
    </div>
  );
}

interface TabProps {
  readonly tab: AtomTab;
  readonly id: string;
  readonly panelId: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

function Tab({ tab, id, panelId, isShown, onShow, onKeep, onClose }: TabProps) {
  const closeTip = useTipWithKey('Close', 'closeTab');
  const { key, isKept } = tab;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <div
      ref={ref}
      {...(isShown && { id, 'aria-controls': panelId })}
      className={`${kit.hoverable} ${classes.tab}`}
      role="tab"
      aria-label={`${visibleLine(key.slice(-longestName))}${isKept ? '' : ' (preview)'}`}
      aria-selected={isShown}
      aria-keyshortcuts="Delete"
      tabIndex={isShown ? 0 : -1}
      data-preview={!isKept || undefined}
      onClick={onShow}
      onDoubleClick={onKeep}
      onAuxClick={(event) => {
        if (event.button === 1) onClose();
      }}
    >
      <span className={classes.tabName}>
        <KeyText atomKey={key} />
      </span>
      {/* For the pointer. The keys are Delete and Ctrl+W. */}
      <span
        className={classes.tabClose}
        aria-hidden
        data-close
        title={closeTip}
        onClick={(event) => {
          event.stopPropagation();
          onClose();
        }}
      >
        <IconX size={12} />
      </span>
    </div>
  );
}

interface TabsMenuProps {
  readonly tabs: readonly AtomTab[];
  readonly shown: string;
  readonly change: (step: (tabs: AtomTabs) => AtomTabs) => void;
}

function TabsMenu({ tabs, shown, change }: TabsMenuProps) {
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <IconButton flex="none" mx="2xs" size="sm" label="Open atoms" icon={IconChevronDown} />
      </Menu.Target>
      <Menu.Dropdown className={classes.longMenu ?? ''}>
        {tabs.map(({ key }) => (
          <Menu.Item
            key={key}
            aria-current={key === shown || undefined}
            onClick={() => change((before) => previewAtom(before, key))}
          >
            <KeyText atomKey={key} />
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => change((before) => keepAtom(before, shown))}>Keep tab open</Menu.Item>
        <Menu.Item onClick={() => change((before) => closeTab(before, shown))}>Close tab</Menu.Item>
        <Menu.Item
          disabled={tabs.length < 2}
          onClick={() => change((before) => closeOtherTabs(before, shown))}
        >
          Close other tabs
        </Menu.Item>
        <Menu.Item onClick={() => change(closeAllTabs)}>Close all tabs</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
