import * as steps from './steps.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene */

/** @type {Scene} */
export async function playDiscover({ window, shoot, service }) {
  await steps.connect(window, { address: service.address, apiKey: service.readKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Discover');
  await window.getByText('No proof read yet').waitFor();
  await shoot('discover-empty');
  await window.getByLabel('Seed words').fill('user preference');
  await window.getByLabel('Request limit').fill('6');
  await window.getByRole('button', { name: 'Start discovery' }).click();
  await window.getByText('Stopped: request limit reached').waitFor();
  await shoot('discover-budget');
  await service.setFaults({ status: 429 });
  await window.getByLabel('Request limit').fill('500');
  await window.getByRole('button', { name: 'Discover more' }).click();
  await window.getByText('Too many requests').waitFor();
  await shoot('discover-waiting');
  await service.setFaults({ status: null });
  const discovery = window.getByRole('region', { name: 'Discover' });
  await discovery.getByText(/^(Complete|Stopped)/).waitFor();
  await shoot('discover-end');

  const rows = [
    'key,why',
    'v1.user.Glen.preference.theme,asked for',
    '"v1.odd, key",a comma',
    'v1.gone.from.here,old',
  ];
  const csv = [...rows, 'v1.gone.from.here,again', ',nothing'].join('\n');
  await window.getByRole('region', { name: 'Import known keys' }).evaluate((panel, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'keys of the audit.csv'));
    panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, csv);
  await window.getByRole('button', { name: 'Import 3 keys' }).scrollIntoViewIfNeeded();
  await shoot('discover-import');
  await window.getByRole('button', { name: 'Import 3 keys' }).click();
  await window.getByRole('button', { name: 'Add them anyway' }).scrollIntoViewIfNeeded();
  await shoot('discover-imported');
}

/** @type {Scene} */
export async function playRecall({ window, shoot, service }) {
  await steps.openDemo(window);
  await steps.showScreen(window, 'Recall');
  await shoot('recall-before');
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await window.getByRole('tabpanel').waitFor();
  await shoot('recall-hits');
  await steps.recall(window, '…');
  await window.getByText('No hits').waitFor();
  await shoot('recall-nothing');
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await window.getByRole('button', { name: 'New expectation…' }).click();
  await window.getByRole('dialog').waitFor();
  await shoot('recall-expect');
  await window.getByRole('button', { name: 'Save expectation' }).click();
  await window.getByRole('dialog').waitFor({ state: 'hidden' });
  await steps.recall(window, 'setpoints of bay 3');
  await steps.hits(window).first().waitFor();
  await steps.showPart(window, 'History');
  await window.getByRole('table').waitFor();
  await shoot('recall-history');
  await window.getByRole('button', { name: 'Compare…' }).click();
  await window.getByRole('combobox', { name: 'Run A (earlier)' }).click();
  await window
    .getByRole('option', { name: /climate in bay 3/ })
    .first()
    .click();
  await window.getByRole('table').waitFor();
  await shoot('recall-compare');
  await steps.showPart(window, 'Expectations');
  await window.getByRole('button', { name: 'Run all' }).click();
  await window.getByText('1 met').waitFor();
  await shoot('recall-expectations');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await service.setFaults({ latencyMs: 4_000 });
  await steps.recall(window, 'pump');
  await window.getByText('Waiting for the hits and checking their proofs…').waitFor();
  await shoot('recall-waiting');
  await steps.hits(window).first().waitFor();
  await service.setFaults({ tamper: 'value' });
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await shoot('recall-tampered');
  await service.setFaults({ status: 429 });
  await steps.recall(window, 'valve');
  await window.getByRole('alert').waitFor();
  await shoot('recall-rate-limited');
}

/** @type {Scene} */
export async function playPredictions({ window, shoot, service }) {
  await steps.openDemo(window);
  await steps.showScreen(window, 'Predictions');
  await shoot('predictions-before');
  const key = window.getByRole('combobox', { name: 'Start key' });
  await key.fill('v1.project.orchid.status');
  await window.getByRole('button', { name: 'Start chain', exact: true }).click();
  await window.getByText('not requested').first().waitFor();
  await shoot('predictions-begun');
  await window.getByRole('switch', { name: 'Prefetch' }).click({ force: true });
  await window.getByRole('button', { name: 'Follow', exact: true }).click();
  await window.getByText(/^(Done|Request limit reached): /).waitFor();
  await shoot('predictions-graph');
  for (const look of ['List', 'Table']) {
    await window.getByRole('radiogroup', { name: 'Chain view' }).getByText(look, { exact: true }).click();
    await shoot(`predictions-${look.toLowerCase()}`);
  }
  await steps.recall(window, 'climate in bay 3');
  await steps.hits(window).first().waitFor();
  await shoot('predictions-prefetched');

  await steps.showScreen(window, 'Connections');
  await steps.connect(window, { address: service.address, apiKey: service.fullKey, name: 'Greenhouse' });
  await steps.showScreen(window, 'Predictions');
  await key.fill('v1.not.there');
  await window.getByRole('button', { name: 'Start chain', exact: true }).click();
  await window.getByRole('button', { name: 'Follow', exact: true }).click();
  await window.getByText(/^Done: /).waitFor();
  await window.getByRole('radiogroup', { name: 'Chain view' }).getByText('Graph', { exact: true }).click();
  await window.locator('[data-card]').getByText('Not returned').waitFor();
  await shoot('predictions-nothing-there');
  await service.setFaults({ status: 429 });
  await key.fill('v1.user.Glen.profile');
  await window.getByRole('button', { name: 'Start chain', exact: true }).click();
  await window.getByRole('button', { name: 'Follow', exact: true }).click();
  await window.getByRole('alert').waitFor();
  await shoot('predictions-rate-limited');
}

/** @type {Scene} */
export async function playScoreboard({ window, shoot }) {
  await steps.openDemo(window);
  await steps.showPredictionTab(window, 'Scoreboard');
  await window.getByText('Nothing counted yet').waitFor();
  await shoot('scoreboard-empty');
  const keys = ['v1.user.Glen.profile', 'v1.project.orchid.status', 'v1.user.Mei.profile'];
  const recallEach = async (/** @type {number} */ rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const key of keys) {
        await steps.recall(window, key);
        await steps.hits(window).first().getByText(key.split('.').slice(-2).join('.')).first().waitFor();
      }
    }
  };
  await recallEach(2);
  await steps.showPredictionTab(window, 'Scoreboard');
  await window.getByRole('region', { name: 'Hit rates', exact: true }).waitFor();
  await shoot('scoreboard-few');
  await recallEach(10);
  await steps.showPredictionTab(window, 'Scoreboard');
  await window.getByRole('region', { name: 'Key pairs' }).waitFor();
  await shoot('scoreboard');
  await window.getByRole('tab', { name: 'Latest steps' }).click();
  await shoot('scoreboard-steps');
  await window.getByRole('button', { name: 'Scoreboard actions' }).click();
  await window.getByRole('menuitem', { name: 'Clear scoreboard…' }).click();
  await window.getByRole('dialog').waitFor();
  await shoot('scoreboard-clear');
}
