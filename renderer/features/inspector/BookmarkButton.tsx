import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useAnnotate, useCatalogueEntry } from '../../api/catalogueEntries.ts';
import { notifyFailure } from '../../ui/notify.ts';
import classes from './Inspector.module.css';

interface BookmarkButtonProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
}

/** Bookmarks the selected atom, as does pressing B outside of text fields. Renders nothing for unknown keys. */
export function BookmarkButton({ connectionId, atomKey }: BookmarkButtonProps) {
  const { data: entry } = useCatalogueEntry(connectionId, atomKey);
  const annotate = useAnnotate(connectionId, atomKey);
  const isKnown = entry !== undefined && entry !== null;
  const isBookmarked = entry?.bookmarked ?? false;
  const toggle = (): void => annotate.mutate({ bookmarked: !isBookmarked }, { onError: notifyFailure });

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!isKnown || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() !== 'b' || event.repeat || takesLetters(event.target)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  if (!isKnown) return null;
  const name = isBookmarked ? 'Remove the bookmark (B)' : 'Bookmark (B)';
  return (
    <Tooltip label={name}>
      <ActionIcon
        size="sm"
        className={isBookmarked ? (classes.bookmarked ?? '') : ''}
        aria-label="Bookmark"
        aria-pressed={isBookmarked}
        onClick={toggle}
      >
        {isBookmarked ? <IconBookmarkFilled size={15} aria-hidden /> : <IconBookmark size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

/** Whether letters are typed there, or jump to matching items. */
function takesLetters(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="tree"], [role="grid"], [role="listbox"], [role="menu"], [role="dialog"]',
    ) !== null
  );
}
