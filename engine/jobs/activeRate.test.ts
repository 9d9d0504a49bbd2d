import { describe, expect, it } from 'vitest';
import { createActiveRate } from './activeRate.ts';

describe('the rate of completed work', () => {
  it('counts only the time in which there was something to do', () => {
    let now = 1_000;
    const rate = createActiveRate(() => now);
    rate.setActive(true);
    expect(rate.perSecond()).toBeNull();
    now += 1_000;
    rate.add(500);
    expect(rate.perSecond()).toBe(500);
    rate.setActive(false);
    now += 60_000;
    expect(rate.perSecond()).toBe(500);
    rate.setActive(true);
    now += 1_000;
    rate.add(100);
    expect(rate.perSecond()).toBe(300);
  });

  it('reflects a change within ten seconds', () => {
    let now = 0;
    const rate = createActiveRate(() => now);
    rate.setActive(true);
    for (let second = 0; second < 20; second += 1) {
      now += 1_000;
      rate.add(100);
    }
    for (let second = 0; second < 20; second += 1) {
      now += 1_000;
      rate.add(10);
    }
    expect(rate.perSecond()).toBeGreaterThanOrEqual(10);
    expect(rate.perSecond()).toBeLessThan(12);
  });
});
