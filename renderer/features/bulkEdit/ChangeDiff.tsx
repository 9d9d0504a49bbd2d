import { quoteText } from '#shared/text/phrases.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { DiffView } from '../../ui/code/DiffView.tsx';
import { DiffLayoutChoice } from '../../ui/DiffLayoutChoice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { isJsonDocument } from '../inspector/jsonText.ts';
import type { ChangeRow } from './bulkPreview.ts';
import classes from './BulkEdit.module.css';
import kit from '../../ui/kit.module.css';

/** One atom as it is and as it will be. */
export function ChangeDiff({ row }: { readonly row: ChangeRow }) {
  const diffLayout = useViewStore((state) => state.diffLayout);
  const { reading, change } = row;
  const version = reading.version === null ? '' : `, version ${reading.version}`;
  const { sensitive } = change;
  return (
    <section className={classes.diffPane} aria-label="Changes in the atom">
      <div className={classes.diffHead}>
        <span className={classes.diffKey}>
          <KeyText atomKey={reading.key} />
        </span>
        <VerdictBadge status={reading.verdict.status} size="sm" />
        <DiffLayoutChoice />
      </div>
      {sensitive !== null && (
        <p className={classes.warning}>
          {quoteText(change.value.slice(sensitive.start, sensitive.end))} looks like a credential
          {sensitive.pattern === null ? ': it is long and random' : ` (${sensitive.pattern})`}. The service
          may refuse it.
        </p>
      )}
      <div className={kit.fill}>
        <DiffView
          before={reading.value}
          after={change.value}
          labels={{ before: `Stored${version}`, after: 'After replacement' }}
          layout={diffLayout}
          asJson={isJsonDocument(reading.value)}
        />
      </div>
    </section>
  );
}
