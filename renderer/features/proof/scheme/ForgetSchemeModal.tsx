import { Button, Modal } from '@mantine/core';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useSetScheme } from '../../../api/scheme.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import classes from './Scheme.module.css';

interface ForgetSchemeModalProps {
  readonly connection: Connection;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ForgetSchemeModal({ connection, isOpen, onClose }: ForgetSchemeModalProps) {
  const setScheme = useSetScheme(connection.id);
  const name = visibleLine(connection.name);
  const isDemo = connection.kind === 'demo';
  const forget = (): void =>
    setScheme.mutate(null, {
      onSuccess: () => {
        onClose();
        notifyDone(isDemo ? 'The demo’s own rules are back.' : `The scheme of “${name}” was forgotten.`);
      },
    });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={isDemo ? 'Go back to the demo’s own rules?' : 'Forget the pinned scheme?'}
      size={460}
    >
      <div className={classes.meaning}>
        {isDemo ? (
          <p>The embedded service specifies its rules. Its proofs are held to them again.</p>
        ) : (
          <p>
            The next proofs of <strong>{name}</strong> will pin a scheme anew. Whoever controls those answers
            can choose the rules, as at the very first use. Do this if the service has changed its rules, and
            you know why.
          </p>
        )}
      </div>
      {setScheme.isError && <ErrorNotice error={setScheme.error} onRetry={forget} />}
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color={isDemo ? 'iris' : 'red'} loading={setScheme.isPending} onClick={forget}>
          {isDemo ? 'Use its own rules' : 'Forget it'}
        </Button>
      </div>
    </Modal>
  );
}
