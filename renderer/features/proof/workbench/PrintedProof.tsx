import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { schemeWords } from '#shared/text/schemeWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { CheckList } from '../checks/CheckList.tsx';
import { VerdictSummary, VerificationLimits } from '../checks/VerdictParts.tsx';
import { drawPath } from '../case/pathDrawing.ts';
import { PathLadder } from '../path/PathLadder.tsx';
import { drawnPathScheme, type ProofCase } from '../case/proofCase.ts';
import classes from './PrintedProof.module.css';

interface PrintedProofProps {
  readonly shown: ProofCase;
  /** How the hashing rules of a pasted proof were found. */
  readonly rulesNote: string | null;
}

/** The proof on paper, in place of the window. Rendered only while the window prints. */
export function PrintedProof({ shown, rulesNote }: PrintedProofProps) {
  const printedAt = usePrinting();
  return printedAt === null
    ? null
    : createPortal(<Sheet shown={shown} rulesNote={rulesNote} printedAt={printedAt} />, document.body);
}

/** When printing began, in epoch milliseconds. null: not printing. */
function usePrinting(): number | null {
  const [printedAt, setPrintedAt] = useState<number | null>(null);
  useEffect(() => {
    // Chromium prints the page as it is when this event ends.
    const begin = (): void => flushSync(() => setPrintedAt(Date.now()));
    const end = (): void => setPrintedAt(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printedAt;
}

function Sheet({ shown, rulesNote, printedAt }: PrintedProofProps & { readonly printedAt: number }) {
  const { input, reading, verdict } = shown;
  const { key, version } = input.atom;
  const path = drawnPathScheme(shown);
  const scheme = schemeWords(input.pin);
  return (
    <article className={classes.sheet} data-printed-proof>
      <h1>Inclusion proof{key === null ? '' : ` of ${visibleLine(key)}`}</h1>
      <p>
        {version !== null && `Version ${version}. `}
        Printed from Atom Explorer on {momentWords(printedAt)}.
      </p>
      <VerdictSummary verdict={verdict} />
      <CheckList verdict={verdict} />
      {path !== null &&
        reading.kind === 'read' &&
        reading.chain.map((proof, at) => (
          <PrintedPath
            key={at}
            shown={shown}
            drawing={drawPath(proof, path)}
            at={at}
            of={reading.chain.length}
          />
        ))}
      <h2>{rulesNote === null ? `Hashing rules: ${scheme.title}` : 'Hashing rules'}</h2>
      <p>
        {rulesNote ?? scheme.found} {scheme.covers}
      </p>
      <ul>
        {[...scheme.path, ...scheme.leaf].map(({ id, words }) => (
          <li key={id}>
            {words} <code>{id}</code>
          </li>
        ))}
      </ul>
      <VerificationLimits order={2} />
    </article>
  );
}

interface PrintedPathProps {
  readonly shown: ProofCase;
  readonly drawing: ReturnType<typeof drawPath>;
  /** Place in a chain of proofs, from 0. */
  readonly at: number;
  readonly of: number;
}

function PrintedPath({ shown, drawing, at, of }: PrintedPathProps) {
  const { levels, leaf, claimedRoot } = drawing;
  const rows: readonly (readonly [node: string, hash: string])[] = [
    ['claimed root', claimedRoot],
    ...levels.flatMap(({ level, sibling, column, computed }): (readonly [string, string])[] => [
      [`level ${level + 1}, computed`, computed],
      ...(sibling === null
        ? []
        : [[`level ${level}, sibling on the ${column === 'left' ? 'right' : 'left'}`, sibling] as const]),
    ]),
    ['level 0, leaf', leaf],
  ];
  return (
    <>
      <h2>{of === 1 ? 'Path' : `Path of proof ${at + 1} of ${of}`}</h2>
      {at === 0 && (
        <PathLadder drawing={drawing} proof={shown} scale={{ density: 'compact', stepHeight: 38 }} />
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Hash</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([node, hash]) => (
            <tr key={node}>
              <td>{node}</td>
              <td>
                <code>{hash}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
