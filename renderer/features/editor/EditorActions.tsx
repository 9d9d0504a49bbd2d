import { Button, Group, Kbd, Text } from '@mantine/core';
import type { AtomDraft } from '../../state/editorStore.ts';
import { shortcutText } from '../../ui/shortcutText.ts';

interface ActionsProps {
  readonly draft: AtomDraft;
  readonly isLocked: boolean;
  readonly isStoring: boolean;
  readonly isTabFree: boolean;
  readonly canStore: boolean;
  readonly isUnchanged: boolean;
  /** A finding has to be allowed first. */
  readonly isHeld: boolean;
  readonly onCancelStore: () => void;
  readonly onClose: () => void;
}

/** Cancel and store, with a note on what storing does or why it is not possible. */
export function EditorActions(props: ActionsProps) {
  const { isStoring, isLocked, isUnchanged, canStore, isHeld, isTabFree, draft } = props;
  return (
    <Group gap="sm" justify="flex-end">
      <Text c="dimmed" size="sm" flex={1} miw={200} aria-live="polite">
        {isTabFree ? (
          <>
            <Kbd size="xs">Tab</Kbd> leaves the editor. <Kbd size="xs">Esc</Kbd> again closes it.
          </>
        ) : isLocked ? (
          'This connection is read-only.'
        ) : isUnchanged ? (
          'No changes yet.'
        ) : isHeld ? (
          'Fix or allow the findings above. Nothing is sent until then.'
        ) : (
          canStore && (
            <>
              <Kbd size="xs">{shortcutText('Mod+Enter')}</Kbd>{' '}
              {draft.base === null
                ? 'checks that the key is not in use, stores the atom, then reads it back and verifies it.'
                : 'stores if the atom has not changed on the service, then reads it back and verifies it.'}
            </>
          )
        )}
      </Text>
      <Button
        key={String(isStoring)}
        variant="default"
        onClick={isStoring ? props.onCancelStore : props.onClose}
      >
        Cancel
      </Button>
      <Button type="submit" disabled={!canStore && !isStoring} loading={isStoring}>
        {draft.base === null ? 'Store atom' : 'Store new version'}
      </Button>
    </Group>
  );
}
