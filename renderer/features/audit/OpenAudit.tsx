import { Box } from '@mantine/core';
import { useState } from 'react';
import { IconArrowsDiff, IconRefresh } from '@tabler/icons-react';
import type { AuditInfo } from '#shared/domain/audit.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { auditScopeWords } from '#shared/text/auditWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useAudit, useRepeatAudit } from '../../api/audits.ts';
import { auditView } from '../../state/auditView.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { AuditActions } from './AuditActions.tsx';
import { AuditKeys } from './AuditKeys.tsx';
import { AuditStrip } from './AuditStrip.tsx';
import { SummaryPart } from './SummaryPart.tsx';
import { CompareAuditDialog } from './CompareAuditDialog.tsx';
import { hasEnded } from './auditStates.ts';

interface OpenAuditProps {
  readonly connection: Connection;
  readonly info: AuditInfo;
  readonly audits: readonly AuditInfo[];
}

/** One audit: what it found, and what can be done with it. */
export function OpenAudit({ connection, info, audits }: OpenAuditProps) {
  const details = useAudit({ connectionId: connection.id, auditId: info.id });
  const [isComparing, setComparing] = useState(false);
  const repeat = useRepeatAudit();
  const scope = auditScopeWords(info.scope);
  const { part } = auditView.useView(connection.id);
  return (
    <Screen
      head={
        <>
          <PaneHead
            title={visibleLine(info.name)}
            note={
              scope === info.name ? momentWords(info.startedAt) : `${scope}, ${momentWords(info.startedAt)}`
            }
            actions={<AuditActions info={info} />}
          />
          {!hasEnded(info) && (
            <Box p="sm">
              <AuditStrip info={info} />
            </Box>
          )}
          <Toolbar
            end={
              hasEnded(info) && (
                <>
                  <SmallButton icon={IconArrowsDiff} onClick={() => setComparing(true)}>
                    Compare…
                  </SmallButton>
                  <SmallButton
                    icon={IconRefresh}
                    loading={repeat.isPending}
                    onClick={() =>
                      repeat.mutate(
                        { connectionId: connection.id, auditId: info.id },
                        { onError: notifyFailure },
                      )
                    }
                  >
                    Repeat
                  </SmallButton>
                </>
              )
            }
          >
            <Segments
              label="View"
              names={{ summary: 'Summary', keys: 'Keys' }}
              value={part}
              onChange={(chosen) => auditView.merge(connection.id, { part: chosen })}
            />
          </Toolbar>
        </>
      }
    >
      <QueryView query={details} loading="Opening the audit" rows={8}>
        {(found) => (part === 'keys' ? <AuditKeys details={found} /> : <SummaryPart details={found} />)}
      </QueryView>
      {isComparing && (
        <CompareAuditDialog
          connection={connection}
          info={info}
          audits={audits}
          onClose={() => setComparing(false)}
        />
      )}
    </Screen>
  );
}
