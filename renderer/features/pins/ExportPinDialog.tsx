import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { exportedPinQuery } from '../../api/pins.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { saveFile } from '../../ui/saveFile.ts';

interface ExportPinDialogProps {
  readonly connectionId: ConnectionId;
  readonly pinId: string;
  readonly onClose: () => void;
}

/** A pin as a signed checkpoint, to save or copy, and the key with which others verify it. */
export function ExportPinDialog({ connectionId, pinId, onClose }: ExportPinDialogProps) {
  const exported = useQuery(exportedPinQuery(connectionId, pinId));
  return (
    <FormDialog
      title="Export pin as checkpoint"
      action="Save…"
      size={640}
      isDisabled={exported.data === undefined}
      onSubmit={async () => {
        if (exported.data !== undefined) await saveFile(exported.data.fileName, exported.data.text);
      }}
      onClose={onClose}
      aside={
        exported.data !== undefined && <CopyButton text={exported.data.text} label="checkpoint" hasCaption />
      }
    >
      <QueryView query={exported} loading="Signing the checkpoint" rows={4} p={0}>
        {({ text, verifierKey, fingerprint }) => (
          <>
            <Text size="sm">
              The signature says that this installation vouches for the root. The service has not signed it.
              Give your colleague the verifier key separately from the file, such as in person. The hashing
              rules are not part of a checkpoint.
            </Text>
            <Code
              block
              role="region"
              tabIndex={0}
              aria-label="Checkpoint"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {text}
            </Code>
            <Facts>
              <Fact label="Verifier key">
                <Code style={{ overflowWrap: 'anywhere' }}>{verifierKey}</Code>
                <CopyButton text={verifierKey} label="verifier key" size="xs" />
              </Fact>
              <Fact label="Key fingerprint">
                <HashChip hash={fingerprint} />
              </Fact>
            </Facts>
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}
