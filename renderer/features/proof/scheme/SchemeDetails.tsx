import type { SchemePin } from '#shared/merkle/scheme.ts';
import { countOf } from '#shared/text/phrases.ts';
import { schemeWords, type RuleWords } from '#shared/text/schemeWords.ts';
import classes from './Scheme.module.css';

/** Where there are many more rules than this, the rest is folded away: a tree of one leaf fits dozens. */
const visibleRules = 6;
/** Fewer than this are not worth a fold: what it hides may be the right one. */
const fewestFolded = 3;

interface SchemeDetailsProps {
  readonly pin: SchemePin | null;
  /** How the rules were found, where the words for a connection do not fit. */
  readonly note?: string;
}

/** What is pinned, how it was found, what still fits alike, and which further sample would tell. */
export function SchemeDetails({ pin, note }: SchemeDetailsProps) {
  const { title, found, covers, path, leaf, open } = schemeWords(pin);
  return (
    <div className={classes.details}>
      {note === undefined && <p className={classes.title}>{title}</p>}
      <p>
        {note ?? found} {covers}
      </p>
      {open.length > 0 && (
        <ul className={classes.open} aria-label="What is not settled">
          {open.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Rules what="How nodes are joined" rules={path} />
      <Rules what="How a leaf is made" rules={leaf} />
    </div>
  );
}

function Rules({ what, rules }: { readonly what: string; readonly rules: readonly RuleWords[] }) {
  if (rules.length === 0) return null;
  const isFolding = rules.length >= visibleRules + fewestFolded;
  const folded = isFolding ? rules.slice(visibleRules) : [];
  return (
    <>
      <p className={classes.what}>
        {what}
        {rules.length > 1 && ` (${rules.length} rules fit alike)`}
      </p>
      <ul className={classes.rules}>
        {(isFolding ? rules.slice(0, visibleRules) : rules).map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </ul>
      {folded.length > 0 && (
        <details className={classes.folded}>
          <summary>{countOf(folded.length, 'more rule')}</summary>
          <ul className={classes.rules}>
            {folded.map((rule) => (
              <Rule key={rule.id} rule={rule} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Rule({ rule: { id, words } }: { readonly rule: RuleWords }) {
  return (
    <li>
      {words} <code>{id}</code>
    </li>
  );
}
