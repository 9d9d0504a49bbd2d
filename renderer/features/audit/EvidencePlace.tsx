import { Text } from '@mantine/core';
import { IconCertificate, IconFolder } from '@tabler/icons-react';
import type { AuditInfo } from '#shared/domain/audit.ts';
import type { SavedAuditEvidence } from '#shared/domain/auditEvidence.ts';
import { savedAuditEvidenceWords } from '#shared/text/savedWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ipc } from '../../api/ipc.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { notifyFailure } from '../../ui/notify.ts';

interface EvidencePlaceProps {
  readonly info: AuditInfo;
  readonly saved: SavedAuditEvidence;
}

/** Where the evidence of an audit was saved last. */
export function EvidencePlace({ info: { connectionId, id: auditId }, saved }: EvidencePlaceProps) {
  return (
    <Callout
      tone="neutral"
      icon={IconCertificate}
      compact
      actions={
        <SmallButton
          icon={IconFolder}
          onClick={() => {
            ipc.showAuditEvidence({ connectionId, auditId }).catch(notifyFailure);
          }}
        >
          Show in folder
        </SmallButton>
      }
    >
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        Evidence, {momentWords(saved.at)}: {savedAuditEvidenceWords(saved)}
      </Text>
      {saved.files.length > 1 && (
        <Text inherit size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {saved.files.map(visibleLine).join(', ')}
        </Text>
      )}
    </Callout>
  );
}
