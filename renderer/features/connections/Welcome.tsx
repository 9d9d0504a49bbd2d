import { Button } from '@mantine/core';
import { IconBinaryTree, IconFlask, IconPlug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '../../api/connections.ts';
import { useAppStore } from '../../state/appStore.ts';
import { openPastedProof } from '../../state/proofStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ProductMark } from '../../ui/ProductMark.tsx';
import { TrialRuntimeNote } from '../../ui/TrialRuntimeNote.tsx';
import { useOpenDemo } from './useOpenDemo.ts';
import classes from './Welcome.module.css';

/** The first thing anyone sees: what this is, and two ways in. */
export function Welcome() {
  const demo = useOpenDemo();
  const openForm = useAppStore((state) => state.openConnectionForm);
  const version = useQuery(appInfoQuery).data?.version;
  return (
    <main className={classes.page}>
      <div className={classes.content}>
        <ProductMark size={52} />
        <h1 className={classes.title}>Atom Explorer</h1>
        <p className={classes.claim}>Look into an agent’s memory, and check every atom against its proof.</p>

        <div className={classes.ways}>
          <section className={classes.way}>
            <h2>
              <IconFlask size={18} aria-hidden /> Try it now
            </h2>
            <p>
              A complete memory service with about 300 sample atoms, on this machine. No account, no network.
            </p>
            <Button fullWidth loading={demo.isPending} onClick={() => demo.mutate()} data-autofocus>
              Explore the demo memory
            </Button>
          </section>
          <section className={classes.way}>
            <h2>
              <IconPlug size={18} aria-hidden /> Use your own
            </h2>
            <p>
              Any Atom Memory Service: its base address and an API key, which goes into your system’s
              keychain.
            </p>
            <Button fullWidth variant="default" onClick={() => openForm({ kind: 'add' })}>
              Connect to a service
            </Button>
          </section>
        </div>

        <Button
          className={classes.proof ?? ''}
          variant="subtle"
          leftSection={<IconBinaryTree size={16} aria-hidden />}
          onClick={openPastedProof}
        >
          Check a proof you were given
        </Button>

        <div className={classes.outcome} aria-live="polite">
          {demo.isPending && <span className={classes.progress}>Starting the demo memory…</span>}
          {demo.isError && <ErrorNotice error={demo.error} onRetry={() => demo.mutate()} />}
        </div>
      </div>
      <footer className={classes.footer}>
        {version !== undefined && <span>Version {version}</span>}
        <TrialRuntimeNote />
      </footer>
    </main>
  );
}
