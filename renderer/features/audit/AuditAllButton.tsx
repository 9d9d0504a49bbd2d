import { IconShieldSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CatalogueSummary } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { auditOfAll, useStartAudit } from '../../api/audits.ts';
import { catalogueSummaryQuery } from '../../api/catalogueSummary.ts';
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
  const { data: isEmpty } = useQuery({ ...catalogueSummaryQuery(connectionId), select: hasNoKeys });
  const start = useStartAudit();
  return (
    <SmallButton
      variant={isCompact ? 'default' : 'filled'}
      flex="none"
      icon={IconShieldSearch}
      tooltip="Read and verify all known keys"
      loading={start.isPending}
      blocked={isEmpty === true ? 'No keys are known yet. Discover or import keys first.' : null}
      onClick={() => start.mutate(auditOfAll(connectionId), { onError: notifyFailure })}
    >
      <span className={isCompact ? kit.foldingLabel : undefined}>Audit everything</span>
    </SmallButton>
  );
}

function hasNoKeys({ keys }: CatalogueSummary): boolean {
  return keys === 0;
}
