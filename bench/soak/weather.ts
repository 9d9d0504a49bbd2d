/**
 * What happens around the app. `storm`: many faults and writes; `lies`: the service alters atoms; `calm`: few faults, and
 * no writes, so that an audit can be green.
 */
export type Weather = 'storm' | 'lies' | 'calm';

/** A period of one weather; milliseconds of one clock. `to` is null while it lasts. */
interface Period {
  readonly weather: Weather;
  readonly from: number;
  to: number | null;
}

export interface WeatherRecord {
  readonly now: () => Weather;
  readonly change: (weather: Weather) => void;
  /** Whether lies were possible at some time between. */
  readonly liedBetween: (from: number, to: number) => boolean;
  /** Whether every response between was altered. */
  readonly liedThroughout: (from: number, to: number) => boolean;
}

/** Responses that were on their way when the weather changed. */
const toleranceMs = 50;

export function createWeather(clock: () => number): WeatherRecord {
  const periods: Period[] = [{ weather: 'calm', from: clock(), to: null }];
  return {
    now: () => periods.at(-1)?.weather ?? 'calm',
    change: (weather) => {
      const last = periods.at(-1);
      const at = clock();
      if (last !== undefined) last.to = at;
      periods.push({ weather, from: at, to: null });
      if (periods.length > 1_000) periods.splice(0, 500);
    },
    liedThroughout: (from, to) =>
      periods.some(
        (period) =>
          period.weather === 'lies' && period.from <= from && (period.to === null || period.to >= to),
      ),
    liedBetween: (from, to) =>
      periods.some(
        (period) =>
          period.weather === 'lies' &&
          period.from <= to + toleranceMs &&
          (period.to === null || period.to >= from - toleranceMs),
      ),
  };
}
