import { describe, expect, it } from 'vitest';
import { createBodyBudget } from './bodyBudget.ts';

describe('the limit for request bodies', () => {
  it('is shared by all clients, and no client can use all of it', () => {
    const budget = createBodyBudget({ total: 100, perClient: 60 });
    const first = budget.open('a');
    expect([first.take(50), first.take(11), first.take(10)]).toEqual([true, false, true]);
    expect(budget.open('a').take(1)).toBe(false);
    expect([budget.open('b').take(41), budget.open('b').take(40)]).toEqual([false, true]);
    expect(budget.held).toBe(100);
  });

  it('gets back what a request held, once', () => {
    const budget = createBodyBudget({ total: 100, perClient: 60 });
    const [one, other] = [budget.open('a'), budget.open('a')];
    one.take(20);
    other.take(30);
    one.release();
    one.release();
    expect(budget.held).toBe(30);
    expect([budget.open('a').take(31), budget.open('a').take(30)]).toEqual([false, true]);
  });
});
