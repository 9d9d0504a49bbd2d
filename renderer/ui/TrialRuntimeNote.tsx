import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '../api/connections.ts';
import classes from './TrialRuntimeNote.module.css';

/** Says that the window runs on the old runtime that is for trying out; nothing where it is the real one. */
export function TrialRuntimeNote() {
  const info = useQuery(appInfoQuery).data;
  if (info?.isFallbackRuntime !== true) return null;
  const major = info.electron.split('.')[0] ?? info.electron;
  return (
    <Tooltip
      label={`Trial runtime: Electron ${info.electron}. An old version, for trying out and tests only; it gets no security updates.`}
      multiline
      maw={260}
      position="right"
    >
      <span className={classes.note} tabIndex={0} role="note">
        Trial runtime: Electron {major}
      </span>
    </Tooltip>
  );
}
