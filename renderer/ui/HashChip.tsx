import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { shortHash } from '#shared/text/hashWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './HashChip.module.css';
import { useCopy } from './useCopy.ts';

const icons = { idle: IconCopy, copied: IconCheck, failed: IconAlertTriangle } as const;

interface HashChipProps {
  readonly hash: string;
  /** What kind of hash it is, shown before it: `root`, `leaf`. */
  readonly label?: string;
}

/** A shortened hash. A click copies the full hash; the tooltip shows it. */
export function HashChip({ hash, label }: HashChipProps) {
  const { state, copy } = useCopy();
  const Icon = icons[state];
  const shown = visibleLine(hash);
  const short = shortHash(shown);
  const name = label === undefined ? short : `${label} ${short}`;
  const hint = { idle: shown, copied: 'Copied', failed: 'Could not copy' }[state];
  return (
    <Tooltip label={hint} multiline maw={560} classNames={{ tooltip: classes.tooltip ?? '' }}>
      <UnstyledButton
        className={classes.chip}
        aria-label={`${name}, copy full hash`}
        onClick={() => copy(hash)}
      >
        {label !== undefined && <span className={classes.label}>{label} </span>}
        <span className={classes.hash}>{short}</span>
        <Icon className={classes.copy} size={12} aria-hidden data-state={state} />
      </UnstyledButton>
    </Tooltip>
  );
}
