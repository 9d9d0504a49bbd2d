// First, because the order of style layers is that of their first mention.
import '../../app/global.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { resolveTokens, theme } from '../../app/theme.ts';
import { kitPieces } from './pieces.tsx';

/** Shows the piece that the fragment of the address names. The pictures of docs/window-kit.md are made of this page. */
function KitPage() {
  const name = useSyncExternalStore(
    (onChange) => {
      window.addEventListener('hashchange', onChange);
      return () => window.removeEventListener('hashchange', onChange);
    },
    () => location.hash.slice(1),
  );
  const render = kitPieces.get(name);
  return (
    <main key={name} data-piece={name} style={{ height: '100%', background: 'var(--surface-panel)' }}>
      {render === undefined ? `No such piece: ${name}` : render()}
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <MantineProvider theme={theme} cssVariablesResolver={resolveTokens} defaultColorScheme="auto">
      <Notifications position="bottom-right" />
      <KitPage />
    </MantineProvider>
  </QueryClientProvider>,
);
