import type { CheckFacts } from './checkFacts.ts';
import { BytesTable } from './BytesTable.tsx';
import classes from './Bytes.module.css';
import { differingDigits } from './differingDigits.ts';

/** The bytes behind a check, folded away until they are asked for. */
export function CheckBytes({ label, facts }: { readonly label: string; readonly facts: CheckFacts }) {
  const { lines, hashed, pair } = facts;
  const word = hashed === null && pair === null ? 'Details' : 'Bytes';
  return (
    <details className={classes.details}>
      <summary aria-label={`${word}: ${label}`}>{word}</summary>
      {lines.length > 0 && (
        <dl className={classes.lines}>
          {lines.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={classes.mono}>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {hashed !== null && <BytesTable hashed={hashed} />}
      {pair !== null && <HashPair pair={pair} />}
    </details>
  );
}

/** Two hashes below each other, with the digits that differ marked. */
function HashPair({ pair }: { readonly pair: NonNullable<CheckFacts['pair']> }) {
  const { expectedName, expected, foundName, found } = pair;
  const isSame = expected === found;
  return (
    <dl className={classes.lines} data-same={isSame}>
      <div>
        <dt>{expectedName}</dt>
        <dd className={classes.mono}>{expected}</dd>
      </div>
      <div>
        <dt>{foundName}</dt>
        <dd className={classes.mono}>
          {found === null
            ? 'could not be computed'
            : differingDigits(expected, found).map(({ text, differs }, at) =>
                differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
              )}
        </dd>
      </div>
      {found !== null && (
        <p className={classes.outcome} data-same={isSame}>
          {isSame ? '= the same bytes' : '≠ not the same bytes'}
        </p>
      )}
    </dl>
  );
}
