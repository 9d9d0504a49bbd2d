import { IconAlertTriangle } from '@tabler/icons-react';
import type { RecallOddity } from '#shared/domain/recallOddity.ts';
import { oddityWords } from '#shared/text/recallWords.ts';
import classes from './OddityNotice.module.css';

/** What an answer did against the interface. It is shown as it came all the same. */
export function OddityNotice({ oddities }: { readonly oddities: readonly RecallOddity[] }) {
  if (oddities.length === 0) return null;
  return (
    <div className={classes.notice} role="status">
      <p>
        <IconAlertTriangle size={15} aria-hidden />
        This answer is not quite as the interface says
      </p>
      <ul>
        {oddityWords(oddities).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
