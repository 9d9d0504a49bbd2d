import { z } from 'zod';
import { createSavedStore } from './savedStore.ts';

/** The parts of the tour, in order. */
export const tourSteps = ['proof', 'red', 'limits'] as const;
export type TourStep = (typeof tourSteps)[number];

const saved = z.object({
  /** `over`: it was finished or skipped. */
  step: z.enum([...tourSteps, 'over']).catch('proof'),
});

/** Where the tour of the demo is. */
export const useTour = createSavedStore('atom-explorer-tour', saved);

export function beginTour(): void {
  useTour.setState({ step: 'proof' });
}

/** To the next part, or to the end. */
export function nextStep(step: TourStep): void {
  useTour.setState({ step: tourSteps[tourSteps.indexOf(step) + 1] ?? 'over' });
}

export function endTour(): void {
  useTour.setState({ step: 'over' });
}
