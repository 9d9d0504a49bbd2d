import { countOf } from '#shared/text/phrases.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './BulkEdit.module.css';
import { asideWords } from './bulkWords.ts';

interface NotSearchedProps {
  readonly missing: readonly string[];
  readonly unread: readonly string[];
}

/** More are only counted. */
const mostListed = 200;

/** Which of the selected atoms are not searched, and why; nothing where all are. */
export function NotSearched({ missing, unread }: NotSearchedProps) {
  const words = asideWords({ missing: missing.length, unread: unread.length });
  if (words === null) return null;
  const all = [
    ...missing.map((key) => ({ key, why: 'not returned by the service' })),
    ...unread.map((key) => ({ key, why: 'not read' })),
  ];
  return (
    <details className={classes.notSearched}>
      <summary>{words}</summary>
      <ul aria-label="Atoms not searched">
        {all.slice(0, mostListed).map(({ key, why }) => (
          <li key={key}>
            <KeyText atomKey={key} />
            <span>{why}</span>
          </li>
        ))}
        {all.length > mostListed && <li>and {countOf(all.length - mostListed, 'more', 'more')}</li>}
      </ul>
    </details>
  );
}
