import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { targetWords, type ActionTarget } from './actionTarget.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

interface ForgetModalProps {
  readonly target: ActionTarget;
  readonly onForget: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before keys are forgotten, and says what that does not do. */
export function ForgetModal({ target, onForget, onClose }: ForgetModalProps) {
  const [isForgetting, setForgetting] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const forget = (): void => {
    setForgetting(true);
    onForget().then(onClose, (caught: unknown) => {
      setFailure(caught);
      setForgetting(false);
    });
  };
  return (
    <Modal opened onClose={onClose} title={`Forget ${targetWords(target)}?`}>
      <Text size="sm">
        This takes {target.kind === 'atom' ? 'the key' : 'these keys'} off what this app knows of the memory,
        with bookmarks, notes, tags and the versions seen so far. There is no undo.
      </Text>
      <Text size="sm" mt="xs">
        Nothing changes in the memory itself. A key becomes known again when recall or a look-up finds it.
      </Text>
      {failure !== null && <ErrorNotice error={failure} onRetry={forget} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={isForgetting} onClick={forget}>
          Forget {targetWords(target)}
        </Button>
      </Group>
    </Modal>
  );
}
