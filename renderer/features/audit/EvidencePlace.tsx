import { Text } from '@mantine/core';
import { IconCertificate, IconFolder } from '@tabler/icons-react';
import type { AuditInfo } from '#shared/domain/audit.ts';
import type { SavedAuditEvidence } from '#shared/domain/auditEvidence.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { showAuditEvidence } from '../../api/audits.ts';
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
            showAuditEvidence({ connectionId, auditId }).catch(notifyFailure);
          }}
        >
          Show in folder
        </SmallButton>
      }
    >
      <Text inherit>
        Evidence saved {momentWords(saved.at)}, signed with installation key {shortHash(saved.fingerprint)}
      </Text>
      <Text inherit size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {visibleLine(saved.folder)}: {fileNames(saved.files)}
      </Text>
    </Callout>
  );
}

/** Files that are called as the first one are named by their ending. */
function fileNames([bundle = '', ...others]: readonly string[]): string {
  const stem = bundle.replace(/\.sigstore\.json$/, '');
  const short = others.map((name) =>
    name.startsWith(`${stem}.`) ? `….${name.slice(stem.length + 1)}` : name,
  );
  return [bundle, ...short].map(visibleLine).join(', ');
}
