import { Text, UnstyledButton } from '@mantine/core';
import { shortHash } from '#shared/text/hashWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './kit.module.css';
import { copyIcons, useCopy } from './useCopy.ts';
import { Tip } from './Tip.tsx';

interface HashChipProps {
  readonly hash: string;
  /** What kind of hash it is, shown before it: `root`, `leaf`. */
  readonly label?: string;
}

/** A shortened hash. A click copies the full hash; the tooltip shows it. */
export function HashChip({ hash, label }: HashChipProps) {
  const { state, copy } = useCopy();
  const Icon = copyIcons[state];
  const shown = visibleLine(hash);
  const short = shortHash(shown);
  const name = label === undefined ? short : `${label} ${short}`;
  const hint = { idle: shown, copied: 'Copied', failed: 'Could not copy' }[state];
  return (
    <Tip label={hint} isHash>
      <UnstyledButton
        className={classes.hashChip}
        data-copied={state === 'idle' ? undefined : true}
        aria-label={`${name}, copy full hash`}
        onClick={() => copy(hash)}
      >
        {label !== undefined && (
          <Text span inherit c="dimmed">
            {label}{' '}
          </Text>
        )}
        <Text span truncate ff="monospace" fz="0.75rem">
          {short}
        </Text>
        <Icon size={12} aria-hidden />
      </UnstyledButton>
    </Tip>
  );
}
