import { Fact, Facts } from '../../../ui/Facts.tsx';
import type { CheckFacts } from './checkFacts.ts';
import { BytesTable } from './BytesTable.tsx';
import classes from '../proof.module.css';
import { differingDigits } from './differingDigits.ts';

/** The bytes behind a check, collapsed at first. */
export function CheckBytes({ label, facts }: { readonly label: string; readonly facts: CheckFacts }) {
  const { lines, hashed, pair } = facts;
  const word = hashed === null && pair === null ? 'Details' : 'Bytes';
  return (
    <details className={classes.details}>
      <summary aria-label={`${word}: ${label}`}>{word}</summary>
      {(lines.length > 0 || pair !== null) && (
        <Facts>
          {lines.map(({ name, text }) => (
            <Fact key={name} label={name}>
              <span className={classes.mono}>{text}</span>
            </Fact>
          ))}
          {pair !== null && <HashPair pair={pair} />}
        </Facts>
      )}
      {hashed !== null && <BytesTable hashed={hashed} />}
    </details>
  );
}

/** Two hashes one above the other, with the different digits marked. */
function HashPair({ pair }: { readonly pair: NonNullable<CheckFacts['pair']> }) {
  const { expectedName, expected, foundName, found } = pair;
  return (
    <>
      <Fact label={expectedName}>
        <span className={classes.mono}>{expected}</span>
      </Fact>
      <Fact label={foundName}>
        <span className={classes.mono}>
          {found === null
            ? 'could not be computed'
            : differingDigits(expected, found).map(({ text, differs }, at) =>
                differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
              )}
        </span>
        {found !== null && (
          <span className={classes.outcome} data-tone={expected === found ? 'good' : 'danger'}>
            {expected === found ? '= same bytes' : '≠ different bytes'}
          </span>
        )}
      </Fact>
    </>
  );
}
