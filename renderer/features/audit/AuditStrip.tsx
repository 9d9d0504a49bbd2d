import type { AuditInfo } from '#shared/domain/audit.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { cancelAudit, pauseAudit, resumeAudit } from '../../api/audits.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { JobTrouble } from '../../widgets/JobStrip.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { WorkControls, WorkStrip } from '../../ui/WorkStrip.tsx';
import { speedWords, stateNames } from './auditStates.ts';

interface AuditStripProps {
  readonly info: AuditInfo;
  /** What tells it from others beside it. */
  readonly of?: string;
  /** Present: with a button that opens it, in place of those that control it. */
  readonly onShow?: () => void;
}

/** An audit that has not ended: how far it is, and its buttons. */
export function AuditStrip({ info, of, onShow }: AuditStripProps) {
  const { state, progress } = info;
  const { done, total, failures } = progress;
  const speed = speedWords(info);
  const control = (call: typeof pauseAudit | typeof resumeAudit) => (): void => {
    call({ connectionId: info.connectionId, auditId: info.id }).catch(notifyFailure);
  };
  const isStopped = state.kind === 'paused' || state.kind === 'interrupted' || state.kind === 'failed';
  return (
    <WorkStrip
      name={of === undefined || onShow !== undefined ? 'Audit' : `Audit of ${quoteText(of)}`}
      isOver={false}
      done={done}
      total={total}
      progressLabel="Keys audited"
      trouble={
        (state.kind === 'paused' || state.kind === 'waiting' || state.kind === 'failed') && (
          <JobTrouble state={state} />
        )
      }
      controls={
        onShow === undefined ? (
          <WorkControls
            isPaused={isStopped}
            onPause={control(pauseAudit)}
            onResume={control(resumeAudit)}
            onCancel={control(cancelAudit)}
          />
        ) : (
          <SmallButton onClick={onShow}>Show audit</SmallButton>
        )
      }
    >
      {of !== undefined && <strong>{visibleLine(of)}</strong>}
      <strong>{stateNames[state.kind]}</strong>
      <span>
        {countWords(done)} of {countOf(total, 'key')}
      </span>
      {speed !== '' && onShow === undefined && <span>{speed}</span>}
      {failures > 0 && <span data-tone="danger">{countOf(failures, 'failure')}</span>}
      {state.kind === 'interrupted' && <span>The app was closed before the audit ended.</span>}
    </WorkStrip>
  );
}
