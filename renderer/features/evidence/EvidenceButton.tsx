import { IconCertificate } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceAbout } from '#shared/domain/evidence.ts';
import { exportEvidence } from '../../state/evidenceExportStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';

interface EvidenceButtonProps {
  readonly connectionId: ConnectionId;
  readonly about: EvidenceAbout;
}

/** Opens the dialog that exports evidence. */
export function EvidenceButton({ connectionId, about }: EvidenceButtonProps) {
  return (
    <SmallButton icon={IconCertificate} onClick={() => exportEvidence(connectionId, about)}>
      Export evidence…
    </SmallButton>
  );
}
