// First, because the order of style layers is that of their first mention.
import './app/global.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followEvents } from './api/events.ts';
import { createQueryClient } from './api/queryClient.ts';
import { reportUncaughtErrors } from './api/errorReports.ts';
import { followActivity } from './app/activity.ts';
import { followChosenLooks } from './app/applySettings.ts';
import { App, loadFirstScreen } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { Providers } from './app/Providers.tsx';
import { showAskedConnection } from './state/appStore.ts';
import { keepFocus } from './ui/keptFocus.ts';

/** After this time, the window shows what it is waiting for. */
const longestBlankMs = 1_000;

reportUncaughtErrors();
showAskedConnection();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');

const queryClient = createQueryClient();
followEvents(queryClient);
followActivity();
keepFocus();
followChosenLooks();

const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// A first render without them would be thrown away. React also waits 300 ms before it replaces what a component shows
// while its code is loading.
void Promise.race([
  loadFirstScreen(queryClient),
  new Promise((resolve) => setTimeout(resolve, longestBlankMs)),
]).then(() => {
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient} styleNonce={styleNonce}>
        <ErrorBoundary what="Atom Explorer">
          <App />
        </ErrorBoundary>
      </Providers>
    </StrictMode>,
  );
});
