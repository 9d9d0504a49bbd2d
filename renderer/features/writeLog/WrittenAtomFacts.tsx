import { Button } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { WriteReceipt, WrittenAtom } from '#shared/domain/writeReceipt.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { beforeWords, otherWriteSentences, readBackWords } from '#shared/text/writeWords.ts';
import { signsOfOtherWrites } from '#shared/writes/otherWrites.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './WriteDetails.module.css';

interface WrittenAtomFactsProps {
  readonly connectionId: ConnectionId;
  readonly receipt: WriteReceipt;
  readonly atom: WrittenAtom;
  /** Whether its key is shown, for one of several. */
  readonly isNamed: boolean;
}

/** Of one atom of a write: what was sent, answered and read back. */
export function WrittenAtomFacts({ connectionId, receipt, atom, isNamed }: WrittenAtomFactsProps) {
  const { key, bytes, sha256, before, versionBefore, version, hash, createdAt } = atom;
  // Only where the service said that it stored is there a version to compare with.
  const isAnswered = receipt.outcome === 'stored' && receipt.errorCode === null;
  const signs = isNamed && isAnswered ? otherWriteSentences(signsOfOtherWrites(atom)) : [];
  return (
    <section aria-label="Atom of this write">
      <div className={classes.atomHead}>
        <h4 className={classes.subtitle}>{isNamed ? <KeyText atomKey={key} wrap /> : 'The atom'}</h4>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconListTree size={14} aria-hidden />}
          onClick={() => openAtomTab(connectionId, key)}
        >
          Open in Browse
        </Button>
      </div>
      {signs.map((sentence) => (
        <p key={sentence} className={classes.sign}>
          {sentence}
        </p>
      ))}
      <Facts>
        <Fact label="Before">{beforeWords(before, versionBefore)}</Fact>
        <Fact label="Sent">
          {sizeWords(bytes)}{' '}
          {sha256 === null ? (
            <span className={classes.dim}>hash not kept: it looks like a credential</span>
          ) : (
            <HashChip hash={sha256} label="SHA-256" />
          )}
        </Fact>
        <Fact label="Answered">
          {isAnswered ? (
            <>
              {version === null ? 'stored, without a version' : `version ${version}`}
              {hash !== null && <HashChip hash={hash} label="hash" />}
              {createdAt !== null && <span className={classes.dim}>created {momentWords(createdAt)}</span>}
            </>
          ) : (
            <span className={classes.dim}>
              {receipt.outcome === 'nothing' ? 'a refusal' : 'nothing that is known'}
            </span>
          )}
        </Fact>
        {receipt.readBack !== null && (
          <Fact label="Read back">
            <ReadBack atom={atom} />
          </Fact>
        )}
      </Facts>
    </section>
  );
}

function ReadBack({ atom }: { readonly atom: WrittenAtom }) {
  const found = readBackWords(atom);
  const version = atom.readBack?.version ?? null;
  return (
    <>
      {found.kind === 'verdict' && <VerdictBadge status={found.verdict} size="sm" />}
      <span data-tone={found.kind === 'other' ? 'bad' : undefined}>
        {version === null ? found.words : `${found.words}, version ${version}`}
      </span>
    </>
  );
}
