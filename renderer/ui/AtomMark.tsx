import { IconCheck, IconCircleDashed, IconCircleOff, IconGitFork, type Icon } from '@tabler/icons-react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { verdictNames } from '#shared/text/verdictNames.ts';
import classes from './kit.module.css';
import { VerdictBadge } from './VerdictBadge.tsx';
import { Tip } from './Tip.tsx';

/**
 * The status of a known atom: its last verdict, not read yet, not returned, or in conflict with an earlier response. In a list, most
 * atoms are verified, so that mark is the quietest, and the exceptions stand out.
 */
export function AtomMark({ entry }: { readonly entry: CatalogueEntry }) {
  if (entry.conflicting) {
    return (
      <Mark
        label="A response contradicts an earlier one. Open the atom to see both."
        icon={IconGitFork}
        isConflict
      />
    );
  }
  if (entry.gone) return <Mark label="Not returned in the last response" icon={IconCircleOff} />;
  if (entry.verdict === null) return <Mark label="Not read yet" icon={IconCircleDashed} />;
  if (entry.verdict === 'green') return <Mark label={verdictNames.green} icon={IconCheck} />;
  return <VerdictBadge status={entry.verdict} size="sm" withLabel={false} />;
}

interface MarkProps {
  readonly label: string;
  readonly icon: Icon;
  readonly isConflict?: boolean;
}

function Mark({ label, icon: Glyph, isConflict = false }: MarkProps) {
  return (
    <Tip label={label}>
      <span
        className={`${classes.verdictIcon ?? ''} ${isConflict ? (classes.conflictMark ?? '') : ''}`}
        data-tone={isConflict ? 'danger' : undefined}
        role="img"
        aria-label={label}
      >
        <Glyph size={14} aria-hidden />
      </span>
    </Tip>
  );
}
