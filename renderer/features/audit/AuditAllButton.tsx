import { IconShieldSearch } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { auditOfAll, useStartAudit } from '../../api/audits.ts';
import { useCatalogueSummary } from '../../api/catalogueSummary.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { notifyFailure } from '../../ui/notify.ts';

/** Audits all known keys, with one click. */
export function AuditAllButton({
  connectionId,
  variant = 'filled',
}: {
  readonly connectionId: ConnectionId;
  readonly variant?: 'filled' | 'default';
}) {
  const { data: known } = useCatalogueSummary(connectionId);
  const start = useStartAudit();
  return (
    <SmallButton
      variant={variant}
      flex="none"
      icon={IconShieldSearch}
      loading={start.isPending}
      blocked={known?.keys === 0 ? 'No keys are known yet. Discover or import keys first.' : null}
      onClick={() => start.mutate(auditOfAll(connectionId), { onError: notifyFailure })}
    >
      Audit everything
    </SmallButton>
  );
}
