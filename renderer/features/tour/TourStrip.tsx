import { IconFlask, IconMap2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { usePractice } from '../../api/practice.ts';
import { showScreen, useAppStore } from '../../state/appStore.ts';
import { openNewAudit } from '../../state/auditView.ts';
import { showHelp } from '../../state/helpView.ts';
import { showInBrowse } from '../../state/showInBrowse.ts';
import { useAtomTabs } from '../../state/tabStore.ts';
import { endTour, nextStep, tourSteps, useTour, type TourStep } from '../../state/tourStore.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';

/** An atom of the demo memory with a short value. */
const firstAtom = 'v1.user.Glen.preference.theme';

/**
 * The tour of the demo, in three parts that can be skipped: what a proof is, what red looks like, and what a proof does not show. In the
 * second one, the demo service lies about an atom, and the user finds it.
 */
export function TourStrip({ connectionId }: { readonly connectionId: ConnectionId }) {
  const step = useTour((state) => state.step);
  const screen = useAppStore((state) => state.screen);
  const { shown } = useAtomTabs(connectionId);
  const { key, isFound, set } = usePractice(connectionId, screen === 'browse' ? shown : null);
  const practice = (isOn: boolean): void => set.mutate(isOn, { onError: notifyFailure });

  if (key !== null) {
    return (
      <Strip
        icon={IconFlask}
        actions={
          isFound ? (
            <SmallButton
              variant="filled"
              loading={set.isPending}
              onClick={() => {
                practice(false);
                if (step === 'red') nextStep('red');
              }}
            >
              End practice
            </SmallButton>
          ) : (
            <>
              <SmallButton variant="filled" onClick={() => openNewAudit(connectionId, { kind: 'all' })}>
                Audit known keys
              </SmallButton>
              <SmallButton onClick={() => showProofOf(connectionId, key)}>Show the atom</SmallButton>
              <SmallButton loading={set.isPending} onClick={() => practice(false)}>
                End practice
              </SmallButton>
            </>
          )
        }
      >
        {isFound ? (
          <>
            <strong>You found it.</strong> The service changed the value of <KeyText atomKey={key} /> after it
            was hashed. The path still leads to the root, but the content fails.
          </>
        ) : (
          <>
            <strong>Practice:</strong> the demo service now returns one atom with a changed value. Find it.
          </>
        )}
      </Strip>
    );
  }

  switch (step) {
    case 'over':
      return null;
    case 'proof':
      return (
        <Step
          step={step}
          action={
            <SmallButton onClick={() => showProofOf(connectionId, firstAtom)}>Show a proof</SmallButton>
          }
        >
          <strong>Every atom has a proof.</strong> It leads from the hash of the atom to the root of the tree,
          and the app checks each step.
        </Step>
      );
    case 'red':
      return (
        <Step
          step={step}
          action={
            <SmallButton loading={set.isPending} onClick={() => practice(true)}>
              Tamper with an atom
            </SmallButton>
          }
        >
          <strong>What does a failed proof look like?</strong> Let the demo service lie about one atom, and
          find it.
        </Step>
      );
    case 'limits':
      return (
        <Step
          step={step}
          action={
            <SmallButton onClick={() => showHelp('verdicts', 'what-green-does-not-mean')}>
              Read more
            </SmallButton>
          }
        >
          <strong>What no proof shows:</strong> that nothing was left out, that a value is the latest, or that
          others see the same root.
        </Step>
      );
  }
}

function showProofOf(connectionId: ConnectionId, key: string): void {
  useViewStore.setState({ inspectorTab: 'proof' });
  showInBrowse(connectionId, key);
  showScreen('browse');
}

interface StepProps {
  readonly step: TourStep;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

function Step({ step, action, children }: StepProps) {
  const isLast = step === tourSteps.at(-1);
  return (
    <Strip
      icon={IconMap2}
      actions={
        <>
          {action}
          <SmallButton onClick={() => nextStep(step)}>{isLast ? 'Done' : 'Next'}</SmallButton>
          {!isLast && <SmallButton onClick={endTour}>Skip tour</SmallButton>}
        </>
      }
    >
      {children}
    </Strip>
  );
}

interface StripProps {
  readonly icon: typeof IconMap2;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function Strip({ icon, actions, children }: StripProps) {
  return (
    <Callout tone="neutral" icon={icon} banner role="status" aria-label="Tour" actions={actions}>
      {children}
    </Callout>
  );
}
