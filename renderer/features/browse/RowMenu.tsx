import { Menu } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './RowMenu.module.css';

interface RowMenuProps {
  /** The items for what the menu was opened on. */
  readonly items: ReactNode;
  /** The list. Its own `onContextMenu` says on what the menu opens, and prevents the default where there is nothing. */
  readonly children: ReactNode;
}

/** The context menu of a list's rows, at the pointer or at the row. */
export function RowMenu({ items, children }: RowMenuProps) {
  const [isOpen, setOpen] = useState(false);
  // The menu takes the focus a moment after it opens. An Escape before that is meant for it all the same.
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeEarly = ({ key }: KeyboardEvent): void => {
      const isInMenu = (document.activeElement?.closest('[role="menu"]') ?? null) !== null;
      if (key === 'Escape' && !isInMenu) setOpen(false);
    };
    document.addEventListener('keydown', closeEarly);
    return () => document.removeEventListener('keydown', closeEarly);
  }, [isOpen]);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" offset={2} width={240}>
      <Menu.ContextMenu>
        <div className={classes.area}>{children}</div>
      </Menu.ContextMenu>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}
