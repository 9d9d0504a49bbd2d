import type { AuditInfo } from '#shared/domain/audit.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { ipc } from '../../api/ipc.ts';
import { JobTrouble } from '../../ui/JobStrip.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { WorkControls, WorkStrip } from '../../ui/WorkStrip.tsx';
import { speedWords, stateNames } from './auditStates.ts';

/** An audit that has not ended: how far it is, and its buttons. */
export function AuditStrip({ info }: { readonly info: AuditInfo }) {
  const { state, progress } = info;
  const { done, total, failures } = progress;
  const speed = speedWords(info);
  const control = (call: typeof ipc.pauseAudit | typeof ipc.resumeAudit) => (): void => {
    call({ connectionId: info.connectionId, auditId: info.id }).catch(notifyFailure);
  };
  const isStopped = state.kind === 'paused' || state.kind === 'interrupted' || state.kind === 'failed';
  return (
    <WorkStrip
      name="Audit"
      isOver={false}
      isRunning={state.kind === 'running'}
      done={done}
      total={total}
      progressLabel="Keys audited"
      trouble={
        (state.kind === 'paused' || state.kind === 'waiting' || state.kind === 'failed') && (
          <JobTrouble state={state} />
        )
      }
      controls={
        <WorkControls
          isPaused={isStopped}
          onPause={control(ipc.pauseAudit)}
          onResume={control(ipc.resumeAudit)}
          onCancel={control(ipc.cancelAudit)}
        />
      }
    >
      <strong>{stateNames[state.kind]}</strong>
      <span>
        {countWords(done)} of {countOf(total, 'key')}
      </span>
      {speed !== '' && <span>{speed}</span>}
      {failures > 0 && <span data-tone="danger">{countOf(failures, 'failure')}</span>}
      {state.kind === 'interrupted' && <span>The app was closed before the audit ended.</span>}
    </WorkStrip>
  );
}
