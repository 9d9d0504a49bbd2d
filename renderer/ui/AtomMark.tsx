import { Tooltip } from '@mantine/core';
import { IconCircleDashed, IconCircleOff, IconGitFork } from '@tabler/icons-react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { VerdictBadge } from './VerdictBadge.tsx';
import classes from './VerdictBadge.module.css';

/** The state of a known atom: its last verdict, not read yet, not returned, or contradicted. */
export function AtomMark({ entry }: { readonly entry: CatalogueEntry }) {
  if (entry.conflicting)
    return <Conflicting label="A response contradicts an earlier one. Open the atom to see both." />;
  if (entry.gone) return <Mark label="Not returned in the last response" icon={IconCircleOff} />;
  if (entry.verdict === null) return <Mark label="Not read yet" icon={IconCircleDashed} />;
  return <VerdictBadge status={entry.verdict} size="sm" withLabel={false} />;
}

function Conflicting({ label }: { readonly label: string }) {
  return (
    <Tooltip label={label} multiline maw={280}>
      <span className={classes.conflict} role="img" aria-label={label}>
        <IconGitFork size={14} aria-hidden />
      </span>
    </Tooltip>
  );
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
