import { Tooltip } from '@mantine/core';
import { IconCircleDashed, IconCircleOff } from '@tabler/icons-react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './AtomMark.module.css';

/** How a known atom stands: its last verdict, not read yet, or no longer there. */
export function AtomMark({ entry }: { readonly entry: CatalogueEntry }) {
  if (entry.gone) return <Mark label="No longer there: the last read answered 404" icon={IconCircleOff} />;
  if (entry.verdict === null) return <Mark label="Not read yet" icon={IconCircleDashed} />;
  return <VerdictBadge status={entry.verdict} size="sm" withLabel={false} />;
}

function Mark({ label, icon: Icon }: { readonly label: string; readonly icon: typeof IconCircleOff }) {
  return (
    <Tooltip label={label}>
      <span className={classes.mark} role="img" aria-label={label}>
        <Icon size={14} aria-hidden />
      </span>
    </Tooltip>
  );
}
