import { TestClock } from 'pg-boss';

const minute = 60_000;

/** Five seconds past a full minute, so that a test knows when the next one comes. */
export function startClock(): TestClock {
  return new TestClock(Math.ceil(Date.now() / minute) * minute + 5_000);
}

const ticked = 5_000;

/** Lets time pass, as if the machine had slept but for the last seconds: each timer fires once, and cron is looked at. */
export async function passTime(clock: TestClock, milliseconds: number): Promise<void> {
  await clock.setTime(clock.now() + milliseconds - ticked);
  await clock.tick(ticked);
}
