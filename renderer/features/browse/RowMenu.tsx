import { Menu } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

interface RowMenuProps {
  /** For the row that the menu was opened on. */
  readonly items: ReactNode;
  /** The list. Its `onMenu` sets the row. */
  readonly children: ReactNode;
}

/** The context menu of the rows of a list, opened at the pointer or at the row. */
export function RowMenu({ items, children }: RowMenuProps) {
  const [isOpen, setOpen] = useState(false);
  // The menu takes the focus a moment after it opens. An Escape before that closes it too.
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
        <div style={{ display: 'contents' }}>{children}</div>
      </Menu.ContextMenu>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}
