import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import classes from './TamperLab.module.css';

interface LabBannerProps {
  /** The verdict on the proof as it came. */
  readonly real: VerdictStatus;
  readonly onLeave: () => void;
}

/** Says, over everything that the lab shows, that none of it is the real proof. */
export function LabBanner({ real, onLeave }: LabBannerProps) {
  return (
    <div className={classes.banner} role="note" aria-label="This is a lab copy">
      <IconFlask size={16} aria-hidden />
      <p>
        <strong>TAMPER LAB</strong> You are altering a copy. Nothing here is sent, stored or counted.
      </p>
      <span className={classes.real}>
        The real proof: <VerdictBadge status={real} size="sm" />
      </span>
      <Button size="compact-sm" variant="default" onClick={onLeave}>
        Leave the lab
      </Button>
    </div>
  );
}
