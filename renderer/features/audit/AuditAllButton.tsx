import { IconShieldSearch } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { auditOfAll, useStartAudit } from '../../api/audits.ts';
import { useHasNoKeys } from '../../api/catalogueSummary.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import kit from '../../ui/kit.module.css';

/** Audits all known keys, with one click. */
export function AuditAllButton({
  connectionId,
  isCompact = false,
}: {
  readonly connectionId: ConnectionId;
  /** Whether it stays in the background, and is an icon alone in a narrow window. */
  readonly isCompact?: boolean;
}) {
  const isEmpty = useHasNoKeys(connectionId);
  const start = useStartAudit();
  return (
    <SmallButton
      variant={isCompact ? 'default' : 'filled'}
      flex="none"
      icon={IconShieldSearch}
      tooltip="Read and verify all known keys"
      loading={start.isPending}
      blocked={isEmpty ? 'No keys are known yet. Discover or import keys first.' : null}
      onClick={() => start.mutate(auditOfAll(connectionId), { onError: notifyFailure })}
    >
      <span className={isCompact ? kit.foldingLabel : undefined}>Audit known keys</span>
    </SmallButton>
  );
}
