import { useActiveConnection } from '../../state/appStore.ts';
import { CoveragePanel } from './CoveragePanel.tsx';
import classes from './DiscoverScreen.module.css';
import { DiscoveryPanel } from './DiscoveryPanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';

/** How much of a memory is known, and the two ways to know more: discovering, and a file of keys. */
export function DiscoverScreen() {
  const { id } = useActiveConnection();
  return (
    <div className={classes.screen} data-keeps-focus>
      <div className={classes.columns}>
        <CoveragePanel connectionId={id} />
        <div className={classes.ways}>
          <DiscoveryPanel connectionId={id} />
          <ImportPanel connectionId={id} />
        </div>
      </div>
    </div>
  );
}
